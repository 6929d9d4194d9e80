import type { Kysely } from 'kysely'
import type { CalendarDay } from '../../platform/calendar-day.ts'
import { acquireLock } from '../../platform/database/row-locks.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { TimedWork } from '../../platform/every.ts'
import type { Services } from '../feature.ts'
import { scheduleAnnouncements } from './announce-jobs.ts'
import { markClosings } from './job-queries.ts'

/** Time between two looks whether a day has ended, in milliseconds. */
const PAUSE_MS = 60_000
/** Postings in one transaction. */
const BATCH = 500

/**
 * Schedules the announcement of every posting that has closed by its date: once for each closing date, whichever process is
 * first, and however late.
 * @param today the date where the company is
 * @returns how many this process has scheduled
 */
export async function announceClosings(db: Kysely<Tables>, today: string, now: Date): Promise<number> {
  let count = 0
  for (;;) {
    const ids = await db.transaction().execute(async (trx) => {
      await acquireLock(trx, 'announce-closings')
      const marked = await markClosings(trx, today, BATCH)
      if (marked.length > 0) await scheduleAnnouncements(trx, marked, now)
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
}: Pick<Services, 'db' | 'clock' | 'today' | 'outbox' | 'config'>): TimedWork | null {
  if (!config.indexNow) return null
  let finished: CalendarDay | undefined
  const run = async () => {
    const day = today()
    if (day === finished) return
    if ((await announceClosings(db, day.date, clock())) > 0) outbox.wakeSoon()
    finished = day
  }
  return { name: 'announce-closings', everyMs: PAUSE_MS, isDueAtStart: true, faultLevel: 'warn', run }
}
