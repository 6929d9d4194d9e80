import type { Transaction } from 'kysely'
import { COLLEAGUE_QUESTION } from '../../../contract/wire/limits.ts'
import { countRows } from '../../platform/database/count-rows.ts'
import type { InterviewRow, Tables } from '../../platform/database/tables.ts'
import { hashSecret, newSecret } from '../accounts/session-queries.ts'
import { type Actor, recordAction, shownName } from '../audit/audit-queries.ts'
import { listReaders } from '../comments/comment-queries.ts'
import { endOfLink } from './question-links.ts'

/** A link works for so long after its interview. In milliseconds. */
const AFTER_INTERVIEW_MS = 7 * 24 * 60 * 60_000

/** An interview, whom of its interviewers to ask, and what they read. */
type Asking = {
  interview: Pick<InterviewRow, 'application_id' | 'ends_at'>
  addresses: readonly string[]
  question: string
  /** Who invites; null where the applicant has chosen an offered time, which counts as the person who offered it. */
  by: Actor | null
  now: Date
}

/**
 * Asks those interviewers about an application who have no account that sees it, each by a private link that the mail with the
 * invitation makes. Nobody is asked where the application has no room for more questions.
 * @returns the ids of the questions by address; interviewers who sign in have none
 */
export async function askInterviewers(
  trx: Transaction<Tables>,
  { interview, addresses, question, by, now }: Asking,
): Promise<Map<string, number>> {
  const asked = new Map<string, number>()
  const { application_id, ends_at } = interview
  const readers = await listReaders(trx, application_id)
  const known = new Set(readers.flatMap(({ email }) => (email === null ? [] : [email.toLowerCase()])))
  const strangers = addresses.filter((address) => !known.has(address.toLowerCase()))
  if (strangers.length === 0) return asked
  const asker = by ?? (await findOfferer(trx, application_id))
  const questions = trx.selectFrom('colleague_questions').where('application_id', '=', application_id)
  const hasRoom = (await countRows(questions)) + strangers.length <= COLLEAGUE_QUESTION.mostOfApplication
  if (!asker || !hasRoom) return asked
  const afterInterview = new Date(Date.parse(ends_at) + AFTER_INTERVIEW_MS).toISOString()
  const expires_at = afterInterview > endOfLink(now) ? afterInterview : endOfLink(now)
  for (const email of strangers) {
    const row = {
      ...{ application_id, email, question, asked_by: shownName(asker), asked_by_id: asker.id },
      // Nobody has this token: the mail makes that of the link.
      ...{ token_hash: hashSecret(newSecret()), created_at: now.toISOString(), expires_at },
    }
    const { id } = await trx.insertInto('colleague_questions').values(row).returning('id').executeTakeFirstOrThrow()
    asked.set(email, id)
    const event = { action: 'colleague_asked' } as const
    await recordAction(trx, { by: asker, now, id: application_id, subject: 'application', event })
  }
  return asked
}

/** The person who last offered times for an interview about an application. */
async function findOfferer(trx: Transaction<Tables>, applicationId: number): Promise<Actor | undefined> {
  const account = await trx
    .selectFrom('audit_trail')
    .innerJoin('accounts', 'accounts.id', 'audit_trail.account_id')
    .select(['accounts.id', 'accounts.username', 'accounts.display_name'])
    .where('audit_trail.subject', '=', 'application')
    .where('audit_trail.subject_id', '=', applicationId)
    .where('audit_trail.action', '=', 'interview_offered')
    .orderBy('audit_trail.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return account && { id: account.id, username: account.username, displayName: account.display_name }
}
