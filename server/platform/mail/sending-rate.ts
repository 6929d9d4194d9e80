import type { Kysely } from 'kysely'
import type { Db, Tables } from '../database/tables.ts'
import { delayTasks, listDueTasks } from '../outbox/outbox-queries.ts'
import { MAIL_TABLES, type MailKind, type MailRow } from './mail-kind.ts'

/** How many mails may leave: in a minute, and in a shorter window, so that they leave evenly. */
type SendingRate = { perMinute: number; windowMs: number; perWindow: number }

const MINUTE_MS = 60_000
/** Long beside the second by which the outbox may be late. In milliseconds. */
const SHORTEST_WINDOW_MS = 3_000
/** A mail that is due one window after another may come a little early. */
const TOLERANCE = 0.8
/** Tasks that one transaction delays: not so many that the last had to wait for more than four hours. */
const mostDelayed = (perMinute: number) => Math.min(1_000, perMinute * 240)

/** What the rate needs to know about a kind of mail. */
type RatedKind = Pick<MailKind<MailRow, unknown>, 'table' | 'task' | 'share' | 'noteWait'>

/**
 * Asks whether a mail may leave now. If it may not, the others of its kind that are due get their turns after it.
 * @param perMinute all mail that may leave, from all processes together
 * @returns how long it waits for its turn, in milliseconds; 0 when it may leave
 */
export async function takeTurn(db: Kysely<Tables>, kind: RatedKind, perMinute: number, now: Date): Promise<number> {
  const own = rateOf(Math.ceil(perMinute * kind.share))
  const isReached =
    (await isRateReached(db, own, now, [kind.table])) || (await isRateReached(db, rateOf(perMinute), now, MAIL_TABLES))
  if (!isReached) return 0
  await delayOthers(db, kind, own, now)
  return own.windowMs
}

/** Spreads the mails of a minute evenly: 20 a minute are one in three seconds, 500 are 25 in three seconds. */
function rateOf(perMinute: number): SendingRate {
  const windowMs = Math.max(SHORTEST_WINDOW_MS, Math.ceil(MINUTE_MS / perMinute))
  return { perMinute, windowMs, perWindow: Math.max(1, Math.floor((perMinute * windowMs) / MINUTE_MS)) }
}

/** Whether as many mails of these kinds were attempted as the rate allows, by all processes together. */
async function isRateReached(
  db: Db,
  { perMinute, windowMs, perWindow }: SendingRate,
  now: Date,
  tables: readonly RatedKind['table'][],
): Promise<boolean> {
  const since = new Date(now.getTime() - MINUTE_MS).toISOString()
  const latest: { attempted_at: string | null }[] = []
  for (const table of tables)
    latest.push(...(await db.selectFrom(table).select('attempted_at').where('attempted_at', '>', since).execute()))
  const begin = new Date(now.getTime() - windowMs * TOLERANCE).toISOString()
  const inWindow = latest.filter(({ attempted_at }) => attempted_at !== null && attempted_at > begin)
  return latest.length >= perMinute || inWindow.length >= perWindow
}

/**
 * Gives each other mail of a kind that is due its turn in one transaction, so that a thousand of them are not tried one by
 * one.
 */
function delayOthers(
  db: Kysely<Tables>,
  { task, noteWait }: RatedKind,
  { perMinute, windowMs, perWindow }: SendingRate,
  now: Date,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const due = await listDueTasks(trx, task.kind, now, mostDelayed(perMinute))
    // The mail that could not leave takes the first place of the next window.
    for (let place = 1, next = 0; next < due.length; ) {
      const count = perWindow - (place % perWindow)
      const turn = due.slice(next, next + count)
      const until = new Date(now.getTime() + (1 + Math.floor(place / perWindow)) * windowMs)
      await delayTasks(
        trx,
        turn.map(({ id }) => id),
        { now, until },
      )
      await noteWait?.(
        trx,
        turn.flatMap((row) => task.read(row)?.id ?? []),
        { until },
      )
      place += count
      next += count
    }
  })
}
