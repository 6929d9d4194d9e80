import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UndoneChange } from '../../../contract/application-changes.ts'
import type { Job } from '../../../contract/job.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { formatCount } from '../../ui/text/format-count.ts'
import { toast } from '../../ui/toast.ts'
import { undoChange } from '../applications/changes/change-together.ts'
import { CHANGES_KEY } from '../applications/changes/pending-changes.ts'
import { refreshBoards } from './board/use-board-moves.ts'
import { type Rejection, rejectOpen } from './reject-open.ts'

/** Returns the action that rejects the open applications of a filled posting; its toast offers to undo that. */
export function useRejectOpen(): (job: Job) => void {
  const client = useQueryClient()
  const showFailure = useFailureNotice()

  const undo = useMutation({
    mutationKey: CHANGES_KEY,
    mutationFn: async ({ changes }: { job: Job; changes: number[] }) => {
      const undone: UndoneChange[] = []
      for (const id of changes) undone.push(await undoChange(id))
      return undone
    },
    onSuccess: (undone) => {
      const count = undone.reduce((sum, { changed }) => sum + changed.length, 0)
      toast({
        title: 'Rejections undone',
        description: `${countApplications(count)} ${count === 1 ? 'is' : 'are'} open again.`,
      })
    },
    onError: (error) => showFailure(error, { title: 'Not undone', description: 'Please try again' }),
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
        action: changes.length > 0 ? { label: 'Undo', run: () => undo.mutate({ job, changes }) } : undefined,
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
  if (refused.length === 0) return rejected
  const names = refused.flatMap(({ name }) => name ?? []).slice(0, 3)
  const others = refused.length - names.length
  const all = [...names, ...(others > 0 ? [`${others} more`] : [])].join(', ')
  return `${rejected} Changed meanwhile and not rejected: ${all}.`
}

function countApplications(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'application' : 'applications'}`
}
