import type { Insertable, Transaction } from 'kysely'
import { SENT_MAIL, TRIED_MAIL } from '../../../contract/messages/mail-terms.ts'
import { UNDO_TIME_MS } from '../../../contract/wire/limits.ts'
import type { ApplicationRow, Db, InterviewOfferRow, Tables } from '../../platform/database/tables.ts'
import { isInOrPerhapsSent } from '../../platform/mail/perhaps-sent.ts'
import { endOfOffer, selectOpenOffers, selectUnansweredOffers } from '../messages/open-offers.ts'

/** An offer with what its reader has to know of the application. */
export type OfferWithApplicant = InterviewOfferRow & Pick<ApplicationRow, 'name' | 'email' | 'job_id'>

const APPLICANT = ['applications.name', 'applications.email', 'applications.job_id'] as const

/** Offers in one list. */
const MOST_LISTED = 100
/** An offer without a choice is shown for so long after its end. In milliseconds. */
const SHOWN_MS = 30 * 24 * 60 * 60_000

function selectOffers(db: Db) {
  return db
    .selectFrom('interview_offers')
    .innerJoin('applications', 'applications.id', 'interview_offers.application_id')
    .selectAll('interview_offers')
    .select(APPLICANT)
}

/** One offer. */
export function findOffer(db: Db, id: number): Promise<OfferWithApplicant | undefined> {
  return selectOffers(db).where('interview_offers.id', '=', id).executeTakeFirst()
}

/** The offer that an earlier attempt of the same request has stored. */
export function findOfferByIdempotencyKey(db: Db, key: string): Promise<OfferWithApplicant | undefined> {
  return selectOffers(db).where('interview_offers.idempotency_key', '=', key).executeTakeFirst()
}

/** All offers of an application, newest first. */
export function listOffersOf(db: Db, applicationId: number): Promise<OfferWithApplicant[]> {
  return selectOffers(db)
    .where('interview_offers.application_id', '=', applicationId)
    .orderBy('interview_offers.id', 'desc')
    .execute()
}

/** Those among some offers that applicants can choose from. */
export async function findOpen(db: Db, ids: readonly number[], now: Date): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const open = selectOpenOffers(db, now).select('interview_offers.id').where('interview_offers.id', 'in', ids)
  return new Set((await open.execute()).map(({ id }) => id))
}

/** The offers that applicants can choose from, by their last day. */
export function listOpen(db: Db, now: Date): Promise<OfferWithApplicant[]> {
  return selectOpenOffers(db, now)
    .selectAll('interview_offers')
    .select(APPLICANT)
    .orderBy('interview_offers.ends_at')
    .orderBy('interview_offers.id')
    .limit(MOST_LISTED)
    .execute()
}

/** The offers of an application that its applicant sees: once the message has left, or cannot be taken back any more. */
export function listShownOffers(db: Db, applicationId: number, now: Date): Promise<OfferWithApplicant[]> {
  const settled = new Date(now.getTime() - UNDO_TIME_MS).toISOString()
  return selectOpenOffers(db, now)
    .selectAll('interview_offers')
    .select(APPLICANT)
    .where('interview_offers.application_id', '=', applicationId)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('interview_offers.created_at', '<=', settled),
        exists(
          selectFrom('mails')
            .select('mails.id')
            .whereRef('mails.offer_id', '=', 'interview_offers.id')
            .where(isInOrPerhapsSent(TRIED_MAIL)),
        ),
      ]),
    )
    .orderBy('interview_offers.id')
    .execute()
}

/** The offers that have ended without a choice, or were declined, and wait for an admin, oldest first. */
export function listUnanswered(db: Db, now: Date): Promise<OfferWithApplicant[]> {
  return selectUnansweredOffers(db, now)
    .selectAll('interview_offers')
    .select(APPLICANT)
    .where(endOfOffer(), '>', new Date(now.getTime() - SHOWN_MS).toISOString())
    .orderBy(endOfOffer())
    .orderBy('interview_offers.id')
    .limit(MOST_LISTED)
    .execute()
}

/** The open rows that the program looks after, by their last day: some may have ended, or wait for a reminder. */
export function listWaiting(db: Db): Promise<OfferWithApplicant[]> {
  return selectOffers(db)
    .where('interview_offers.state', '=', 'open')
    .orderBy('interview_offers.ends_at')
    .orderBy('interview_offers.id')
    .execute()
}

/** Whether the message of an offer has left, or perhaps has. */
export async function isAnnounced(db: Db, offerId: number): Promise<boolean> {
  const left = db.selectFrom('mails').select('id').where('offer_id', '=', offerId).where(isInOrPerhapsSent(SENT_MAIL))
  return (await left.executeTakeFirst()) !== undefined
}

/** Stores an offer and returns its number. */
export async function insertOffer(
  trx: Transaction<Tables>,
  offer: Insertable<Tables['interview_offers']>,
): Promise<number> {
  return (await trx.insertInto('interview_offers').values(offer).returning('id').executeTakeFirstOrThrow()).id
}

/** Changes an open offer, which its application's lock protects. @returns whether it was open */
export async function updateOpenOffer(
  trx: Transaction<Tables>,
  id: number,
  changes: Partial<Omit<InterviewOfferRow, 'id'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('interview_offers')
    .set(changes)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
