import type { Db } from '../database/tables.ts'
import { MAIL_TABLES, type MailKind, type MailRow } from './mail-kind.ts'

/** How many mails may leave: in a minute, and in a shorter window, so that they leave evenly. */
type SendingRate = { perMinute: number; windowMs: number; perWindow: number }

const MINUTE_MS = 60_000
/** Long beside the second by which the outbox may be late. In milliseconds. */
const SHORTEST_WINDOW_MS = 3_000
/** A mail that is due one window after another may come a little early. */
const TOLERANCE = 0.8

/** What the rate needs to know about a kind of mail. */
type RatedKind = Pick<MailKind<MailRow, unknown>, 'table' | 'rateFraction'>

/**
 * How long no mail of a kind may leave, in milliseconds; 0 when one may leave now.
 * @param perMinute all mail that may leave, from all processes together
 */
export async function timeToNextMail(db: Db, kind: RatedKind, perMinute: number, now: Date): Promise<number> {
  const own = await timeToRoom(db, rateOf(Math.ceil(perMinute * kind.rateFraction)), now, [kind.table])
  return Math.max(own, await timeToRoom(db, rateOf(perMinute), now, MAIL_TABLES))
}

/** Spreads the mails of a minute evenly: 20 a minute are one in three seconds, 500 are 25 in three seconds. */
function rateOf(perMinute: number): SendingRate {
  const windowMs = Math.max(SHORTEST_WINDOW_MS, Math.ceil(MINUTE_MS / perMinute))
  return { perMinute, windowMs, perWindow: Math.max(1, Math.floor((perMinute * windowMs) / MINUTE_MS)) }
}

/** How long until fewer mails of these kinds were attempted than the rate allows, by all processes together. */
async function timeToRoom(
  db: Db,
  { perMinute, windowMs, perWindow }: SendingRate,
  now: Date,
  tables: readonly RatedKind['table'][],
): Promise<number> {
  const since = new Date(now.getTime() - MINUTE_MS).toISOString()
  const ages: number[] = []
  for (const table of tables) {
    const latest = await db.selectFrom(table).select('attempted_at').where('attempted_at', '>', since).execute()
    // Before the clock was set back, or in a process whose clock is ahead: as if it were now.
    for (const { attempted_at } of latest) ages.push(Math.max(0, now.getTime() - Date.parse(attempted_at ?? since)))
  }
  ages.sort((one, other) => one - other)
  const [last, lastOfWindow] = [ages[perMinute - 1], ages[perWindow - 1]]
  const inMinute = last === undefined ? 0 : MINUTE_MS - last
  const isWindowFull = lastOfWindow !== undefined && lastOfWindow < windowMs * TOLERANCE
  return Math.max(inMinute, isWindowFull ? windowMs - lastOfWindow : 0)
}
