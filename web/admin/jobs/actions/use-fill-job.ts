import type { Job } from '../../../../contract/jobs/job.ts'
import { conflictingVersion, isEditConflict } from '../../../api/edit-conflict.ts'
import { useFailureNotice } from '../../../session/end-session.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { useChange } from '../../applications/changes/pending-changes.ts'
import { pushStep, useUndo } from '../../applications/changes/undo.ts'
import { useMessageNote } from '../../messages/use-message-note.ts'
import { stateAfter } from '../job-state.ts'
import { useJobList } from '../use-job-list.ts'
import { type Filling, fillJob } from './filling-api.ts'
import { describeFilled } from './filling-texts.ts'
import type { JobConflict } from './job-conflict-dialog.tsx'

const FAILED = { title: 'Update failed', description: 'Failed to mark job as filled' }

/** A posting as it was seen, and what is decided about its people. */
type JobFilling = { job: Job; filling: Filling }

/**
 * Returns the action that fills a posting, hires and rejects; its toast says what happened to whom, and offers to undo
 * all of it. The posting is shown as filled at once, and is reverted when the server refuses.
 */
export function useFillJob(onConflict: (conflict: JobConflict) => void): (filling: JobFilling) => void {
  const showFailure = useFailureNotice()
  const list = useJobList()
  const noteMessages = useMessageNote()
  const { undo } = useUndo(({ posting }) => {
    if (posting) list.refresh()
  })
  const { mutate } = useChange({
    send: ({ job, filling }: JobFilling) => fillJob(job, filling),
    show: ({ job }) => list.change(job.id, (one) => ({ ...one, ...stateAfter('filled') })),
    onMade: (filled) => {
      list.put(filled.job)
      list.refresh()
      const step = { noun: 'Filling', outcome: 'open again', changes: [filled.changeId], done: [] }
      pushStep(step)
      toast({
        title: 'Job marked as filled',
        description: describeFilled(filled),
        ...noteMessages(filled.messages),
        action: { label: 'Undo', run: () => undo(step) },
      })
    },
    onFailed: (error, { filling }, revert) => {
      revert?.()
      list.refresh()
      const stored = conflictingVersion<Job>(error)
      if (!stored) return showFailure(error, { ...FAILED, ...reasonOf(error) })
      list.put(stored)
      if (stored.status === 'filled') return showFailure(error, { ...FAILED, description: FILLED_BEFORE })
      onConflict({ stored, action: 'Mark as filled', retry: () => mutate({ job: stored, filling }) })
    },
  })
  return mutate
}

const FILLED_BEFORE = 'Another admin has filled it meanwhile. Nothing was changed: look at its applications again.'

/** Why nothing was done, where others have decided about the one who was to be hired. */
function reasonOf(error: Error) {
  const isDecided = isEditConflict(error)
  return isDecided
    ? {
        description:
          'Whom you chose as hired was changed by another admin meanwhile. Nothing was changed: choose again.',
      }
    : {}
}
