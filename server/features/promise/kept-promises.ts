import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { sql } from 'kysely'
import type { PromiseMonth, PromiseMonths } from '../../../contract/promise/promise-months.ts'
import { FEWEST_ANSWERS_SHOWN, PROMISE_MONTHS } from '../../../contract/wire/limits.ts'
import type { CalendarDay } from '../../platform/calendar-day.ts'
import { HELD_AS_SPAM } from '../../platform/database/quarantine.ts'
import type { Db } from '../../platform/database/tables.ts'
import type { Services } from '../feature.ts'
import { listPromiseSums } from '../insights/insight-sums.ts'

/** How long a count is shown, in milliseconds: visitors cannot make the server count more often. */
const FRESH_MS = 10 * 60_000

/** A day, and the instant at which it is over. */
type DayEnd = { day: string; endsAt: string }

/**
 * Counts how the promise was kept, for the latest months that are over (`docs/decisions/0122`). A month has the applications
 * whose first promised day was in it, also those that were erased since. Months before the first one with enough to show are left out.
 * @param calendar.today in the zone of the company
 */
export async function countPromiseMonths(
  db: Db,
  calendar: { today: string; timeZone: string },
): Promise<PromiseMonths> {
  const latest = Temporal.PlainDate.from(calendar.today).toPlainYearMonth()
  const months: PromiseMonth[] = []
  const over = Array.from({ length: PROMISE_MONTHS }, (_, index) => latest.subtract({ months: index + 1 }))
  const erased = await listPromiseSums(
    db,
    over.map((month) => month.toString()),
  )
  for (const month of over) {
    const stored = await countMonth(db, dayEnds(month, calendar.timeZone))
    const gone = erased.get(month.toString())
    const [kept, missed] = [stored.kept + (gone?.kept ?? 0), stored.missed + (gone?.missed ?? 0)]
    const isShown = kept + missed >= FEWEST_ANSWERS_SHOWN
    months.push({ month: month.toString(), kept: isShown ? kept : null, missed: isShown ? missed : null })
    // SQLite counts in the thread of the server.
    await yieldToOthers()
  }
  return { months: months.slice(0, 1 + months.findLastIndex(({ kept }) => kept !== null)) }
}

function dayEnds(month: Temporal.PlainYearMonth, timeZone: string): DayEnd[] {
  return Array.from({ length: month.daysInMonth }, (_, index) => {
    const day = month.toPlainDate({ day: index + 1 })
    const endsAt = new Date(day.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds)
    return { day: day.toString(), endsAt: endsAt.toISOString() }
  })
}

/**
 * An applicant who withdrew within the promised time without an answer is not counted; a promise that was missed before stays
 * missed.
 */
async function countMonth(db: Db, days: readonly DayEnd[]): Promise<{ kept: number; missed: number }> {
  const rows = sql.join(days.map(({ day, endsAt }) => sql`(${day}, ${endsAt})`))
  const counted = await sql<{ kept: number | string | null; missed: number | string | null }>`
    with days (day, ends_at) as (values ${rows})
    select
      sum(case when first_answered_at < ends_at then 1 else 0 end) as kept,
      sum(case when first_answered_at < ends_at or withdrawn_at < ends_at then 0 else 1 end) as missed
    from days cross join applications
    where first_answer_by = day and quarantined <> ${sql.lit(HELD_AS_SPAM)}`.execute(db)
  const { kept = 0, missed = 0 } = counted.rows[0] ?? {}
  return { kept: Number(kept), missed: Number(missed) }
}

declare module '../feature.ts' {
  interface Services {
    /** How the promise was kept by month, as counted within the last ten minutes and on the same day. */
    promiseMonths(): Promise<PromiseMonths>
  }
}

/** Makes the count: requests at the same time share one, and a failed one is not kept. */
export function createPromiseMonths({
  db,
  clock,
  today,
  timeZone,
}: Pick<Services, 'db' | 'clock' | 'today'> & { timeZone: string }): Services['promiseMonths'] {
  let latest: { count: Promise<PromiseMonths>; day: CalendarDay; since: number } | undefined
  return () => {
    const [day, now] = [today(), clock().getTime()]
    if (latest?.day === day && Math.abs(now - latest.since) < FRESH_MS) return latest.count
    const begun = { count: countPromiseMonths(db, { today: day.date, timeZone }), day, since: now }
    latest = begun
    begun.count.catch(() => {
      if (latest === begun) latest = undefined
    })
    return begun.count
  }
}
