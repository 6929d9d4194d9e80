import type { Transaction } from 'kysely'
import { APPLICATIONS } from '../../../contract/policies/applications-policy.ts'
import { COLLEAGUE_QUESTION } from '../../../contract/wire/limits.ts'
import { lockRow } from '../../platform/database/row-locks.ts'
import type { ColleagueDeviceRow, ColleagueQuestionRow, Db, Tables } from '../../platform/database/tables.ts'
import { notFound, RequestError } from '../../platform/http/request-error.ts'
import { isPermitted } from '../accounts/require-access.ts'
import { hashSecret, isSecret } from '../accounts/session-queries.ts'
import { type ApplicationWithResume, findApplication } from '../applications/stored/application-queries.ts'
import { findInterview, type InvitedTo, nameIn, stillInterviews } from './question-interviews.ts'

/**
 * A link that works: its question, and the application that it is about.
 * @property interviewer the name of the interviewer with whose interview it came; null for any other question
 */
export type OpenLink = {
  question: ColleagueQuestionRow
  application: ApplicationWithResume
  interviewer: string | null
}

/** What {@link isLinkOpen} depends on. @property interview that the question came with @property mayAsk whether who asked may still ask */
type LinkFacts = {
  question: Pick<ColleagueQuestionRow, 'email' | 'ended_at' | 'expires_at'>
  application: Pick<ApplicationWithResume, 'quarantined' | 'withdrawn_at'>
  interview: InvitedTo | undefined
  mayAsk: boolean
}

/** A link on a device that has opened it. */
export type OpenedLink = OpenLink & { device: ColleagueDeviceRow }

/** What a colleague sends with each request. */
export type SentSecrets = { token: string; device: string }

/**
 * The question that a token opens, while {@link findOpenLink} finds it.
 * @throws {RequestError} `not_found`, the same for all that does not work
 */
export async function requireLink(db: Db, token: string, now: Date): Promise<OpenLink> {
  if (!isSecret(token)) throw linkEnded()
  const link = await findOpenLink(db, { token_hash: hashSecret(token) }, now)
  if (!link) throw linkEnded()
  return link
}

/** A question while its link works: see {@link isLinkOpen}. So long its mails leave. */
export async function findOpenLink(
  db: Db,
  by: { id: number } | { token_hash: string },
  now: Date,
): Promise<OpenLink | undefined> {
  const questions = db.selectFrom('colleague_questions').selectAll()
  const question = await questions.where(({ and }) => and(by)).executeTakeFirst()
  const application = question && (await findApplication(db, question.application_id))
  if (!application) return undefined
  const interview = await findInterview(db, question)
  const mayAsk = await isPermitted(db, { id: question.asked_by_id }, APPLICATIONS.ask, application.job_id)
  if (!isLinkOpen({ question, application, interview, mayAsk }, now)) return undefined
  return { question, application, interviewer: (interview && nameIn(interview, question.email)) ?? null }
}

/**
 * Whether the link of a question works: while it is neither ended nor expired, the person who asked may still ask, and the application
 * is neither in quarantine nor withdrawn. One that came with an interview also ends where that is cancelled, or the colleague takes no
 * part in it any more.
 */
export function isLinkOpen({ question, application, interview, mayAsk }: LinkFacts, now: Date): boolean {
  if (question.ended_at !== null || question.expires_at <= now.toISOString()) return false
  // It is shown to nobody without an account.
  if (application.quarantined !== 0 || application.withdrawn_at !== null) return false
  return mayAsk && (interview === undefined || stillInterviews(interview, question.email))
}

/** The same as {@link requireLink}, for a device that has opened the link. @throws {RequestError} `forbidden` for another device */
export async function requireOpened(db: Db, { token, device }: SentSecrets, now: Date): Promise<OpenedLink> {
  const link = await requireLink(db, token, now)
  const known = await findDevice(db, link.question, device)
  if (!known) throw newDevice()
  return { ...link, device: known }
}

/**
 * The same as {@link requireLink}, and one request after the other. The account and the application come first, as in their deletions,
 * which end the question too.
 */
export async function lockLink(trx: Transaction<Tables>, token: string, now: Date): Promise<OpenLink> {
  const { question } = await requireLink(trx, token, now)
  await lockQuestion(trx, question)
  return requireLink(trx, token, now)
}

/** Locks a question, after the account and the application as in {@link lockLink}. */
export async function lockQuestion(
  trx: Transaction<Tables>,
  { id, asked_by_id, application_id }: Pick<ColleagueQuestionRow, 'id' | 'asked_by_id' | 'application_id'>,
): Promise<void> {
  await lockRow(trx, 'accounts', asked_by_id, 'key share')
  await lockRow(trx, 'applications', application_id, 'no key update')
  await lockRow(trx, 'colleague_questions', id)
}

/** A device that has opened the link of a question. @param device its secret */
export async function findDevice(
  db: Db,
  { id }: Pick<ColleagueQuestionRow, 'id'>,
  device: string,
): Promise<ColleagueDeviceRow | undefined> {
  if (!isSecret(device)) return undefined
  const known = db.selectFrom('colleague_devices').selectAll().where('device_hash', '=', hashSecret(device))
  return known.where('question_id', '=', id).executeTakeFirst()
}

/** How many devices have opened the link of a question. */
export async function countDevices(db: Db, { id }: Pick<ColleagueQuestionRow, 'id'>): Promise<number> {
  const devices = db.selectFrom('colleague_devices').select('device_hash').where('question_id', '=', id)
  return (await devices.execute()).length
}

/** @throws {RequestError} `forbidden` when as many devices have opened a link as may */
export function requireRoomForDevice(devices: number): void {
  if (devices < COLLEAGUE_QUESTION.mostDevices) return
  throw new RequestError(
    'forbidden',
    'This link was opened on several devices already. Ask the person who sent it for a new one.',
  )
}

/** The same for a link that is wrong, ended or expired. */
function linkEnded(): RequestError {
  return notFound('This link does not work, or not any more. Ask the person who sent it for a new one.')
}

function newDevice(): RequestError {
  return new RequestError('forbidden', 'Open the link on this device first.')
}

/** What a new link of a question to a colleague depends on, besides that it works and that its maker may `ask`. */
type NewLink = { isInterviewers: boolean; askedById: number; hasScorecard: boolean; makerId: number }

/**
 * Why a person makes no new link of a question to a colleague; null where the person may. Who has the link answers in the name of the
 * colleague, and reads the scorecard that was given by it.
 */
export function newLinkRefusal({ isInterviewers, askedById, hasScorecard, makerId }: NewLink) {
  if (isInterviewers) return hasScorecard ? 'has_scorecard' : null
  return askedById === makerId ? null : 'asked_by_another'
}
