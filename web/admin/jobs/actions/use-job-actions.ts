import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Job, JobUpdate } from '../../../../contract/jobs/job.ts'
import { isPastClosing } from '../../../../contract/jobs/job-statuses.ts'
import { createAttemptKey } from '../../../api/attempt-key.ts'
import { conflictingVersion, saveWithRebase } from '../../../api/edit-conflict.ts'
import { useToday } from '../../../layout/use-today.ts'
import { useFailureNotice } from '../../../session/end-session.ts'
import { toast } from '../../../ui/toast/toast.ts'
import type { ToastMessage } from '../../../ui/toast/toast-store.ts'
import { refreshDashboard } from '../../applications/changes/pending-changes.ts'
import { cloneBodyOf } from '../form/job-clone.ts'
import { createJob, deleteJob, updateJob } from '../job-management-api.ts'
import { stateAfter, whyHidden } from '../job-state.ts'
import { useJobList } from '../use-job-list.ts'
import type { Filling } from './filling-api.ts'
import type { JobConflict } from './job-conflict-dialog.tsx'
import { useFillJob } from './use-fill-job.ts'

const PAST_CLOSING = 'Its closing date is over. Choose Edit to give it a later one.'

/** The actions on one posting, each with its notices. */
export type JobActions = Record<'clone' | 'toggle', (job: Job) => void> & {
  /** @param onDeleted leaves a page of the posting, which stays until then */
  remove: (job: Job, onDeleted?: () => void) => void
  /** @param filling what is decided about its people; without it no application changes */
  markFilled: (job: Job, filling?: Filling) => void
}

/**
 * Returns the actions of a row. All but cloning show immediately and are reverted when the server refuses; when another
 * admin has changed the state meanwhile, `conflict` asks.
 */
export function useJobActions() {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  const list = useJobList()
  const today = useToday()
  const [conflict, setConflict] = useState<JobConflict | null>(null)
  const toggle = useJobChange(setConflict, describeToggle, 'Update failed', 'Failed to update job status')
  const fillAlone = useJobChange(setConflict, describeFilling, 'Update failed', 'Failed to mark job as filled')
  const fill = useFillJob(setConflict)

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
    mutationFn: ({ job }: JobDeletion) => deleteJob(job),
    onMutate: ({ job, onDeleted }) => (onDeleted ? undefined : list.change(job.id, () => null)),
    onSuccess: (_answer, { onDeleted }) => {
      onDeleted?.()
      toast({ title: 'Job deleted' })
    },
    onError: (error, { onDeleted }, revert) => {
      revert?.()
      const stored = conflictingVersion<Job>(error)
      if (!stored) return showFailure(error, { title: 'Delete failed', description: 'Failed to delete job posting' })
      list.put(stored)
      setConflict({ stored, action: 'Delete', retry: () => remove.mutate({ job: stored, onDeleted }) })
    },
    onSettled: () => {
      list.refresh()
      refreshDashboard(client, true)
    },
  })

  const actions: JobActions = {
    clone: (job) => clone.mutate({ body: cloneBodyOf(job), idempotencyKey: createAttemptKey().keyFor(job, null) }),
    markFilled: (job, filling) => {
      if (filling) return fill({ job, filling })
      const change = {
        job,
        label: 'Mark as filled',
        // Who stays open keeps their interviews.
        changes: { status: 'filled', interviews: 'keep' },
        shown: stateAfter('filled'),
      } as const
      fillAlone(change)
    },
    toggle: (job) => {
      if (!job.isActive && isPastClosing(job, today) && job.status === 'active') {
        return toast({ title: 'Update failed', description: PAST_CLOSING, tone: 'error' })
      }
      toggle({ job, label: job.isActive ? 'Deactivate' : 'Activate', changes: { isActive: !job.isActive } })
    },
    remove: (job, onDeleted) => remove.mutate({ job, onDeleted }),
  }
  return { actions, conflict, closeConflict: () => setConflict(null) }
}

type JobDeletion = { job: Job; onDeleted: (() => void) | undefined }

/** A change of a posting's state. */
type JobChange = {
  /** The version that the admin saw. */
  job: Job
  /** Its menu item. */
  label: string
  changes: JobUpdate
  /** The fields that the server changes along with them. */
  shown?: JobUpdate
}

function describeToggle(job: Job): ToastMessage {
  return { title: 'Job status updated', description: whyHidden(job) }
}

function describeFilling(): ToastMessage {
  return { title: 'Job marked as filled' }
}

/** A change is made again over a newer version in which the state is the same; otherwise the admin must choose. */
const SAVING = {
  save: ({ id, version }: Job, changes: JobUpdate) => updateJob(id, { ...changes, version }),
  rebase: (seen: Job, changes: JobUpdate, current: Job) =>
    seen.status === current.status && seen.isActive === current.isActive ? changes : undefined,
}

function useJobChange(
  onConflict: (conflict: JobConflict) => void,
  describe: (stored: Job) => ToastMessage,
  title: string,
  description: string,
) {
  const showFailure = useFailureNotice()
  const list = useJobList()
  const { mutate } = useMutation({
    mutationFn: ({ job, changes }: JobChange) => saveWithRebase(job, changes, SAVING),
    onMutate: ({ job, changes, shown }) => list.change(job.id, (one) => ({ ...one, ...changes, ...shown }) as Job),
    onSuccess: (stored) => {
      list.put(stored)
      toast(describe(stored))
    },
    onError: (error, change, revert) => {
      revert?.()
      const stored = conflictingVersion<Job>(error)
      if (!stored) return showFailure(error, { title, description })
      list.put(stored)
      onConflict({ stored, action: change.label, retry: () => mutate({ ...change, job: stored }) })
    },
    onSettled: list.refresh,
  })
  return mutate
}
