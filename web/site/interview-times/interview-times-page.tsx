import type { InterviewTimesPageData } from '../../../contract/interviews/interview-offer.ts'
import { zoneName } from '../../../contract/site/zone-name.ts'
import { ANCHOR, OFFER_PARAMETER, PAGE } from '../../../contract/wire/paths.ts'
import { usePageData } from '../../layout/page-data-context.ts'
import { servedPage } from '../../layout/served-page.tsx'
import { AlertNotice } from '../alerts/alert-notice.tsx'
import { describeDay, describeHour, OfferFacts, OtherTimes, TimeButtons, useReaderZone } from './offered-times.tsx'

/** The page that the message of offered times links to. It works without JavaScript. The title names no person. */
export const page = servedPage<InterviewTimesPageData>({
  path: PAGE.interviewTimes,
  title: titleOf,
  Body: InterviewTimes,
})

type Served = { title: string; served: InterviewTimesPageData | null }

function InterviewTimes({ title, served: data }: Served) {
  return (
    <AlertNotice title={title}>
      {data?.job && <p className="wrap-anywhere font-semibold">{data.job}</p>}
      {data?.fault && (
        <p role="alert" className="measure border-signal-amber border-l-4 pl-4">
          {data.fault}
        </p>
      )}
      {data ? <Outcome data={data} /> : <NoLink />}
    </AlertNotice>
  )
}

function Outcome({ data }: { data: InterviewTimesPageData }) {
  if (data.booked) return <Booked booked={data.booked} companyZone={data.companyZone} />
  if (data.offer) return <Choice {...data} offer={data.offer} />
  if (data.isDeclined) return <p className="measure">Thank you for telling us. We write to you with other times.</p>
  return (
    <p className="measure">
      The last day to choose is over, or the times were withdrawn. <WriteToUs />
    </p>
  )
}

function Choice({
  token,
  offer,
  companyZone,
}: Pick<InterviewTimesPageData, 'token' | 'companyZone'> & {
  offer: NonNullable<InterviewTimesPageData['offer']>
}) {
  const zone = useReaderZone(companyZone)
  const isLeft = offer.times.length > 0
  return (
    <form
      method="post"
      action={`${PAGE.interviewTimes}?${OFFER_PARAMETER}=${token}#${ANCHOR.result}`}
      aria-label="Times for the interview"
      className="grid gap-6"
    >
      <OfferFacts offer={offer} zone={zone} />
      {isLeft ? <TimeButtons times={offer.times} zone={zone} /> : <p>None of the offered times is left.</p>}
      <OtherTimes isOpen={!isLeft} />
    </form>
  )
}

function Booked({ booked, companyZone }: { companyZone: string; booked: { startsAt: string; minutes: number } }) {
  const zone = useReaderZone(companyZone)
  return (
    <>
      <p role="status" className="measure border-signal-green border-l-4 pl-4">
        <time dateTime={booked.startsAt} className="block font-semibold text-lg">
          {describeDay(booked.startsAt, zone)}, {describeHour(booked.startsAt, zone)}
        </time>
        {booked.minutes} minutes. Times are in {zoneName(zone)}.
      </p>
      <p className="measure">An invitation with a file for your calendar is on its way to you.</p>
    </>
  )
}

function NoLink() {
  return (
    <p className="measure">
      The link is incomplete, or too old. <WriteToUs />
    </p>
  )
}

function WriteToUs() {
  const { email } = usePageData().company
  return (
    <>
      Write to <a href={`mailto:${email}`}>{email}</a> about your interview.
    </>
  )
}

function titleOf(data: InterviewTimesPageData | null): string {
  if (!data) return 'This link is not valid any more'
  if (data.booked) return 'Your interview is booked'
  if (data.offer) return 'Choose a time for your interview'
  return data.isDeclined ? 'You asked for other times' : 'These times are not offered any more'
}
