import type { InterviewOffer, OwnOffer } from '../../../contract/interviews/interview-offer.ts'
import { UNDO_TIME_MS } from '../../../contract/wire/limits.ts'
import type { Db } from '../../platform/database/tables.ts'
import { interviewersOf } from '../interviews/stored/interview-presenter.ts'
import { findOpen, type OfferWithApplicant } from './offer-queries.ts'
import { readTaken, timesOfOffer } from './taken-times.ts'

/** Offers as admins read them: one whose end has passed has expired, also before the program closes it. */
export async function presentOffers(
  db: Db,
  offers: readonly OfferWithApplicant[],
  now: Date,
): Promise<InterviewOffer[]> {
  const ids = offers.map(({ id }) => id)
  const open = await findOpen(db, ids, now)
  const isTaken = await readTaken(
    db,
    offers.filter(({ id }) => open.has(id)),
    now,
  )
  return offers
    .map((stored) => withEnd(stored, now))
    .map((offer) => ({
      id: offer.id,
      applicationId: offer.application_id,
      applicantName: offer.name,
      jobId: offer.job_id,
      state: offer.state,
      isOpen: open.has(offer.id),
      times: timesOfOffer(offer).map((startsAt) => ({
        startsAt,
        isLeft: open.has(offer.id) && startsAt > now.toISOString() && !isTaken(offer, startsAt),
      })),
      minutes: offer.minutes,
      timeZone: offer.time_zone,
      kind: offer.kind,
      place: offer.place,
      interviewers: interviewersOf(offer),
      lastDay: offer.last_day,
      endsAt: offer.ends_at,
      reason: offer.reason,
      createdAt: offer.created_at,
      closedAt: offer.closed_at,
      undoableUntil:
        offer.state === 'open' ? new Date(Date.parse(offer.created_at) + UNDO_TIME_MS).toISOString() : null,
    }))
}

function withEnd(offer: OfferWithApplicant, now: Date): OfferWithApplicant {
  const isOver = offer.state === 'open' && offer.ends_at <= now.toISOString()
  return isOver ? { ...offer, state: 'expired', closed_at: offer.ends_at } : offer
}

/** Offers as their applicant reads them: without times that have passed or were taken. */
export async function presentOwnOffers(db: Db, offers: readonly OfferWithApplicant[], now: Date): Promise<OwnOffer[]> {
  const isTaken = await readTaken(db, offers, now)
  return offers.map((offer) => ({
    id: offer.id,
    times: timesOfOffer(offer).filter((startsAt) => startsAt > now.toISOString() && !isTaken(offer, startsAt)),
    minutes: offer.minutes,
    timeZone: offer.time_zone,
    kind: offer.kind,
    place: offer.kind === 'on_site' ? offer.place : null,
    interviewers: interviewersOf(offer).map(({ name }) => name),
    lastDay: offer.last_day,
    endsAt: offer.ends_at,
  }))
}
