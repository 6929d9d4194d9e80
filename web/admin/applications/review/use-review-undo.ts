import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { isSessionOver, useFailureNotice } from '../../../session/end-session.ts'
import { toast } from '../../../ui/toast.ts'
import { undoChange } from '../changes/change-together.ts'
import { CHANGES_KEY, refreshDashboard } from '../changes/pending-changes.ts'
import { describeRefusal, describeUndoFailure } from '../changes/undoable-changes.ts'
import type { MadeDecision } from './use-decisions.ts'
import { useReviewCache } from './use-review-cache.ts'

/** A change to take back, and where its application stood in the queue. */
type Undo = { changeId: number; id: number; index: number }

/**
 * The actions that take decisions back: the last one, a given one, or a change of the history. The application is then
 * shown again.
 * @param open shows an application
 */
export function useReviewUndo(open: (id: number) => void) {
  const client = useQueryClient()
  const cache = useReviewCache()
  const showFailure = useFailureNotice()
  const decisions = useRef<MadeDecision[]>([])
  const send = useMutation({
    mutationKey: CHANGES_KEY,
    scope: { id: CHANGES_KEY[0] },
    mutationFn: ({ changeId }: Undo) => undoChange(changeId),
    onSuccess: ({ changed, refused: [refusal] }, { id, index }) => {
      for (const application of changed) {
        cache.show(application)
        cache.put(application.id, application)
        cache.restore(application, index)
      }
      if (refusal)
        toast({
          title: 'Undo failed',
          about: refusal.name ?? 'It',
          description: describeRefusal(refusal),
          tone: 'error',
        })
      else
        toast({
          title: 'Change undone',
          about: changed.find((one) => one.id === id)?.name,
          description: others(changed.length),
        })
      open(id)
    },
    onError: (error) => {
      if (isSessionOver(error)) showFailure(error, describeUndoFailure(error))
      else toast(describeUndoFailure(error))
    },
    onSettled: () => {
      refreshDashboard(client, true)
    },
  })
  const undo = async (decision: MadeDecision) => {
    decisions.current = decisions.current.filter((one) => one.made !== decision.made)
    const made = await decision.made
    if (made?.id) send.mutate({ changeId: made.id, id: decision.application.id, index: decision.index })
  }
  return {
    remember: (decision: MadeDecision | undefined) => {
      if (decision) decisions.current.push(decision)
    },
    undo,
    undoLast: () => {
      const last = decisions.current.at(-1)
      if (last) undo(last)
      else toast({ title: 'Nothing to undo', description: 'No decision was made since this page was opened.' })
    },
    undoChange: (changeId: number, id: number, index: number) => send.mutate({ changeId, id, index }),
  }
}

function others(changed: number): string | undefined {
  return changed > 1 ? `and ${changed - 1} more of the same change` : undefined
}
