import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { OwnOffer } from '../../../contract/interviews/interview-offer.ts'
import { API, pathTo } from '../../../contract/wire/paths.ts'
import { failureMessage } from '../../api/api-error.ts'
import { toast, useToaster } from '../../ui/toast/toast.ts'
import { OfferFacts, OtherTimes, TimeButtons, useReaderZone } from '../interview-times/offered-times.tsx'
import { MY_APPLICATION, requestWithLink } from './my-application-api.ts'

/** The times that are offered for an interview: one tap takes one. */
export function OwnOffers({ offers, token }: { offers: OwnOffer[]; token: string }) {
  return offers.map((offer) => <Offer key={offer.id} offer={offer} token={token} />)
}

function Offer({ offer, token }: { offer: OwnOffer; token: string }) {
  const zone = useReaderZone(offer.timeZone)
  const sending = useSending(offer, token)
  const isLeft = offer.times.length > 0
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.isPending) return
    const { submitter } = event.nativeEvent as SubmitEvent
    const fields = new FormData(event.currentTarget, submitter)
    const startsAt = fields.get('startsAt')
    sending.mutate(startsAt === null ? { reason: String(fields.get('reason') ?? '') } : { startsAt: String(startsAt) })
  }
  return (
    <section aria-labelledby={`offer-${offer.id}`} className="grid gap-4 rounded-md border border-accent bg-panel p-5">
      <h2 id={`offer-${offer.id}`} className="text-lg">
        Choose a time for your interview
      </h2>
      <form onSubmit={submit} aria-label="Times for the interview" className="grid gap-5">
        <OfferFacts offer={offer} zone={zone} />
        {isLeft ? (
          <TimeButtons times={offer.times} zone={zone} isBusy={sending.isPending} />
        ) : (
          <p>None of the offered times is left.</p>
        )}
        <OtherTimes isOpen={!isLeft} isBusy={sending.isPending} />
      </form>
    </section>
  )
}

type Sent = { startsAt: string } | { reason: string }

/** Takes a time, or asks for others. Whatever comes back, the times that are left are read again. */
function useSending({ id }: OwnOffer, token: string) {
  const client = useQueryClient()
  useToaster()
  return useMutation({
    mutationFn: (sent: Sent) =>
      requestWithLink<void>('POST', pathTo('startsAt' in sent ? API.chooseTime : API.declineTimes, id), token, sent),
    retry: false,
    onSuccess: (_, sent) => toast({ title: 'startsAt' in sent ? 'Your interview is booked' : 'Other times asked for' }),
    onError: (error) => toast({ title: 'Not booked', description: failureMessage(error), tone: 'error' }),
    onSettled: () => client.invalidateQueries({ queryKey: MY_APPLICATION }),
  })
}
