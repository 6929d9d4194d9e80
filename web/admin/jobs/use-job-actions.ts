import { useMutation } from '@tanstack/react-query'
import type { Job, JobUpdate } from '../../../contract/job.ts'
import { createAttemptKey } from '../../api/attempt-key.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { toast } from '../../ui/toast.ts'
import type { ToastMessage } from '../../ui/toast-store.ts'
import { cloneBodyOf } from './job-clone.ts'
import { createJob, deleteJob, updateJob } from './job-management-api.ts'
import { stateAfter, whyHidden } from './job-statuses.ts'
import { useJobList } from './use-job-list.ts'

/** The actions on one posting, each with its notices (`spec.md` section 8). */
export type JobActions = Record<'clone' | 'markFilled' | 'toggle' | 'remove', (job: Job) => void>

/** Returns the actions of a row. All but cloning show immediately and are reverted when the server refuses. */
export function useJobActions(): JobActions {
  const showFailure = useFailureNotice()
  const list = useJobList()
  const toggle = useJobChange(describeToggle, 'Update failed', 'Failed to update job status')
  const fill = useJobChange(() => ({ title: 'Job marked as filled' }), 'Update failed', 'Failed to mark job as filled')

  const clone = useMutation({
    mutationFn: createJob,
    onSuccess: (job) => {
      list.put(job)
      toast({ title: 'Job cloned successfully' })
    },
    onError: (error) => showFailure(error, { title: 'Clone failed', description: 'Failed to clone job posting' }),
    onSettled: list.refresh,
  })

  const remove = useMutation({
    mutationFn: ({ id }: Job) => deleteJob(id),
    onMutate: ({ id }) => list.change(id, () => null),
    onSuccess: () => toast({ title: 'Job deleted' }),
    onError: (error, _job, revert) => {
      revert?.()
      showFailure(error, { title: 'Delete failed', description: 'Failed to delete job posting' })
    },
    onSettled: list.refresh,
  })

  return {
    clone: (job) => clone.mutate({ body: cloneBodyOf(job), idempotencyKey: createAttemptKey().keyFor(job, null) }),
    markFilled: ({ id }) => fill.mutate({ id, changes: { status: 'filled' }, shown: stateAfter('filled') }),
    toggle: ({ id, isActive }) => toggle.mutate({ id, changes: { isActive: !isActive } }),
    remove: (job) => remove.mutate(job),
  }
}

/** A change of some fields; `shown` adds the fields that the server changes along with them. */
type JobChange = { id: number; changes: JobUpdate; shown?: JobUpdate }

function describeToggle(job: Job): ToastMessage {
  return { title: 'Job status updated', description: whyHidden(job) }
}

function useJobChange(describe: (stored: Job) => ToastMessage, title: string, description: string) {
  const showFailure = useFailureNotice()
  const list = useJobList()
  return useMutation({
    mutationFn: ({ id, changes }: JobChange) => updateJob(id, changes),
    onMutate: ({ id, changes, shown }) => list.change(id, (job) => ({ ...job, ...changes, ...shown }) as Job),
    onSuccess: (job) => {
      list.put(job)
      toast(describe(job))
    },
    onError: (error, _change, revert) => {
      revert?.()
      showFailure(error, { title, description })
    },
    onSettled: list.refresh,
  })
}
