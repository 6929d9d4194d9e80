import type { Transaction } from 'kysely'
import type { ColleagueDeviceRow, Tables } from '../../platform/database/tables.ts'
import { recordAction } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { lockLink, type OpenedLink, type OpenLink, requireOpened, type SentSecrets } from './question-links.ts'

/** The history has one opening of a device in so long, in milliseconds. */
const OPENING_MS = 15 * 60_000

/**
 * The link of a device that has opened it, for something that is shown next: the opening is noted before, so that nothing is shown of
 * which the history does not know.
 * @throws {RequestError} `not_found`; `forbidden` for a device that has not opened the link
 */
export async function requireOpenedAndNote(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  sent: SentSecrets,
): Promise<OpenedLink> {
  const now = clock()
  const link = await requireOpened(db, sent, now)
  if (!isDue(link.device, now)) return link
  return db.transaction().execute(async (trx) => {
    await lockLink(trx, sent.token, now)
    const locked = await requireOpened(trx, sent, now)
    await noteOpening(trx, locked, now)
    return locked
  })
}

/** Notes that a device opens the link or what it leads to, once in {@link OPENING_MS}. The caller has locked the link. */
export async function noteOpening(
  trx: Transaction<Tables>,
  { question, device }: Pick<OpenedLink, 'question' | 'device'>,
  now: Date,
): Promise<void> {
  if (!isDue(device, now)) return
  const opened = { last_opened_at: now.toISOString() }
  await trx.updateTable('colleague_devices').set(opened).where('device_hash', '=', device.device_hash).execute()
  await trx.updateTable('colleague_questions').set(opened).where('id', '=', question.id).execute()
  await recordOwn(trx, 'colleague_opened', question, now)
}

/** A clock that was set back makes no opening wait for longer. */
function isDue({ last_opened_at }: ColleagueDeviceRow, now: Date): boolean {
  return last_opened_at === null || Math.abs(now.getTime() - Date.parse(last_opened_at)) >= OPENING_MS
}

/** An entry of the history that no account has caused. */
export function recordOwn(
  trx: Transaction<Tables>,
  action: 'colleague_opened' | 'colleague_answered',
  { application_id: id }: OpenLink['question'],
  now: Date,
): Promise<void> {
  return recordAction(trx, { by: null, now, id, subject: 'application', event: { action } })
}
