import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Interview } from '../../../contract/interviews/interview.ts'
import type { InterviewOffer } from '../../../contract/interviews/interview-offer.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { failureMessage } from '../../api/api-error.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { toast } from '../../ui/toast/toast.ts'
import { APPLICATION_KEY } from '../api/application-api.ts'
import { HISTORY_KEY } from '../api/history-api.ts'
import { describeTold } from './interview-texts.ts'
import { setCancelled } from './interviews-api.ts'
import { withdrawOffer } from './offers-api.ts'

/** Reads everything again that a change of an interview changes. */
export function useInterviewRefresh(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    const keys = [[ADMIN_API.interviews], APPLICATION_KEY, HISTORY_KEY]
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })))
  }
}

/** The same after a change of an offer of times, of which the rows of lists have a mark. */
export function useOfferRefresh(): () => Promise<void> {
  const client = useQueryClient()
  const refresh = useInterviewRefresh()
  return async () => {
    await Promise.all([refresh(), client.invalidateQueries({ queryKey: [ADMIN_API.applications, 'page'] })])
  }
}

/** Cancels interviews and takes cancellations back; the toast of a cancellation can do so too. */
export function useCancelling() {
  const refresh = useInterviewRefresh()
  const showFailure = useFailureNotice()
  const changing = useMutation({
    mutationFn: ({ interview, isCancelled }: { interview: Interview; isCancelled: boolean }) =>
      setCancelled(interview, isCancelled),
    retry: false,
    onSuccess: (interview, { isCancelled }) => {
      toast({
        title: isCancelled ? 'Interview cancelled' : 'Interview restored',
        about: interview.applicantName,
        description: isCancelled
          ? (describeTold(interview.mails, 'cancellation') ?? 'Nobody has to be told.')
          : describeTold(interview.mails, 'invitation'),
        ...(isCancelled && {
          durationMs: 10_000,
          action: { label: 'Undo', run: () => changing.mutate({ interview, isCancelled: false }) },
        }),
      })
    },
    onError: (error) => showFailure(error, { title: 'Interview not changed', description: failureMessage(error) }),
    onSettled: refresh,
  })
  return {
    isBusy: changing.isPending,
    cancel: (interview: Interview) => changing.mutate({ interview, isCancelled: true }),
    restore: (interview: Interview) => changing.mutate({ interview, isCancelled: false }),
  }
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
