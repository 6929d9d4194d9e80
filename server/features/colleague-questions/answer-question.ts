import type { Transaction } from 'kysely'
import { type QuestionAnswer, withoutMarks } from '../../../contract/jobs/question.ts'
import type { AskedQuestion, ColleagueAnswer } from '../../../contract/team/colleague-questions.ts'
import { COLLEAGUE_QUESTION } from '../../../contract/wire/limits.ts'
import { lockRow } from '../../platform/database/row-locks.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { RequestError, tooManyRequests } from '../../platform/http/request-error.ts'
import { newMessageId, queueMails } from '../../platform/mail/mail-queue.ts'
import { hashSecret, newSecret } from '../accounts/session-queries.ts'
import { recordAction } from '../audit/audit-queries.ts'
import { requireRoom } from '../comments/comment-limits.ts'
import { queueMentions } from '../comments/write-comments.ts'
import type { Services } from '../feature.ts'
import { findJobTitles } from '../jobs/job-queries.ts'
import {
  countDevices,
  isKnownDevice,
  type OpenLink,
  requireLink,
  requireOpened,
  type SentSecrets,
} from './question-links.ts'
import { CODES, codeHashOf } from './question-mails.ts'
import { listAnswers } from './question-queries.ts'

const HOUR_MS = 60 * 60_000

/** What a colleague is asked: all of it on a device that has opened the link, and on another only by whom. */
export async function readAskedQuestion(
  { db, clock, mail }: Pick<Services, 'db' | 'clock' | 'mail'>,
  sent: SentSecrets,
): Promise<AskedQuestion> {
  const link = await requireLink(db, sent.token, clock())
  const { question } = link
  const isKnown = await isKnownDevice(db, question, sent.device)
  return {
    askedBy: question.asked_by,
    expiresAt: question.expires_at,
    device: isKnown ? 'known' : (await countDevices(db, question)) === 0 ? 'first' : 'new',
    canSendCode: mail !== null,
    asked: isKnown ? await presentAsked(db, link) : null,
  }
}

async function presentAsked(db: Db, { question, application }: OpenLink): Promise<AskedQuestion['asked']> {
  const { job_id, resume_kind: kind, resume_name, resume_size: size } = application
  const titles = job_id === null ? null : await findJobTitles(db, [job_id])
  return {
    email: question.email,
    question: question.question,
    applicant: application.name,
    job: (job_id !== null && titles?.get(job_id)) || null,
    appliedAt: application.created_at,
    note: application.note,
    questionAnswers: withoutMarks(JSON.parse(application.question_answers) as QuestionAnswer[]),
    resume: kind === null || size === null ? null : { kind, fileName: resume_name || `resume.${kind}`, size },
    answers: await listAnswers(db, question.id),
  }
}

/**
 * Opens the link on a device: the first one at once, another with a code from the mailbox. The history says so.
 * @returns the secret by which the device is known from now on
 * @throws {RequestError} `not_found`; `invalid_request` for a wrong code, or one that has ended
 */
export function openQuestion(
  services: Pick<Services, 'db' | 'clock' | 'hash'>,
  sent: SentSecrets,
  code: string | null,
): Promise<string> {
  const { db, clock } = services
  const now = clock()
  return db
    .transaction()
    .execute(async (trx) => {
      const { question } = await lockLink(trx, sent.token, now)
      if (await isKnownDevice(trx, question, sent.device)) return sent.device
      const devices = await countDevices(trx, question)
      // A refusal is stored too: it counts.
      if (devices > 0 && !(await takeCode(services, trx, question.id, code, now))) return undefined
      if (devices >= COLLEAGUE_QUESTION.mostDevices) throw noMoreDevices()
      const device = newSecret()
      const row = { device_hash: hashSecret(device), question_id: question.id, created_at: now.toISOString() }
      await trx.insertInto('colleague_devices').values(row).execute()
      await noteLook(trx, question, now)
      return device
    })
    .then((device) => {
      if (device === undefined) throw wrongCode()
      return device
    })
}

/** Takes the code of a question, which works once, for some minutes and a few tries. */
async function takeCode(
  { hash }: Pick<Services, 'hash'>,
  trx: Transaction<Tables>,
  id: number,
  code: string | null,
  now: Date,
): Promise<boolean> {
  if (code === null) return false
  const code_hash = await codeHashOf(hash, trx, { id, code })
  const row = await trx
    .updateTable('colleague_questions')
    .set(({ eb }) => ({ code_tries: eb('code_tries', '+', 1) }))
    .where('id', '=', id)
    .where('code_expires_at', '>', now.toISOString())
    .where('code_tries', '<', COLLEAGUE_QUESTION.mostTries)
    .returning('code_hash')
    .executeTakeFirst()
  if (row?.code_hash !== code_hash) return false
  const used = { code_hash: null, code_expires_at: null }
  await trx.updateTable('colleague_questions').set(used).where('id', '=', id).execute()
  return true
}

/**
 * Mails a code to the address of a question, so that another device can open its link.
 * @throws {RequestError} `not_found`; `unavailable` without a mail server; `too_many_requests`
 */
export async function sendCode(
  { db, clock, mail, outbox, config }: Pick<Services, 'db' | 'clock' | 'mail' | 'outbox' | 'config'>,
  sent: SentSecrets,
): Promise<void> {
  const now = clock()
  await db.transaction().execute(async (trx) => {
    const { question } = await lockLink(trx, sent.token, now)
    if (!mail)
      throw new RequestError('unavailable', 'This site sends no mail. Ask the person who sent the link for a new one.')
    const recent = await trx
      .selectFrom('mails')
      .select('id')
      .where('colleague_question_id', '=', question.id)
      .where('kind', '=', 'colleague_code')
      .where('created_at', '>', new Date(now.getTime() - HOUR_MS).toISOString())
      .execute()
    if (recent.length >= COLLEAGUE_QUESTION.codesAnHour)
      throw tooManyRequests('Several codes were sent to your address already.', HOUR_MS)
    const message_id = newMessageId(config.publicUrl)
    const code = {
      ...({
        kind: 'colleague_code',
        reason: `colleague_code:${message_id}`,
        colleague_question_id: question.id,
      } as const),
      ...({ state: 'waiting', message_id, username: null } as const),
    }
    await queueMails(trx, [code], { now, place: CODES })
  })
  outbox.wake()
}

/**
 * Stores what a colleague answers among the comments, and mails it to the person who asked.
 * @throws {RequestError} `not_found`; `forbidden` on a device that has not opened the link; `invalid_request` for too many answers
 */
export async function answerQuestion(
  { db, clock, outbox, config }: Pick<Services, 'db' | 'clock' | 'outbox' | 'config'>,
  sent: SentSecrets,
  { verdict, comment }: ColleagueAnswer,
): Promise<void> {
  const now = clock()
  await db.transaction().execute(async (trx) => {
    await lockLink(trx, sent.token, now)
    const { question } = await requireOpened(trx, sent, now)
    const answers = await listAnswers(trx, question.id)
    const latest = answers.at(-1)
    // The request was sent twice.
    if (latest?.verdict === verdict && latest.comment === (comment ?? '')) return
    if (answers.length >= COLLEAGUE_QUESTION.mostAnswers) throw noMoreAnswers()
    await requireRoom(trx, question.application_id, comment ?? '')
    const row = await trx
      .insertInto('comments')
      .values({
        ...{ application_id: question.application_id, account_id: null, author_name: question.email },
        ...{ colleague_question_id: question.id, verdict, text: comment ?? '' },
        ...{ mentions: JSON.stringify([question.asked_by_id]), created_at: now.toISOString() },
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordOwn(trx, 'colleague_answered', question, now)
    await queueMentions(trx, row, [question.asked_by_id], { by: null, now, publicUrl: config.publicUrl })
  })
  outbox.wake()
}

/** Notes that a colleague has looked at the application; the history has one entry an hour. */
export function recordLook({ db, clock }: Pick<Services, 'db' | 'clock'>, { question }: OpenLink): Promise<void> {
  return db.transaction().execute((trx) => noteLook(trx, question, clock()))
}

async function noteLook(trx: Transaction<Tables>, question: OpenLink['question'], now: Date): Promise<void> {
  const before = new Date(now.getTime() - HOUR_MS).toISOString()
  const noted = await trx
    .updateTable('colleague_questions')
    .set({ last_look_at: now.toISOString() })
    .where('id', '=', question.id)
    .where(({ eb, or }) => or([eb('last_look_at', 'is', null), eb('last_look_at', '<=', before)]))
    .executeTakeFirst()
  if (noted.numUpdatedRows > 0n) await recordOwn(trx, 'colleague_opened', question, now)
}

/** An entry of the history that no account has caused. */
function recordOwn(
  trx: Transaction<Tables>,
  action: 'colleague_opened' | 'colleague_answered',
  { application_id: id }: OpenLink['question'],
  now: Date,
): Promise<void> {
  return recordAction(trx, { by: null, now, id, subject: 'application', event: { action } })
}

/**
 * The same as {@link requireLink}, and one request after the other. The account and the application come first, as in their deletions,
 * which end the question too.
 */
async function lockLink(trx: Transaction<Tables>, token: string, now: Date): Promise<OpenLink> {
  const { question } = await requireLink(trx, token, now)
  await lockRow(trx, 'accounts', question.asked_by_id, 'key share')
  await lockRow(trx, 'applications', question.application_id, 'no key update')
  await lockRow(trx, 'colleague_questions', question.id)
  return requireLink(trx, token, now)
}

function wrongCode(): RequestError {
  const message = 'This code is not right, or not any more. Check the latest mail, or have a new code sent.'
  return new RequestError('invalid_request', message, { issues: [{ path: 'code', message }] })
}

function noMoreDevices(): RequestError {
  return new RequestError(
    'forbidden',
    'This link was opened on several devices already. Ask the person who sent it for a new one.',
  )
}

function noMoreAnswers(): RequestError {
  const message = `You have answered ${COLLEAGUE_QUESTION.mostAnswers} times already. Write to the person who asked you.`
  return new RequestError('invalid_request', message)
}
