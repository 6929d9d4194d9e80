import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { InterviewOffer } from '../../../contract/interviews/interview-offer.ts'
import { INTERVIEWS } from '../../../contract/policies/interviews-policy.ts'
import { ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { useAuth } from '../../session/use-auth.ts'
import { useMay } from '../../session/use-may.ts'
import { Button } from '../../ui/button.tsx'
import { formatCalendarDay } from '../../ui/text/date-formats.ts'
import { applicationOffersQuery } from './offers-api.ts'
import { useWithdrawing } from './use-interview-changes.ts'

/** The latest offer of times to an applicant, unless it has led to an interview. */
export function OffersOfApplication({ applicationId }: { applicationId: number }) {
  const { token } = useAuth()
  const { data } = useQuery(applicationOffersQuery(token, applicationId))
  const { isBusy, withdraw } = useWithdrawing()
  const may = useMay()
  const [latest] = data?.offers ?? []
  const isShown = latest && (latest.isOpen || latest.state === 'expired' || latest.state === 'declined')
  if (!isShown) return null
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3 border-line border-l-4 pl-3 text-sm">
      <OfferWords offer={latest} />
      {latest.isOpen && may(INTERVIEWS.invite, latest.jobId) && (
        <Button tone="quiet" isBusy={isBusy} onClick={() => withdraw(latest)}>
          Withdraw times
        </Button>
      )}
    </div>
  )
}

type OffersOverviewProps = Record<'unanswered' | 'open', InterviewOffer[]>

/** The offers of all applicants: those that have ended without a choice first. */
export function OffersOverview({ unanswered, open }: OffersOverviewProps) {
  return (
    <div className="grid items-start gap-x-4 gap-y-6 empty:hidden lg:grid-cols-[repeat(auto-fit,minmax(24rem,1fr))]">
      <OfferSection title="No time chosen" id="unchosen-title" offers={unanswered} tone="border-signal-amber" />
      <OfferSection title="Waiting for a choice" id="offers-title" offers={open} tone="border-line" />
    </div>
  )
}

type OfferSectionProps = { title: string; id: string; offers: InterviewOffer[]; tone: string }

function OfferSection({ title, id, offers, tone }: OfferSectionProps) {
  if (offers.length === 0) return null
  return (
    <section aria-labelledby={id} className={`rounded-md border ${tone} px-4 pt-4 pb-2`}>
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      <ul className="mt-2 grid list-none p-0">
        {offers.map((offer) => (
          <li key={offer.id} className="flex flex-wrap items-center gap-x-4 border-line border-t py-1 text-sm">
            <Link
              href={pathTo(ADMIN_PAGE.review, offer.applicationId)}
              className="wrap-anywhere inline-flex min-h-6 items-center font-semibold max-md:min-h-11 pointer-coarse:min-h-11"
            >
              {offer.applicantName}
            </Link>
            <OfferWords offer={offer} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OfferWords({ offer }: { offer: InterviewOffer }) {
  const { state, times, lastDay, reason } = offer
  const left = times.filter(({ isLeft }) => isLeft).length
  if (state === 'declined')
    return (
      <p className="min-w-0 text-ink-muted">
        Asks for other times{reason && <span className="wrap-anywhere whitespace-pre-wrap">: {reason}</span>}
      </p>
    )
  if (state === 'expired') return <p className="text-ink-muted">No time chosen by {formatCalendarDay(lastDay)}</p>
  return (
    <p className="text-ink-muted">
      {left} of {times.length} offered times left, to choose by {formatCalendarDay(lastDay)}
    </p>
  )
}
