import type { Transaction } from 'kysely'
import { OPEN_MAIL } from '../../../contract/messages/mail-terms.ts'
import type { ColleagueQuestion, MadeColleagueQuestion } from '../../../contract/team/colleague-questions.ts'
import { COLLEAGUE_QUESTION } from '../../../contract/wire/limits.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { countRows } from '../../platform/database/count-rows.ts'
import { lockRow } from '../../platform/database/row-locks.ts'
import type { ColleagueQuestionRow, Db, Tables } from '../../platform/database/tables.ts'
import { notFound, RequestError, tooManyRequests } from '../../platform/http/request-error.ts'
import { type Action, recordAction, shownName } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { createColleagueLink } from '../messages/private-links.ts'
import { findOwn } from '../scorecards/scorecard-queries.ts'
import { authorOf } from './answer-question.ts'
import { listQuestionsTo } from './question-interviews.ts'
import { findOpenLink, lockQuestion, newLinkRefusal, type OpenLink } from './question-links.ts'
import { presentQuestion } from './question-queries.ts'

/**
 * Makes the link of a question anew, to be passed on by hand; the one before ends, with the devices that have opened it. An interviewer's
 * question becomes that of the person who makes the link, and ends with the right of that person.
 * @returns the question with the link, which no later response has
 * @throws {RequestError} `not_found`; `invalid_request` where it would not work or show what is hidden, where another person has asked
 * the question, and while a mail that leaves is to bring a link; `too_many_requests` for those of a person or an application in a day
 */
export function makeLink(
  { db, mail, config }: Pick<Services, 'db' | 'mail' | 'config'>,
  { by, id, now }: Action,
): Promise<MadeColleagueQuestion> {
  return db.transaction().execute(async (trx) => {
    // Before the application, as in the deletion of an account. One person's links are counted one after the other.
    await lockRow(trx, 'accounts', by.id, 'no key update')
    const { application_id } = await lockStored(trx, id)
    const link = await findOpenLink(trx, { id }, now)
    if (!link) throw hasEnded()
    await requireNothingHidden(trx, link, by.id)
    if (mail && (await isOnItsWay(trx, id))) throw onItsWay()
    await requireRoomForLink(trx, { by, applicationId: application_id, now })
    const url = await createColleagueLink(trx, id, config.publicUrl)
    await trx.deleteFrom('colleague_devices').where('question_id', '=', id).execute()
    await trx
      .updateTable('colleague_questions')
      .set({
        ...{ asked_by: shownName(by), asked_by_id: by.id, link_shown_at: now.toISOString() },
        ...{ last_opened_at: null, code_hash: null, code_expires_at: null },
      })
      .where('id', '=', id)
      .execute()
    const event = { action: 'colleague_link_made' } as const
    await recordAction(trx, { by, now, id: application_id, subject: 'application', event })
    return { question: await presentQuestion(trx, { applicationId: application_id, viewerId: by.id, id }, now), url }
  })
}

/**
 * Ends the link of a question at once, and with that of an interviewer all others that came with the interview; a repeated request
 * succeeds.
 * @throws {RequestError} `not_found`
 */
export function endLink({ db }: Pick<Services, 'db'>, { by, id, now }: Action): Promise<ColleagueQuestion> {
  return db.transaction().execute(async (trx) => {
    const question = await lockStored(trx, id)
    const { application_id: applicationId, email } = question
    const { interview_id } = question
    const questions = interview_id === null ? [question] : await listQuestionsTo(trx, interview_id, email)
    const open = questions.flatMap((each) => (each.ended_at === null ? [each.id] : []))
    if (open.length > 0) {
      const ended = { ended_at: now.toISOString() }
      await trx.updateTable('colleague_questions').set(ended).where('id', 'in', open).execute()
      const event = { action: 'colleague_link_ended' } as const
      await recordAction(trx, { by, now, id: applicationId, subject: 'application', event })
    }
    return presentQuestion(trx, { applicationId, viewerId: by.id, id }, now)
  })
}

/** Ends the links of all questions about an application that is erased, in the transaction of that. */
export async function endLinksOf(trx: Transaction<Tables>, applicationId: number, now: Date): Promise<void> {
  await trx
    .updateTable('colleague_questions')
    .set({ ended_at: now.toISOString() })
    .where('application_id', '=', applicationId)
    .where('ended_at', 'is', null)
    .execute()
}

/** @throws {RequestError} `invalid_request`, see {@link newLinkRefusal} */
async function requireNothingHidden(db: Db, { question, interviewer }: OpenLink, makerId: number): Promise<void> {
  const { application_id, asked_by, asked_by_id: askedById } = question
  const card = await findOwn(db, application_id, { email: authorOf(question) })
  const facts = { isInterviewers: interviewer !== null, askedById, hasScorecard: card !== undefined, makerId }
  const refusal = newLinkRefusal(facts)
  if (refusal === 'asked_by_another') throw isOfAnother(asked_by)
  if (refusal === 'has_scorecard') throw hasScorecard(interviewer ?? question.email)
}

/** Each link that is made ends another one, and stays in the history. */
async function requireRoomForLink(
  db: Db,
  { by, applicationId, now }: Pick<Action, 'by' | 'now'> & { applicationId: number },
): Promise<void> {
  const { mostLinksInADay: most } = COLLEAGUE_QUESTION
  const made = db
    .selectFrom('audit_trail')
    .where('subject', '=', 'application')
    .where('action', '=', 'colleague_link_made')
    .where('at', '>', new Date(now.getTime() - DAY_MS).toISOString())
  if ((await countRows(made.where('account_id', '=', by.id))) >= most)
    throw tooManyRequests(`You have made ${most} links within a day.`, DAY_MS)
  if ((await countRows(made.where('subject_id', '=', applicationId))) >= most)
    throw tooManyRequests(`${most} links for this application were made within a day.`, DAY_MS)
}

async function lockStored(trx: Transaction<Tables>, id: number): Promise<ColleagueQuestionRow> {
  const stored = trx.selectFrom('colleague_questions').selectAll().where('id', '=', id)
  const read = await stored.executeTakeFirst()
  if (read) await lockQuestion(trx, read)
  const question = await stored.executeTakeFirst()
  if (!question) throw notFound('There is no such question.')
  return question
}

/** Whether a mail has still to leave that makes a link of its own, and would end this one. */
async function isOnItsWay(db: Db, id: number): Promise<boolean> {
  const open = db
    .selectFrom('mails')
    .select('id')
    .where('colleague_question_id', '=', id)
    .where('state', 'in', OPEN_MAIL)
  return (await open.where('kind', '!=', 'colleague_code').executeTakeFirst()) !== undefined
}

function hasEnded(): RequestError {
  return new RequestError(
    'invalid_request',
    'This link has ended, and none is made in its place. Ask the colleague anew.',
  )
}

function isOfAnother(name: string): RequestError {
  return new RequestError(
    'invalid_request',
    `${name} has asked this, and alone makes another link. Ask the colleague yourself.`,
  )
}

function hasScorecard(name: string): RequestError {
  return new RequestError(
    'invalid_request',
    `${name} has given a scorecard already, which a new link would show. The link that is out goes on working.`,
  )
}

function onItsWay(): RequestError {
  return new RequestError(
    'invalid_request',
    'A mail is about to bring this link. Wait until it has left, or has failed.',
  )
}
