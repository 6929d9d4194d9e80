import type { Transaction } from 'kysely'
import type { ApplicationEvent } from '../../../contract/applications/history.ts'
import type { OfferDetails } from '../../../contract/interviews/interview-offer.ts'
import { OFFER, UNDO_TIME_MS } from '../../../contract/wire/limits.ts'
import { hashContent } from '../../platform/database/content-hash.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { idempotencyKeyReused, notFound } from '../../platform/http/request-error.ts'
import { lockAndFind } from '../applications/changes/apply-changes.ts'
import { applicationGone } from '../applications/stored/application-queries.ts'
import { type Action, type Actor, recordAction, shownName } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { refused } from '../interviews/change-interviews.ts'
import { cancelMessagesAboutOffers } from '../messages/message-queries.ts'
import { isOfferOpen } from '../messages/open-offers.ts'
import { queueOfferMessage } from './offer-messages.ts'
import {
  findOffer,
  findOfferByIdempotencyKey,
  insertOffer,
  listOffersOf,
  type OfferWithApplicant,
  updateOpenOffer,
} from './offer-queries.ts'
import { readOfferedTimes, startOf } from './offered-times.ts'
import { readTaken } from './taken-times.ts'

/**
 * Offers times for an interview. The message to the applicant leaves at the end of the undo time.
 * @param action.id of the application
 * @param offered.idempotencyKey a second request with the same key and content returns the first one's offer
 * @throws {RequestError} `not_found`, `invalid_request` or `idempotency_key_reused`
 */
export function offerTimes(
  { db, ...services }: Pick<Services, 'db' | 'messages' | 'findAddressees'>,
  { id: applicationId, by, now }: Action,
  { details, idempotencyKey }: { details: OfferDetails; idempotencyKey: string | null },
): Promise<OfferWithApplicant> {
  return db.transaction().execute(async (trx) => {
    const application = (await lockAndFind(trx, [applicationId])).get(applicationId)
    if (!application) throw applicationGone()
    const contentHash = hashContent({ applicationId, ...details })
    const earlier = idempotencyKey ? await findOfferByIdempotencyKey(trx, idempotencyKey) : undefined
    if (earlier && earlier.content_hash !== contentHash) throw idempotencyKeyReused()
    if (earlier) return earlier
    const columns = readOfferedTimes(details, now)
    await requireFreeTimes(trx, { ...columns, application_id: applicationId }, { ...details, now })
    await makeRoom(trx, applicationId, now)
    const { interviewers, timeZone, kind, place, minutes, lastDay } = details
    const id = await insertOffer(trx, {
      ...columns,
      ...{ minutes, kind, place },
      application_id: applicationId,
      state: 'open',
      time_zone: timeZone,
      interviewers: JSON.stringify(interviewers),
      last_day: lastDay,
      username: shownName(by),
      created_at: now.toISOString(),
      idempotency_key: idempotencyKey,
      content_hash: contentHash,
    })
    if (!(await isOfferOpen(trx, id, now)))
      throw refused('Times can be offered while the application and its posting are undecided.')
    const offer = await requireOffer(trx, id)
    await record(trx, offer, 'interview_offered', { by, now })
    await queueOfferMessage({ trx, ...services }, 'interview_offer', offer, { by, now, delayMs: UNDO_TIME_MS })
    return offer
  })
}

/**
 * Withdraws an open offer. Its applicant hears nothing of it before its message has left; after that the page of the offer
 * says so. One that is closed already stays as it is.
 * @throws {RequestError} `not_found`
 */
export function withdrawOffer({ db }: Pick<Services, 'db'>, { id, by, now }: Action): Promise<OfferWithApplicant> {
  return db.transaction().execute(async (trx) => {
    await lockApplicationOf(trx, id)
    await closeOffer(trx, await requireOffer(trx, id), { state: 'withdrawn' }, { by, now })
    return requireOffer(trx, id)
  })
}

/** Locks the application of an offer, as every change of one does. @throws {RequestError} `not_found` */
export async function lockApplicationOf(trx: Transaction<Tables>, offerId: number) {
  const { application_id } = await requireOffer(trx, offerId)
  const application = (await lockAndFind(trx, [application_id])).get(application_id)
  if (!application) throw applicationGone()
  return application
}

/** An offer that exists. @throws {RequestError} `not_found` */
export async function requireOffer(trx: Transaction<Tables>, id: number): Promise<OfferWithApplicant> {
  const offer = await findOffer(trx, id)
  if (!offer) throw notFound('These times are no longer offered.')
  return offer
}

const CLOSED = {
  withdrawn: 'interview_offer_withdrawn',
  declined: 'interview_offer_declined',
  expired: 'interview_offer_expired',
} as const satisfies Record<string, ApplicationEvent['action']>

/** Closes an offer without a choice, and what it would have sent. One that is closed already stays as it is. */
export async function closeOffer(
  trx: Transaction<Tables>,
  offer: OfferWithApplicant,
  { state, reason = null }: { state: keyof typeof CLOSED; reason?: string | null },
  { by, now }: { by: Actor | null; now: Date },
): Promise<void> {
  const changes = { state, reason, closed_at: now.toISOString(), remind_at: null }
  if (!(await updateOpenOffer(trx, offer.id, changes))) return
  await cancelMessagesAboutOffers(trx, [offer.id], now)
  await record(trx, offer, CLOSED[state], { by, now })
}

async function record(
  trx: Transaction<Tables>,
  { application_id: id }: OfferWithApplicant,
  action: (typeof CLOSED)[keyof typeof CLOSED] | 'interview_offered',
  { by, now }: { by: Actor | null; now: Date },
): Promise<void> {
  await recordAction(trx, { by, now, id, subject: 'application', event: { action } })
}

/** An application has one open offer, so that one choice settles the interview. */
async function makeRoom(trx: Transaction<Tables>, applicationId: number, now: Date): Promise<void> {
  const earlier = await listOffersOf(trx, applicationId)
  if (earlier.length >= OFFER.mostOfApplication)
    throw refused(`An application has room for ${OFFER.mostOfApplication} offers of times.`)
  for (const offer of earlier.filter(({ state }) => state === 'open')) {
    if (await isOfferOpen(trx, offer.id, now))
      throw refused('This applicant has times to choose from already. Withdraw them first.')
    await closeOffer(trx, offer, { state: 'expired' }, { by: null, now })
  }
}

async function requireFreeTimes(
  trx: Transaction<Tables>,
  offered: { application_id: number; times: string },
  { now, ...details }: OfferDetails & { now: Date },
): Promise<void> {
  const offer = { ...offered, minutes: details.minutes, interviewers: JSON.stringify(details.interviewers) }
  const isTaken = await readTaken(trx, [offer], null)
  const taken = details.times.findIndex((one, index) => isTaken(offer, startOf(details, one, index, now)))
  if (taken >= 0) throw refused('An interview with one of these people is planned at this time.', `times.${taken}`)
}
