import type { Job } from '../../../../contract/jobs/job.ts'
import { useFailureNotice } from '../../../session/end-session.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { countApplications, describeRefused } from '../../applications/changes/change-texts.ts'
import { useChange } from '../../applications/changes/pending-changes.ts'
import { pushStep, useUndo } from '../../applications/changes/undo.ts'
import { useMessageNote } from '../../messages/use-message-note.ts'
import { type Rejection, rejectOpen } from './reject-open.ts'

/** Returns the action that rejects the open applications of a filled posting; its toast offers to undo that. */
export function useRejectOpen(): (job: Job) => void {
  const showFailure = useFailureNotice()
  const { undo } = useUndo()
  const noteMessages = useMessageNote()
  return useChange({
    send: ({ id }: Job) => rejectOpen(id),
    onMade: (rejection) => {
      const { changes, error } = rejection
      const words = { noun: 'Rejections', outcome: 'open again', remains: 'The posting stays filled.' }
      const step = { ...words, changes: [...changes], done: [] }
      if (changes.length > 0) pushStep(step)
      const message = {
        title: 'Job marked as filled',
        description: describeRejection(rejection),
        ...noteMessages(rejection.messages),
        action: changes.length > 0 ? { label: 'Undo rejections', run: () => undo(step) } : undefined,
      }
      if (error) showFailure(error, message)
      else toast(message)
    },
    onFailed: (error) =>
      showFailure(error, {
        title: 'Job marked as filled',
        description: 'Its open applications could not be rejected.',
      }),
  }).mutate
}

function describeRejection({ count, refused, error }: Rejection): string {
  const sentences = [`${countApplications(count)} rejected.`]
  if (error) sentences.push('The rest could not be rejected.')
  if (refused.length > 0) sentences.push(`Not rejected: ${describeRefused(refused)}`)
  return sentences.join(' ')
}
