import type { Transaction } from 'kysely'
import { OPEN_MAIL } from '../../../contract/messages/mail-terms.ts'
import type { Db, Tables } from '../database/tables.ts'
import type { MailFault } from './mail-fault.ts'

const MINUTE_MS = 60_000
/** How long all mail waits after faults that follow one another; then the last one each time. In minutes. */
const PAUSE_MINUTES = [1, 2, 5, 10, 15]
/** How long others wait while one mail finds out whether mail leaves again. In milliseconds. */
const PROBE_MS = MINUTE_MS
/** Mail that waits is tried at least each hour: without a fault for longer, nothing that was refused waits any more. */
const ENDED_AFTER_MS = 2 * 60 * MINUTE_MS
/** What is kept of a reason, in characters: the dashboard says it in a line. */
const MOST_OF_REASON = 400

/** That mail does not leave: since when, why, and until when none is tried. */
export type CurrentOutage = { since: string; reason: string; pausedUntil: string | null }

/** The present outage; null while mail leaves, or while none is tried. */
export async function readOutage(db: Db, now: Date): Promise<CurrentOutage | null> {
  const row = await findOutage(db, now)
  return row ? { since: row.since, reason: row.reason, pausedUntil: row.paused_until } : null
}

function findOutage(db: Db, now: Date) {
  const since = new Date(now.getTime() - ENDED_AFTER_MS).toISOString()
  return db.selectFrom('mail_outage').selectAll().where('failed_at', '>', since).executeTakeFirst()
}

/**
 * Notes a fault that is not about one address, and pauses all mail where it concerns all: a server that does not take the sender
 * of one mail takes none. A refusal of one recipient pauses nothing: strangers choose recipients.
 * @param begun when the attempt began. Attempts at the same time count once
 * @returns until when all mail waits; null when it does not
 */
export async function noteOutage(
  trx: Transaction<Tables>,
  { scope, message }: Pick<MailFault, 'scope' | 'message'>,
  { begun, now }: { begun: string; now: Date },
): Promise<Date | null> {
  if (scope === 'message') return null
  const row = await findOutage(trx, now)
  const isCounted = !row || row.failed_at < begun
  const faults = (row?.faults ?? 0) + (isCounted ? 1 : 0)
  const pausedUntil = scope === 'all' && isCounted ? pauseAfter(faults, now).toISOString() : (row?.paused_until ?? null)
  const noted = {
    since: row?.since ?? now.toISOString(),
    reason: message.slice(0, MOST_OF_REASON),
    faults,
    failed_at: now.toISOString(),
    paused_until: pausedUntil,
  }
  await trx
    .insertInto('mail_outage')
    .values({ id: 1, ...noted })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(noted))
    .execute()
  return pausedUntil === null ? null : new Date(pausedUntil)
}

function pauseAfter(faults: number, now: Date): Date {
  const minutes = PAUSE_MINUTES[Math.min(faults, PAUSE_MINUTES.length) - 1] ?? 0
  return new Date(now.getTime() + minutes * MINUTE_MS)
}

/** Takes addresses out of what is kept of the words of the mail server, in the transaction that removes all else about them. */
export async function forgetRefusedAddresses(trx: Transaction<Tables>, addresses: readonly string[]): Promise<void> {
  const row = await trx.selectFrom('mail_outage').select('reason').executeTakeFirst()
  if (!row) return
  const words = row.reason.toLowerCase()
  if (!addresses.some((address) => words.includes(address.toLowerCase()))) return
  await trx
    .updateTable('mail_outage')
    .set({ reason: 'The mail server refused an address that was erased since.' })
    .execute()
}

/** Notes that mail leaves. */
export async function endOutage(db: Db): Promise<void> {
  await db.deleteFrom('mail_outage').execute()
}

/**
 * Asks whether a mail may be tried, or all mail waits. After a pause one mail finds out; the others wait for it.
 * @returns how long it waits before it asks again, in milliseconds: a minute at most, since a pause may end early; null when
 * it may be tried
 */
export async function pauseOf(db: Db, now: Date): Promise<number | null> {
  const until = (await readOutage(db, now))?.pausedUntil ?? null
  if (until === null) return null
  const left = Date.parse(until) - now.getTime()
  // A longer one was noted by a clock that was ahead.
  if (left > 0 && left <= Math.max(...PAUSE_MINUTES) * MINUTE_MS) return Math.min(left, PROBE_MS)
  const next = new Date(now.getTime() + PROBE_MS)
  const { numUpdatedRows } = await db
    .updateTable('mail_outage')
    .set({ paused_until: next.toISOString() })
    .where('paused_until', '=', until)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? null : PROBE_MS
}

/** How many mails wait whose time has come. */
export async function countHeldUp(db: Db, { pausedUntil }: CurrentOutage, now: Date): Promise<number> {
  const due = [now.toISOString(), pausedUntil ?? ''].sort().at(-1) ?? ''
  const { count } = await db
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('state', 'in', OPEN_MAIL)
    .where(({ eb, or }) => or([eb('attempts', '>', 0), eb('not_before', '<=', due)]))
    .executeTakeFirstOrThrow()
  return Number(count)
}
