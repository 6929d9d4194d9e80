import { sql, type Transaction } from 'kysely'
import { OPEN_STATUSES } from '../../../contract/applications/status-lists.ts'
import { JOB_STATUS, JOB_STATUSES } from '../../../contract/jobs/job-statuses.ts'
import { OFFER_PARAMETER, PAGE } from '../../../contract/wire/paths.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { hashSecret, isSecret, newSecret } from '../accounts/session-queries.ts'

const UNCLOSED = JOB_STATUSES.filter((status) => !JOB_STATUS[status].isClosed)

/**
 * The offers that applicants can choose from. A decision about an application or its posting closes them without a write to
 * them, and an undo opens them again.
 */
export function selectOpenOffers(db: Db, now: Date) {
  return db
    .selectFrom('interview_offers')
    .innerJoin('applications', 'applications.id', 'interview_offers.application_id')
    .leftJoin('jobs', 'jobs.id', 'applications.job_id')
    .where('interview_offers.state', '=', 'open')
    .where('interview_offers.ends_at', '>', now.toISOString())
    .where('applications.archived', '=', 0)
    .where('applications.quarantined', '=', 0)
    .where('applications.withdrawn_at', 'is', null)
    .where('applications.status', 'in', OPEN_STATUSES)
    .where(({ eb, or }) => or([eb('applications.job_id', 'is', null), eb('jobs.status', 'in', UNCLOSED)]))
}

/**
 * The offers that have ended without a choice, or were declined, whose open application has got neither another offer nor an
 * interview since. Narrow it down before it is executed.
 */
export function selectUnansweredOffers(db: Db, now: Date) {
  return db
    .selectFrom('interview_offers')
    .innerJoin('applications', 'applications.id', 'interview_offers.application_id')
    .where(({ and, eb, or }) =>
      or([
        eb('interview_offers.state', 'in', ['expired', 'declined']),
        // The program closes it within minutes.
        and([eb('interview_offers.state', '=', 'open'), eb('interview_offers.ends_at', '<=', now.toISOString())]),
      ]),
    )
    .where('applications.archived', '=', 0)
    .where('applications.quarantined', '=', 0)
    .where('applications.withdrawn_at', 'is', null)
    .where('applications.status', 'in', OPEN_STATUSES)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('interview_offers as later')
            .select('later.id')
            .whereRef('later.application_id', '=', 'interview_offers.application_id')
            .whereRef('later.id', '>', 'interview_offers.id'),
        ),
      ),
    )
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('interviews')
            .select('interviews.id')
            .whereRef('interviews.application_id', '=', 'interview_offers.application_id')
            .where('interviews.state', '=', 'planned')
            .where('interviews.created_at', '>=', endOfOffer()),
        ),
      ),
    )
}

/** When an offer has ended: one that the program has yet to close, with its last day. */
export function endOfOffer() {
  return sql<string>`coalesce(interview_offers.closed_at, interview_offers.ends_at)`
}

/** Whether an applicant can choose from an offer. */
export async function isOfferOpen(db: Db, id: number, now: Date): Promise<boolean> {
  const open = selectOpenOffers(db, now).select('interview_offers.id').where('interview_offers.id', '=', id)
  return (await open.executeTakeFirst()) !== undefined
}

/** Makes a link to the page of an offer, for one attempt to send a message. @returns its address */
export async function createOfferLink(
  trx: Transaction<Tables>,
  offerId: number,
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<string> {
  const token = newSecret()
  const link = { token_hash: hashSecret(token), offer_id: offerId, created_at: now.toISOString() }
  await trx.insertInto('interview_offer_links').values(link).execute()
  return `${publicUrl}${PAGE.interviewTimes}?${OFFER_PARAMETER}=${token}`
}

/** The offer of a link; undefined for a wrong token. */
export async function findLinkedOffer(db: Db, token: unknown): Promise<number | undefined> {
  if (!isSecret(token)) return undefined
  const link = db.selectFrom('interview_offer_links').select('offer_id').where('token_hash', '=', hashSecret(token))
  return (await link.executeTakeFirst())?.offer_id
}
