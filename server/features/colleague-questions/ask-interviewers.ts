import type { Transaction } from 'kysely'
import { SENT_MAIL } from '../../../contract/messages/mail-terms.ts'
import type { ColleagueQuestionRow, Db, InterviewRow, Tables } from '../../platform/database/tables.ts'
import { type Actor, shownName } from '../audit/audit-queries.ts'
import { listViewers } from '../comments/comment-queries.ts'
import { endOfLink, hasRoom, insertQuestion } from './insert-question.ts'
import { listQuestionsOf, listQuestionsTo } from './question-interviews.ts'
import { findOpenLink } from './question-links.ts'

/** A link works for so long after its interview. In milliseconds. */
const AFTER_INTERVIEW_MS = 7 * 24 * 60 * 60_000

/** An interview, whom of its interviewers to ask, and what they read. */
type Asking = {
  interview: Pick<InterviewRow, 'id' | 'application_id' | 'ends_at'>
  addresses: readonly string[]
  question: string
  /** Who invites; null where the applicant has chosen an offered time, which counts as the person who offered it. */
  by: Actor | null
  now: Date
  /** Whether the mails with the invitations leave, which make the links. */
  sendsMail: boolean
}

/**
 * Asks those interviewers about an application who have no account that sees it, each by a private link that the mail with the
 * invitation makes. Who was asked about the interview before is asked the same question with its new time, unless the mail would end a
 * link that is out. One whose link for the interview was ended is asked no more, and nobody else where the application has no room for
 * more questions.
 * @returns the ids of the questions by address; interviewers who sign in have none
 */
export async function askInterviewers(trx: Transaction<Tables>, asking: Asking): Promise<Map<string, number>> {
  const { addresses, question, by, now } = asking
  const { application_id, ends_at } = asking.interview
  const viewers = await listViewers(trx, application_id)
  const known = new Set(viewers.flatMap(({ email }) => (email === null ? [] : [email.toLowerCase()])))
  const unknown = addresses.filter((address) => !known.has(address.toLowerCase()))
  const strangers = await withoutEnded(trx, asking.interview, unknown)
  const afterInterview = new Date(Date.parse(ends_at) + AFTER_INTERVIEW_MS).toISOString()
  const said = { question, expires_at: afterInterview > endOfLink(now) ? afterInterview : endOfLink(now) }
  const asked = await askTheSame(trx, asking, strangers, said)
  const others = strangers.filter((email) => !asked.has(email))
  if (others.length === 0) return asked
  const asker = by ?? (await findOfferer(trx, application_id))
  if (!asker || !(await hasRoom(trx, application_id, others.length))) return asked
  for (const email of others) {
    const row = { interview_id: asking.interview.id, email, ...said, asked_by: shownName(asker) }
    asked.set(email, await insertQuestion(trx, row, { by: asker, id: application_id, now }))
  }
  return asked
}

/** The interviewers of whom nobody has ended the link for the interview. */
async function withoutEnded(db: Db, { id }: Asking['interview'], addresses: readonly string[]): Promise<string[]> {
  const open: string[] = []
  for (const address of addresses) {
    const asked = await listQuestionsTo(db, id, address)
    if (asked.every(({ ended_at }) => ended_at === null)) open.push(address)
  }
  return open
}

/** Gives earlier questions about an interview their new words. @returns their ids by address */
async function askTheSame(
  trx: Transaction<Tables>,
  { interview, now, sendsMail }: Asking,
  addresses: readonly string[],
  said: Pick<ColleagueQuestionRow, 'question' | 'expires_at'>,
): Promise<Map<string, number>> {
  const asked = new Map<string, number>()
  for (const email of addresses) {
    const latest = (await listQuestionsTo(trx, interview.id, email)).at(-1)
    if (!latest || !(await findOpenLink(trx, { id: latest.id }, now))) continue
    if (sendsMail && (await isLinkOut(trx, latest))) continue
    await trx.updateTable('colleague_questions').set(said).where('id', '=', latest.id).execute()
    asked.set(email, latest.id)
  }
  return asked
}

/** Whether the colleague has the link of a question, or may have it. */
async function isLinkOut(db: Db, { id, link_shown_at, last_opened_at }: ColleagueQuestionRow): Promise<boolean> {
  if (link_shown_at !== null || last_opened_at !== null) return true
  const mails = db.selectFrom('mails').select('id').where('colleague_question_id', '=', id)
  return (await mails.where('state', 'in', ['sending', ...SENT_MAIL]).executeTakeFirst()) !== undefined
}

/** The questions that came with an interview and whose links work: the latest of each address. */
export async function listOpenOfInterview(db: Db, interviewId: number, now: Date): Promise<ColleagueQuestionRow[]> {
  const questions = await listQuestionsOf(db, interviewId)
  const latest = new Map(questions.map(({ id, email }) => [email.toLowerCase(), id]))
  const open: ColleagueQuestionRow[] = []
  for (const id of latest.values()) {
    const link = await findOpenLink(db, { id }, now)
    if (link) open.push(link.question)
  }
  return open
}

/**
 * Asks interviewers without an account once more, each by a link of its own that the mail makes: that of the invitation goes on working.
 * It counts as a question of the same person. Nobody is asked where the application has no room for more questions.
 * @param earlier about one application; the transaction has locked the accounts that asked, and then the application
 * @returns the ids of the questions
 */
export async function askAgain(
  trx: Transaction<Tables>,
  earlier: readonly ColleagueQuestionRow[],
  now: Date,
): Promise<number[]> {
  const [first] = earlier
  if (!first || !(await hasRoom(trx, first.application_id, earlier.length))) return []
  const askers = earlier.map(({ asked_by_id }) => asked_by_id)
  const accounts = trx.selectFrom('accounts').select(['id', 'username', 'display_name']).where('id', 'in', askers)
  const people = new Map((await accounts.execute()).map((account) => [account.id, account]))
  const asked: number[] = []
  for (const { application_id, interview_id, email, question, asked_by, asked_by_id } of earlier) {
    const asker = people.get(asked_by_id)
    if (!asker) continue
    const by = { id: asker.id, username: asker.username, displayName: asker.display_name }
    const row = { interview_id, email, question, asked_by, expires_at: endOfLink(now) }
    asked.push(await insertQuestion(trx, row, { by, id: application_id, now }))
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
