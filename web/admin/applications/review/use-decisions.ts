import { useQueryClient } from '@tanstack/react-query'
import type { ApplicationChange } from '../../../../contract/applications/application-changes.ts'
import { givenBy, type SeenApplication, showChange } from '../changes/row-changes.ts'
import type { Undo } from '../changes/undo.ts'
import { unsentDecisions } from '../changes/unsent-decisions.ts'
import { type ReviewDecision, useDecisionSending, useSendUnsent } from '../changes/use-decision-sending.ts'
import type { ListView } from '../list-view.ts'
import { isListedIn } from './review-queue.ts'
import type { useLeaving } from './use-leaving.ts'
import { useReviewCache } from './use-review-cache.ts'

/**
 * The action that decides about an application. The queue changes at once. Where the server refuses, the application
 * comes back to its position, and a toast names it; what could not be sent is kept until it is sent again.
 * @param page.open shows an application
 * @param page.leaving the rows that leave the queue
 */
export function useDecisions(
  view: ListView,
  { open, undo, leaving }: { open: (id: number) => void; undo: Undo; leaving: ReturnType<typeof useLeaving> },
) {
  const client = useQueryClient()
  const cache = useReviewCache()
  const takeBack = (stored: SeenApplication) => {
    leaving.stay(stored.id)
    cache.show(stored)
    cache.put(stored)
  }

  const send = useDecisionSending({
    undo,
    open,
    sendUnsent: () => sendUnsent(),
    show: async ({ change, applications }) => {
      await cache.cancelReads()
      const rows = applications.flatMap((seen) => {
        const cached = cache.find(seen.id)
        return cached ? [{ ...cached, ...seen }] : []
      })
      const takeBackRows = showChange(client, change, rows)
      return () => {
        takeBackRows()
        // What was decided before, and could not be sent either, is not stored.
        for (const seen of applications) takeBack(unsentDecisions.find(seen.id, change)?.seen ?? seen)
      }
    },
    onStored: (stored) => stored.forEach(cache.show),
    onRefused: ({ id, reason, stored }) => {
      if (reason === 'not_found') cache.forget(id)
      else if (stored) takeBack(stored)
    },
  })

  const decide = (
    { id, version, name, status, archived }: SeenApplication,
    change: ApplicationChange,
    way: Pick<ReviewDecision, 'isAutomatic' | 'isLate'> = {},
  ): boolean => {
    const seen = { id, version, name, status, archived }
    if ('status' in change ? status === change.status : archived === change.archived) {
      unsentDecisions.drop(id, change)
      return false
    }
    // It replaces the one that waits, and waits itself until the server responds.
    if (unsentDecisions.find(id, change)) unsentDecisions.keep(change, seen)
    cache.show({ id, ...givenBy(change) })
    const cached = cache.find(id)
    if (cached && !isListedIn(view, cached)) leaving.leave(id, () => cache.put({ id, ...givenBy(change) }))
    else cache.put({ id, ...givenBy(change) })
    send.mutate({ change, applications: [seen], ...way })
    return true
  }
  const sendUnsent = useSendUnsent(({ change, applications, ...way }) => {
    for (const seen of applications) decide(seen, change, way)
  })
  return { decide, sendUnsent }
}
