import type { Db, MailRow } from '../database/tables.ts'

const MINUTE_MS = 60_000
/** Long beside the second by which the outbox may be late. In milliseconds. */
const SHORTEST_WINDOW_MS = 3_000
/** A mail that is due one window after another may come a little early. */
const TOLERANCE = 0.8

/**
 * How long no mail may leave, in milliseconds; 0 when one may leave now.
 * @param perMinute how many may leave, from all processes together
 * @param kinds those that count; all unless given
 */
export async function timeToNextMail(
  db: Db,
  perMinute: number,
  now: Date,
  kinds?: readonly MailRow['kind'][],
): Promise<number> {
  const { windowMs, perWindow } = windowOf(perMinute)
  const since = new Date(now.getTime() - MINUTE_MS).toISOString()
  const all = db.selectFrom('mails').select('attempted_at').where('attempted_at', '>', since)
  const latest = await (kinds ? all.where('kind', 'in', kinds) : all).execute()
  const ages = latest
    // Before the clock was set back, or in a process whose clock is ahead: as if it were now.
    .map(({ attempted_at }) => Math.max(0, now.getTime() - Date.parse(attempted_at ?? since)))
    .sort((one, other) => one - other)
  const [last, lastOfWindow] = [ages[perMinute - 1], ages[perWindow - 1]]
  const inMinute = last === undefined ? 0 : MINUTE_MS - last
  const isWindowFull = lastOfWindow !== undefined && lastOfWindow < windowMs * TOLERANCE
  return Math.max(inMinute, isWindowFull ? windowMs - lastOfWindow : 0)
}

/** How many mails may leave in a window, so that those of a minute leave evenly: 20 a minute are one in three seconds, 500 are 25 in three seconds. */
function windowOf(perMinute: number) {
  const windowMs = Math.max(SHORTEST_WINDOW_MS, Math.ceil(MINUTE_MS / perMinute))
  return { windowMs, perWindow: Math.max(1, Math.floor((perMinute * windowMs) / MINUTE_MS)) }
}
