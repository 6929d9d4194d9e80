import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Application } from '../../../../contract/application.ts'
import type { ApplicationChange } from '../../../../contract/application-changes.ts'
import { isSessionOver, useFailureNotice } from '../../../session/end-session.ts'
import { toast } from '../../../ui/toast.ts'
import { describeFailedChange, describeRefusal } from '../changes/change-texts.ts'
import { asRowChange } from '../changes/row-changes.ts'
import type { SeenApplication, Sending } from '../changes/send-change.ts'
import { showChanges } from '../changes/show-changes.ts'
import { useChanges } from '../changes/use-changes.ts'
import type { Undo } from '../changes/use-undo.ts'
import type { ListView } from '../list-view.ts'
import { isListedIn } from './review-queue.ts'
import { unsentDecisions } from './saving/unsent-decisions.ts'
import { useLeaving } from './use-leaving.ts'
import { useReviewCache } from './use-review-cache.ts'

/** A decision that was refused because another admin had decided meanwhile. */
export type DecisionConflict = { change: ApplicationChange; stored: Application }

/**
 * The action that decides about an application. The queue changes at once. Where the server refuses, the application
 * comes back to its place, and a toast names it; what could not be sent is kept until it is tried again.
 * @param open shows an application
 */
export function useDecisions(view: ListView, open: (id: number) => void, undo: Undo) {
  const client = useQueryClient()
  const cache = useReviewCache()
  const showFailure = useFailureNotice()
  const leaving = useLeaving()
  const [conflicts, setConflicts] = useState<ReadonlyMap<number, DecisionConflict>>(new Map())
  const setConflict = (id: number, conflict: DecisionConflict | null) =>
    setConflicts((now) => new Map([...now].filter(([other]) => other !== id).concat(conflict ? [[id, conflict]] : [])))
  const takeBack = (stored: SeenApplication) => {
    leaving.stay(stored.id)
    cache.show(stored)
    cache.put(stored)
  }
  const refused = ({ change, applications: [seen] }: Sending, description: string | undefined) =>
    toast({
      ...describeFailedChange(change),
      description,
      about: seen?.name,
      tone: 'error',
      action: seen && { label: 'Show', run: () => open(seen.id) },
    })

  const send = useChanges<Sending>({
    undo,
    show: async ({ change, applications }) => {
      await cache.cancelReads()
      const rows = applications.flatMap((seen) => {
        const known = cache.find(seen.id)
        return known ? [asRowChange(change, { ...known, ...seen })] : []
      })
      const takeBackRows = showChanges(client, rows)
      return () => {
        takeBackRows()
        // What was decided before, and could not be sent either, is not stored.
        for (const seen of applications) takeBack(unsentDecisions.find(seen.id)?.applications[0] ?? seen)
      }
    },
    onStored: (stored) => {
      for (const one of stored) {
        unsentDecisions.drop(one.id)
        cache.show(one)
      }
    },
    onRefused: ([refusal], decision) => {
      if (!refusal) return
      unsentDecisions.drop(refusal.id)
      refused(decision, describeRefusal(refusal))
      if (refusal.reason === 'not_found') return cache.forget(refusal.id)
      if (refusal.stored) takeBack(refusal.stored)
      if (refusal.reason === 'changed_meanwhile' && refusal.stored) {
        setConflict(refusal.id, { change: decision.change, stored: refusal.stored })
      }
    },
    onFailed: (error, decision) => {
      const words = describeFailedChange(decision.change)
      for (const { id } of decision.applications) unsentDecisions.keep(id, decision)
      const unsent = unsentDecisions.inOrder()
      if (isSessionOver(error)) showFailure(error, words)
      else if (unsent.length < 2) refused(decision, words.description)
      else {
        const description = `${unsent.length} decisions could not be saved.`
        toast({ title: words.title, description, tone: 'error', action: { label: 'Try again', run: sendUnsent } })
      }
    },
  })

  const decide = ({ id, version, name, status, archived }: SeenApplication, change: ApplicationChange): boolean => {
    if ('status' in change ? status === change.status : archived === change.archived) return false
    setConflict(id, null)
    unsentDecisions.drop(id)
    cache.show({ id, ...change })
    const known = cache.find(id)
    if (known && !isListedIn(view, known)) leaving.leave(id, () => cache.put({ id, ...change }))
    else cache.put({ id, ...change })
    send.mutate({ change, applications: [{ id, version, name, status, archived }] })
    return true
  }
  /** Sends what could not be sent, in the order in which it was decided. */
  const sendUnsent = () => {
    for (const { change, applications } of unsentDecisions.inOrder()) {
      for (const application of applications) decide(application, change)
    }
  }
  return { decide, sendUnsent, conflicts, dropConflict: (id: number) => setConflict(id, null), leaving: leaving.ids }
}
