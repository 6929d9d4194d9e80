import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { MOST_INTERVIEWS } from '../../../contract/wire/limits.ts'
import { hashContent } from '../../platform/database/content-hash.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { moveOfPlanning } from '../applications/changes/apply-changes.ts'
import {
  type ApplicationWithResume,
  noteMoves,
  updateApplications,
} from '../applications/stored/application-queries.ts'
import { recordAction } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { finishChange } from '../interviews/change-interviews.ts'
import { findInterview, insertInterview, listInterviewsOf } from '../interviews/stored/interview-queries.ts'
import { cancelDecisionMessages } from '../messages/decision-messages.ts'
import { cancelMessagesAboutOffers } from '../messages/message-queries.ts'
import { isOfferOpen } from '../messages/open-offers.ts'
import { closeOffer, requireOffer } from './change-offers.ts'
import { type OfferWithApplicant, updateOpenOffer } from './offer-queries.ts'
import { endOfTime, lockInterviewers, readTaken, timesOfOffer } from './taken-times.ts'

/** What the applicant does with an offer, in a transaction that has locked the application. */
type Choosing = {
  trx: Transaction<Tables>
  application: ApplicationWithResume
  offerId: number
  now: Date
} & Pick<Services, 'interviews'>

/**
 * Plans the interview at the time that an applicant has chosen: the first who takes a time of an interviewer has it. The same
 * choice once more changes nothing.
 * @throws {RequestError} `not_found`, `invalid_request`, or `changed_meanwhile` when the time is not to be had any more
 */
export async function chooseTime(choosing: Choosing, chosen: string): Promise<void> {
  const { trx, offerId, now } = choosing
  const offer = await requireOwnOffer(choosing)
  const startsAt = new Date(chosen).toISOString()
  if (offer.state === 'booked') return requireSameChoice(trx, offer, startsAt)
  if (!(await isOfferOpen(trx, offerId, now))) throw notOffered()
  if (!timesOfOffer(offer).includes(startsAt))
    throw new RequestError('invalid_request', 'This time was not offered. Choose one of the others.')
  await lockInterviewers(trx, offer)
  const isTaken = await readTaken(trx, [offer], now)
  if (isTaken(offer, startsAt)) throw gone('Somebody else has taken this time. Choose one of those that are left.')
  if (startsAt <= now.toISOString()) throw gone('This time has passed. Choose one of those that are left.')
  await moveToInterview(choosing)
  const interviewId = await plan(choosing, offer, startsAt)
  await updateOpenOffer(trx, offerId, {
    ...{ state: 'booked', interview_id: interviewId },
    ...{ closed_at: now.toISOString(), remind_at: null },
  })
  await cancelMessagesAboutOffers(trx, [offerId], now)
}

/**
 * Closes an offer because its applicant wants other times. Once more changes nothing.
 * @throws {RequestError} `not_found`, or `changed_meanwhile` when nothing can be chosen any more
 */
export async function declineTimes(choosing: Choosing, reason: string | null): Promise<void> {
  const { trx, offerId, now } = choosing
  const offer = await requireOwnOffer(choosing)
  if (offer.state === 'declined') return
  if (!(await isOfferOpen(trx, offerId, now))) throw notOffered()
  await closeOffer(trx, offer, { state: 'declined', reason }, { by: null, now })
}

async function requireOwnOffer({ trx, application, offerId }: Choosing): Promise<OfferWithApplicant> {
  const offer = await requireOffer(trx, offerId)
  if (offer.application_id !== application.id) throw notOffered()
  return offer
}

async function requireSameChoice(
  trx: Transaction<Tables>,
  { interview_id }: OfferWithApplicant,
  startsAt: string,
): Promise<void> {
  const booked = interview_id === null ? undefined : await findInterview(trx, interview_id)
  if (booked?.starts_at !== startsAt) throw gone('You have chosen another time already.')
}

/**
 * An application that is not as far yet moves on, and the invitation tells it in place of what waits about the status before. No
 * undo takes this back: the applicant has the time.
 */
async function moveToInterview({ trx, application, now }: Choosing): Promise<void> {
  const { id, status: from, version } = application
  const { status: to } = moveOfPlanning(application)
  if (to === undefined) return
  await updateApplications(trx, [application], { status: to })
  await noteMoves(trx, [id], now)
  const event = { action: 'status_changed', from, to } as const
  await recordAction(trx, { by: null, now, id, version: version + 1, subject: 'application', event })
  await cancelDecisionMessages(trx, id, now)
}

async function plan({ trx, interviews, now }: Choosing, offer: OfferWithApplicant, startsAt: string): Promise<number> {
  const { application_id, time_zone, kind, place, interviewers } = offer
  if ((await listInterviewsOf(trx, application_id)).length >= MOST_INTERVIEWS)
    throw new RequestError('invalid_request', 'No more interviews can be planned here. Please write to us.')
  const at = now.toISOString()
  const id = await insertInterview(trx, {
    ...{ application_id, time_zone, kind, place, interviewers },
    uid: randomUUID(),
    starts_at: startsAt,
    ends_at: endOfTime(offer, startsAt),
    state: 'planned',
    cancelled_at: null,
    response: 'accepted',
    response_reason: null,
    responded_at: at,
    sequence: 0,
    changed_at: at,
    created_at: at,
    invited_at: at,
    idempotency_key: null,
    content_hash: hashContent({ offerId: offer.id, startsAt }),
  })
  await finishChange({ trx, interviews }, id, { by: null, now, isChosen: true }, { action: 'interview_chosen' })
  return id
}

function notOffered(): RequestError {
  return gone('These times are not offered any more.')
}

function gone(message: string): RequestError {
  return new RequestError('changed_meanwhile', message)
}
