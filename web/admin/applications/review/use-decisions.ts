import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Application } from '../../../../contract/application.ts'
import type { ApplicationChange, MadeChange } from '../../../../contract/application-changes.ts'
import { isSessionOver, useFailureNotice } from '../../../session/end-session.ts'
import { toast } from '../../../ui/toast.ts'
import { CHANGES_KEY, cancelReads, refreshDashboard } from '../changes/pending-changes.ts'
import { type Change, describeChange, REFUSALS } from '../changes/row-changes.ts'
import { showChanges } from '../changes/show-changes.ts'
import { changeOne, describeRefusal } from '../changes/undoable-changes.ts'
import type { ListView } from '../list/list-view.ts'
import { isListedIn } from './review-queue.ts'
import { useLeaving } from './use-leaving.ts'
import { useReviewCache } from './use-review-cache.ts'

/** One decision: what happens to which application, and where that stood in the queue. */
export type Decision = { application: Application; change: ApplicationChange; index: number }

/** A decision with the change that the server made of it; undefined if it was refused. */
export type MadeDecision = Decision & { made: Promise<MadeChange | undefined> }

/** A decision that was refused because another admin had decided meanwhile. */
export type DecisionConflict = { change: ApplicationChange; stored: Application }

/**
 * The action that decides about an application. The queue changes at once; where the server refuses, the application
 * comes back, and a toast names it.
 * @param open shows an application
 */
export function useDecisions(view: ListView, open: (id: number) => void, onUndo: (decision: MadeDecision) => void) {
  const client = useQueryClient()
  const cache = useReviewCache()
  const showFailure = useFailureNotice()
  const leaving = useLeaving()
  const [conflicts, setConflicts] = useState<ReadonlyMap<number, DecisionConflict>>(new Map())
  const setConflict = (id: number, conflict: DecisionConflict | null) =>
    setConflicts((now) => new Map([...now].filter(([other]) => other !== id).concat(conflict ? [[id, conflict]] : [])))
  const takeBack = ({ application, index }: Decision, stored = application) => {
    leaving.stay(stored.id)
    cache.show(stored)
    cache.put(stored.id, stored)
    cache.restore(stored, index)
  }
  const refused = (decision: Decision, description: string | undefined) =>
    toast({
      ...REFUSALS[changeOf(decision).kind],
      description,
      about: decision.application.name,
      tone: 'error',
      action: { label: 'Show', run: () => open(decision.application.id) },
    })

  const send = useMutation({
    mutationKey: CHANGES_KEY,
    // One at a time: two parallel requests may reach the server in the wrong order.
    scope: { id: CHANGES_KEY[0] },
    mutationFn: ({ application, change }: Decision) => changeOne(change, application),
    onMutate: async (decision) => {
      await Promise.all([cancelReads(client), cache.cancelReads()])
      return showChanges(client, [changeOf(decision)])
    },
    onSuccess: ({ changed, refused: [refusal] }, decision, undoOnDashboard) => {
      if (changed[0]) return cache.show(changed[0])
      if (!refusal) return
      undoOnDashboard?.()
      refused(decision, describeRefusal(refusal))
      if (refusal.reason === 'not_found') return cache.forget(refusal.id)
      takeBack(decision, refusal.stored ?? undefined)
      if (refusal.reason === 'changed_meanwhile' && refusal.stored) {
        setConflict(refusal.id, { change: decision.change, stored: refusal.stored })
      }
    },
    onError: (error, decision, undoOnDashboard) => {
      undoOnDashboard?.()
      takeBack(decision)
      const words = REFUSALS[changeOf(decision).kind]
      if (isSessionOver(error)) showFailure(error, words)
      else refused(decision, words.description)
    },
    onSettled: () => {
      refreshDashboard(client, true)
    },
  })

  const decide = (decision: Decision): MadeDecision | undefined => {
    const { application, change } = decision
    if (isUnchanged(decision)) return undefined
    const after = { ...application, ...change }
    setConflict(application.id, null)
    cache.show(after)
    if (isListedIn(view, after)) cache.put(after.id, after)
    else leaving.leave(after.id, () => cache.put(after.id, after))
    const made = send.mutateAsync(decision).then(
      (answer) => (answer.id === null ? undefined : answer),
      () => undefined,
    )
    const madeDecision = { ...decision, made }
    made.then((answer) => {
      if (!answer) return
      toast({
        ...describeChange(changeOf(decision)),
        about: application.name,
        action: { label: 'Undo', run: () => onUndo(madeDecision) },
      })
    })
    return madeDecision
  }
  return { decide, conflicts, dropConflict: (id: number) => setConflict(id, null), leaving: leaving.ids }
}

function isUnchanged({ application, change }: Decision): boolean {
  return 'status' in change ? application.status === change.status : application.archived === change.archived
}

function changeOf({ application, change }: Decision): Change {
  return 'status' in change
    ? { kind: 'status', application, status: change.status }
    : { kind: 'archive', application, archived: change.archived }
}
