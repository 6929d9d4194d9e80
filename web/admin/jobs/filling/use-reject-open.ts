import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RefusedApplication } from '../../../../contract/application-changes.ts'
import type { Job } from '../../../../contract/job.ts'
import { useFailureNotice } from '../../../session/end-session.ts'
import { formatCount } from '../../../ui/text/format-count.ts'
import { toast } from '../../../ui/toast.ts'
import type { ToastMessage } from '../../../ui/toast-store.ts'
import { CHANGES_KEY } from '../../applications/changes/pending-changes.ts'
import { describeUndoFailure, isTooLate } from '../../applications/changes/undoable-changes.ts'
import { refreshBoards } from '../board/use-board-moves.ts'
import { type Rejection, rejectOpen } from './reject-open.ts'
import { type Undoing, undoRejections } from './undo-rejections.ts'

/** Returns the action that rejects the open applications of a filled posting; its toast offers to undo that. */
export function useRejectOpen(): (job: Job) => void {
  const client = useQueryClient()
  const showFailure = useFailureNotice()

  const undo = useMutation({
    mutationKey: CHANGES_KEY,
    mutationFn: ({ undoing }: { job: Job; undoing: Undoing }) => undoRejections(undoing),
    onSuccess: (_answer, { undoing }) => toast(describeUndone(undoing.done)),
    onError: (error, { job, undoing }) =>
      showFailure(error, {
        title: undoing.done.length > 0 ? 'Undone in part' : 'Not undone',
        description: describeUndoFailure(error).description,
        // The same object: another press goes on with what is left.
        action: isTooLate(error) ? undefined : { label: 'Undo', run: () => undo.mutate({ job, undoing }) },
      }),
    onSettled: (_answer, _error, { job }) => refreshBoards(client, job.id),
  })

  return useMutation({
    mutationKey: CHANGES_KEY,
    mutationFn: ({ id }: Job) => rejectOpen(id),
    onSuccess: (rejection, job) => {
      const { changes, error } = rejection
      const words = {
        title: 'Job marked as filled',
        description: describeRejection(rejection),
        action:
          changes.length > 0
            ? { label: 'Undo', run: () => undo.mutate({ job, undoing: { left: [...changes], done: [] } }) }
            : undefined,
      }
      if (error) showFailure(error, words)
      else toast(words)
    },
    onError: (error) =>
      showFailure(error, {
        title: 'Job marked as filled',
        description: 'Its open applications could not be rejected.',
      }),
    onSettled: (_answer, _error, { id }) => refreshBoards(client, id),
  }).mutate
}

/** What the toast says about the applications; names at most three that were not rejected. */
export function describeRejection({ count, refused, error }: Omit<Rejection, 'changes'>): string {
  const rejected = `${countApplications(count)} rejected.${error ? ' The rest could not be rejected.' : ''}`
  return refused.length === 0 ? rejected : `${rejected} Changed meanwhile and not rejected: ${nameRefused(refused)}.`
}

/** The toast of an undo that went through: how many are open, and up to three names of those that are not. */
export function describeUndone(done: Undoing['done']): ToastMessage {
  const undone = done.filter((one) => one !== null)
  // An application that had its former status already is open too.
  const count = undone.reduce((sum, { changed, unchanged }) => sum + changed.length + unchanged.length, 0)
  const refused = undone.flatMap((one) => one.refused)
  const hadBeen = done.length > undone.length
  const sentences = [
    count > 0 && `${countApplications(count)} ${count === 1 ? 'is' : 'are'} open again.`,
    hadBeen && `${undone.length > 0 ? 'Some' : 'All'} rejections had been undone already.`,
    refused.length > 0 && `Changed or deleted meanwhile and not opened again: ${nameRefused(refused)}.`,
  ]
  const description = sentences.filter((one) => one !== false).join(' ')
  if (refused.length === 0) return { title: 'Rejections undone', description }
  return { title: count > 0 || hadBeen ? 'Undone in part' : 'Not undone', description, tone: 'error' }
}

function nameRefused(refused: RefusedApplication[]): string {
  const names = refused.flatMap(({ name }) => name ?? []).slice(0, 3)
  const others = refused.length - names.length
  // A deleted application has no name.
  if (names.length === 0) return countApplications(others)
  return [...names, ...(others > 0 ? [`${others} more`] : [])].join(', ')
}

function countApplications(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'application' : 'applications'}`
}
