import type { Kysely } from 'kysely'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { delayTasks, listDueTasks } from '../../platform/outbox/outbox-queries.ts'
import { sendMessageTask } from './message-tasks.ts'

/** How many messages may leave: in a minute, and in a shorter window, so that they leave evenly. */
export type SendingRate = { perMinute: number; windowMs: number; perWindow: number }

const MINUTE_MS = 60_000
/** Long beside the second by which the outbox may be late. In milliseconds. */
const SHORTEST_WINDOW_MS = 3_000
/** A message that is due one window after another may come a little early. */
const TOLERANCE = 0.8
/** Tasks that one transaction delays: not so many that the last had to wait for more than four hours. */
const mostDelayed = (perMinute: number) => Math.min(1_000, perMinute * 240)

/** Spreads the messages of a minute evenly: 20 a minute are one in three seconds, 500 are 25 in three seconds. */
export function rateOf(perMinute: number): SendingRate {
  const windowMs = Math.max(SHORTEST_WINDOW_MS, Math.ceil(MINUTE_MS / perMinute))
  return { perMinute, windowMs, perWindow: Math.max(1, Math.floor((perMinute * windowMs) / MINUTE_MS)) }
}

/** Every kind of mail. */
const MAIL_TABLES = ['messages', 'digests', 'job_alert_mails'] as const

/**
 * Whether as many mails were attempted as the rate allows, by all processes together.
 * @param tables the kinds of mail that count
 */
export async function isRateReached(
  db: Db,
  { perMinute, windowMs, perWindow }: SendingRate,
  now: Date,
  tables: readonly (typeof MAIL_TABLES)[number][] = MAIL_TABLES,
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
 * @param kind of their tasks
 */
export function delayOthers(
  db: Kysely<Tables>,
  kind: string,
  { perMinute, windowMs, perWindow }: SendingRate,
  now: Date,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const due = await listDueTasks(trx, kind, now, mostDelayed(perMinute))
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
      await noteTurn(
        trx,
        turn.flatMap((task) => sendMessageTask.read(task)?.messageId ?? []),
        until,
      )
      place += count
      next += count
    }
  })
}

/** Says on the page of messages when they leave; of other mail nothing is shown. */
async function noteTurn(db: Db, ids: readonly number[], until: Date): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('messages')
    .set({ not_before: until.toISOString() })
    .where('id', 'in', ids)
    .where('state', '=', 'waiting')
    .execute()
}
