import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { RefusedApplication } from '../../../../contract/applications/application-changes.ts'
import { ApiError } from '../../../api/api-error.ts'
import { isSessionOver, useFailureNotice } from '../../../session/end-session.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { useLeaveWarning } from '../../../ui/use-leave-warning.ts'
import { describeConflict, describeFailedChange, describeRefusal } from './change-texts.ts'
import { CHANGES_KEY } from './pending-changes.ts'
import { unsentDecisions, useUnsentDecisions } from './unsent-decisions.ts'
import { type ChangingPage, type Sending, useChanges } from './use-changes.ts'

/** A decision about one application. */
export type ReviewDecision = Sending & {
  /** Sent by the page itself: a failure leaves the decision where it is, without a toast. */
  isAutomatic?: boolean
}

/** How a page shows decisions. */
type DecidingPage = Pick<ChangingPage<ReviewDecision>, 'undo' | 'show' | 'onStored'> & {
  /** Shows an application as it is stored after its decision was refused. */
  onRefused: (refusal: RefusedApplication) => void
  /** Opens the review page of an application. */
  open: (id: number) => void
  sendUnsent: () => void
}

/**
 * Sends decisions. What cannot be sent is kept until another attempt, what contradicts another admin until this one has
 * chosen.
 */
export function useDecisionSending({ undo, show, onStored, onRefused, open, sendUnsent }: DecidingPage) {
  const showFailure = useFailureNotice()
  const refused = ({ change, applications: [seen] }: ReviewDecision, description: string | undefined) =>
    toast({
      ...describeFailedChange(change),
      ...{ description, about: seen?.name, tone: 'error' },
      action: seen && { label: 'Show', run: () => open(seen.id) },
    })
  return useChanges<ReviewDecision>({
    undo,
    show,
    onStored,
    onRefused: ([refusal], decision) => {
      if (!refusal) return
      const { reason, stored } = refusal
      const isConflict = reason === 'changed_meanwhile' && stored !== null
      if (isConflict) unsentDecisions.keepConflict(decision.change, stored)
      else unsentDecisions.drop(refusal.id, decision.change)
      refused(decision, isConflict ? describeConflict(refusal, stored, decision.change) : describeRefusal(refusal))
      onRefused(refusal)
    },
    onFailed: (error, decision) => {
      const words = describeFailedChange(decision.change)
      const kept = keepUnlessRefused(error, decision)
      if (isSessionOver(error)) return showFailure(error, words)
      if (!kept) return refused(decision, (error as ApiError).serverMessage ?? words.description)
      if (decision.isAutomatic) return
      const { length } = unsentDecisions.waiting()
      if (length < 2) return refused(decision, words.description)
      const description = `${length} decisions could not be saved.`
      toast({ title: words.title, description, tone: 'error', action: { label: 'Send now', run: sendUnsent } })
    },
  })
}

/** Keeps a decision for another attempt. @returns false for one that the server will never take: it waits no longer */
function keepUnlessRefused(error: Error, { change, applications }: ReviewDecision): boolean {
  if (isRefusal(error)) {
    for (const { id } of applications) unsentDecisions.drop(id, change)
    return false
  }
  unsentDecisions.noteFailure()
  for (const seen of applications) unsentDecisions.keep(change, seen)
  return true
}

/** Whether the server will refuse the same request again; a session, a limit or a timeout may end. */
function isRefusal(error: Error): boolean {
  return error instanceof ApiError && error.status < 500 && ![401, 408, 429].includes(error.status)
}

/** Reads that follow a failure at once say nothing about the next attempt. In milliseconds. */
const PAUSE_MS = 5_000

/**
 * Sends the decisions that wait, in their order: when the browser is online again, and after a read that succeeds.
 * @returns the action that sends them now
 */
export function useSendUnsent(send: (decision: ReviewDecision) => void): () => void {
  const client = useQueryClient()
  const latest = useRef(send)
  latest.current = send
  const sendAll = useCallback((isAutomatic: boolean) => {
    for (const { change, seen } of unsentDecisions.waiting()) {
      latest.current({ change, applications: [seen], isAutomatic, isLate: true })
    }
  }, [])
  const isWaiting = useUnsentDecisions().some(({ isConflict }) => !isConflict)
  // They survive a reload, but not the end of the browser tab.
  useLeaveWarning(isWaiting)
  useEffect(() => {
    if (!isWaiting) return
    const sendUnlessBusy = () => {
      if (client.isMutating({ mutationKey: CHANGES_KEY }) === 0) sendAll(true)
    }
    const unsubscribe = client.getQueryCache().subscribe((event) => {
      const isRead = event.type === 'updated' && event.action.type === 'success' && !event.action.manual
      if (isRead && Date.now() - unsentDecisions.lastFailure() > PAUSE_MS) sendUnlessBusy()
    })
    window.addEventListener('online', sendUnlessBusy)
    return () => {
      unsubscribe()
      window.removeEventListener('online', sendUnlessBusy)
    }
  }, [isWaiting, client, sendAll])
  return () => sendAll(false)
}
