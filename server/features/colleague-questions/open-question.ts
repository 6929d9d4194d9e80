import type { Transaction } from 'kysely'
import { COLLEAGUE_QUESTION } from '../../../contract/wire/limits.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { RequestError, tooManyRequests } from '../../platform/http/request-error.ts'
import { newMessageId, queueMails } from '../../platform/mail/mail-queue.ts'
import { hashSecret, newSecret } from '../accounts/session-queries.ts'
import type { Services } from '../feature.ts'
import {
  countDevices,
  findDevice,
  lockLink,
  type OpenLink,
  requireRoomForDevice,
  type SentSecrets,
} from './question-links.ts'
import { CODES, codeHashOf } from './question-mails.ts'
import { noteOpening } from './question-openings.ts'

const HOUR_MS = 60 * 60_000

/**
 * Opens the link on a device: the first one at once, another with a code from the mailbox. The history says so.
 * @returns the secret by which the device is known from now on
 * @throws {RequestError} `not_found`; `forbidden` when as many devices as may be have opened it, or one where the site sends no codes;
 * `invalid_request` on another device without a code, with a wrong one, or with one that has ended
 */
export async function openQuestion(
  services: Pick<Services, 'db' | 'clock' | 'hash' | 'mail'>,
  sent: SentSecrets,
  code: string | null,
): Promise<string> {
  const { db, clock } = services
  const now = clock()
  const opened = await db.transaction().execute(async (trx) => {
    const { question } = await lockLink(trx, sent.token, now)
    const known = await findDevice(trx, question, sent.device)
    if (known) {
      await noteOpening(trx, { question, device: known }, now)
      return sent.device
    }
    const devices = await countDevices(trx, question)
    requireRoomForDevice(devices)
    // A refusal is stored too: it counts.
    if (devices > 0 && !(await takeCode(services, trx, question.id, code, now))) return undefined
    const secret = newSecret()
    const device = {
      ...{ device_hash: hashSecret(secret), question_id: question.id, created_at: now.toISOString() },
      last_opened_at: null,
    }
    await trx.insertInto('colleague_devices').values(device).execute()
    await noteOpening(trx, { question, device }, now)
    return secret
  })
  if (opened === undefined) throw wrongCode()
  return opened
}

/** Takes the code of a question, which works once, for some minutes and a few tries. */
async function takeCode(
  { hash, mail }: Pick<Services, 'hash' | 'mail'>,
  trx: Transaction<Tables>,
  id: number,
  code: string | null,
  now: Date,
): Promise<boolean> {
  if (!mail) throw noCodeWithoutMail()
  if (code === null) throw codeNeeded()
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
 * @throws {RequestError} `not_found`; `invalid_request` before a first device has opened the link; `forbidden` without a mail server, and when
 * as many devices as may be have opened it, or as many codes were sent; `too_many_requests`
 */
export async function sendCode(
  {
    db,
    clock,
    mail,
    codeMailboxes,
    outbox,
    config,
  }: Pick<Services, 'db' | 'clock' | 'mail' | 'codeMailboxes' | 'outbox' | 'config'>,
  sent: SentSecrets,
): Promise<void> {
  const now = clock()
  await db.transaction().execute(async (trx) => {
    const { question } = await lockLink(trx, sent.token, now)
    const devices = await countDevices(trx, question)
    requireRoomForDevice(devices)
    if (devices === 0) throw noCodeNeeded()
    if (!mail) throw noCodeWithoutMail()
    await requireRoomForCode(trx, question, now)
    // One colleague may be asked many questions: codes for all of them arrive in one mailbox.
    if (!(await codeMailboxes.take(trx, question.email, now))) throw tooManyOfMailbox()
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

/** Each code gives a few tries more: a link has some in an hour, and some in its life. */
async function requireRoomForCode(
  trx: Transaction<Tables>,
  { id, link_shown_at }: OpenLink['question'],
  now: Date,
): Promise<void> {
  const sent = await trx
    .selectFrom('mails')
    .select('created_at')
    .where('colleague_question_id', '=', id)
    .where('kind', '=', 'colleague_code')
    .execute()
  const ofLink = sent.filter(({ created_at }) => created_at >= (link_shown_at ?? ''))
  if (ofLink.length >= COLLEAGUE_QUESTION.mostCodes) throw noMoreCodes()
  const since = new Date(now.getTime() - HOUR_MS).toISOString()
  if (sent.filter(({ created_at }) => created_at > since).length >= COLLEAGUE_QUESTION.codesAnHour)
    throw tooManyRequests('Several codes were sent to your address already.', HOUR_MS)
}

function tooManyOfMailbox(): RequestError {
  return tooManyRequests('Many codes were sent to your address already.', 24 * HOUR_MS)
}

/** Two devices may show the link as not opened yet, and then open it one after the other. */
function codeNeeded(): RequestError {
  const message = 'This link was opened on another device already. Have a code mailed, and enter it here.'
  return new RequestError('invalid_request', message, { issues: [{ path: 'code', message }] })
}

function noCodeWithoutMail(): RequestError {
  return new RequestError(
    'forbidden',
    'This link was opened on another device already, and this site sends no mail. Ask the person who sent it for a new one.',
  )
}

function wrongCode(): RequestError {
  const message = 'This code is not right, or not any more. Check the latest mail, or have a new code sent.'
  return new RequestError('invalid_request', message, { issues: [{ path: 'code', message }] })
}

function noCodeNeeded(): RequestError {
  return new RequestError('invalid_request', 'The first device needs no code. Reload the page and open the link.')
}

function noMoreCodes(): RequestError {
  const message = `${COLLEAGUE_QUESTION.mostCodes} codes were sent for this link already. Ask the person who sent it for a new link.`
  return new RequestError('forbidden', message)
}
