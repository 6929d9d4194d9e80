import type { Kysely } from 'kysely'
import type { CalendarDay } from '../../platform/calendar-day.ts'
import { acquireLock } from '../../platform/database/row-locks.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { TimedWork } from '../../platform/every.ts'
import { queueWebhooks } from '../../platform/webhooks/queue-webhooks.ts'
import type { Services } from '../feature.ts'
import { scheduleAnnouncements } from './announce-jobs.ts'
import { markClosings } from './job-queries.ts'

/** Time between two looks whether a day has ended, in milliseconds. */
const PAUSE_MS = 60_000
/** Postings in one transaction. */
const BATCH = 500

/**
 * Tells other systems, and with IndexNow search engines, of every posting that has closed by its date: once for each closing date, whichever process is
 * first, and however late.
 * @param closing.today the date where the company is
 * @param closing.tellsEngines whether search engines are told
 * @returns how many this process has scheduled
 */
export async function announceClosings(
  db: Kysely<Tables>,
  { today, now, tellsEngines }: { today: string; now: Date; tellsEngines: boolean },
): Promise<number> {
  let count = 0
  for (;;) {
    const ids = await db.transaction().execute(async (trx) => {
      await acquireLock(trx, 'announce-closings')
      const marked = await markClosings(trx, today, BATCH)
      if (marked.length > 0 && tellsEngines) await scheduleAnnouncements(trx, marked, now)
      const closed = marked.map((postingId) => ({ type: 'posting.closed' as const, data: { postingId } }))
      await queueWebhooks(trx, closed, now)
      return marked
    })
    count += ids.length
    if (ids.length < BATCH) return count
  }
}

/** Announces what has closed by its date: at the start, and within {@link PAUSE_MS} after the end of each day. */
export function announcingClosings({
  db,
  clock,
  today,
  outbox,
  config,
}: Pick<Services, 'db' | 'clock' | 'today' | 'outbox' | 'config'>): TimedWork {
  const tellsEngines = config.indexNow !== null
  let finished: CalendarDay | undefined
  const run = async () => {
    const day = today()
    if (day === finished) return
    if ((await announceClosings(db, { today: day.date, now: clock(), tellsEngines })) > 0) outbox.wakeSoon()
    finished = day
  }
  return { name: 'announce-closings', everyMs: PAUSE_MS, isDueAtStart: true, faultLevel: 'warn', run }
}
