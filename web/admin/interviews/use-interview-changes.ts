import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Interview, SavedInterview } from '../../../contract/interviews/interview.ts'
import type { InterviewOffer } from '../../../contract/interviews/interview-offer.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { failureMessage } from '../../api/api-error.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { toast } from '../../ui/toast/toast.ts'
import { APPLICATION_KEY } from '../api/application-api.ts'
import { HISTORY_KEY } from '../api/history-api.ts'
import type { UndoStep } from '../applications/changes/change-texts.ts'
import { useChange } from '../applications/changes/pending-changes.ts'
import { noteChanges, pushStep, useUndo } from '../applications/changes/undo.ts'
import { describeTold } from '../messages/told-texts.ts'
import { cancelInterview } from './interviews-api.ts'
import { withdrawOffer } from './offers-api.ts'

/** Reads everything again that a change of an offer of times changes; rows of lists have a mark of it. */
export function useOfferRefresh(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    const keys = [[ADMIN_API.interviews], APPLICATION_KEY, HISTORY_KEY, [ADMIN_API.applications, 'page']]
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })))
  }
}

/** How long the toast of a change of an interview is shown. In milliseconds. */
const TOAST_MS = 10_000

/** What is said of each change: its title, what an undo calls it, one of its messages, and that nobody is told. */
const WORDS = {
  planned: { title: 'Interview planned', noun: 'Planning', message: 'invitation', untold: undefined },
  changed: { title: 'Interview changed', noun: 'Change', message: 'message', untold: undefined },
  cancelled: {
    ...{ title: 'Interview cancelled', noun: 'Cancellation', message: 'cancellation' },
    untold: 'Nobody has to be told.',
  },
} as const

/** Returns the action that says what was done to an interview, and who hears of it when; the toast and the undo key take it back. */
export function useSavedNotice() {
  const { undo } = useUndo()
  return ({ changeId, applicantName, mails }: SavedInterview, done: keyof typeof WORDS) => {
    const { title, noun, message, untold } = WORDS[done]
    const step: UndoStep = { noun, changes: [], done: [] }
    pushStep(step)
    noteChanges(step, changeId === null ? [] : [changeId])
    toast({
      title,
      about: applicantName,
      description: describeTold(mails, message) ?? untold,
      ...(changeId !== null && { durationMs: TOAST_MS, action: { label: 'Undo', run: () => undo(step) } }),
    })
  }
}

/** Cancels interviews. */
export function useCancelling() {
  const showFailure = useFailureNotice()
  const notice = useSavedNotice()
  const changing = useChange({
    send: cancelInterview,
    onMade: (saved) => notice(saved, 'cancelled'),
    onFailed: (error) => showFailure(error, { title: 'Interview not changed', description: failureMessage(error) }),
  })
  return { isBusy: changing.isPending, cancel: (interview: Interview) => changing.mutate(interview) }
}

/** Withdraws offered times. */
export function useWithdrawing() {
  const refresh = useOfferRefresh()
  const showFailure = useFailureNotice()
  const withdrawing = useMutation({
    mutationFn: withdrawOffer,
    retry: false,
    onSuccess: ({ applicantName, state }) =>
      state === 'withdrawn'
        ? toast({ title: 'Times withdrawn', about: applicantName })
        : toast({ title: 'Times were chosen or ended already', about: applicantName }),
    onError: (error) => showFailure(error, { title: 'Times not withdrawn', description: failureMessage(error) }),
    onSettled: refresh,
  })
  return { isBusy: withdrawing.isPending, withdraw: (offer: Pick<InterviewOffer, 'id'>) => withdrawing.mutate(offer) }
}
