import type { Insights } from '../../../contract/applications/insights.ts'
import { ChartCard } from '../../ui/chart/chart-card.tsx'
import { Sparkline } from '../../ui/chart/sparkline.tsx'
import { WeekBars } from '../../ui/chart/week-bars.tsx'
import { formatCount } from '../../ui/text/format-count.ts'
import { type JobTitles, jobPositionOf } from '../applications/application-texts.ts'
import { formatMonday, formatShare, quantity, sum } from './insight-texts.ts'

/** Postings that have a line; the table has them all. */
const MOST_LINES = 6

/** Applications per week, as bars. */
export function WeekChart({ insights: { weeks, received } }: { insights: Insights }) {
  const totals = weeks.map((_, index) => sum(received.map(({ weekly }) => weekly[index] ?? 0)))
  const bars = weeks.map((monday, index) => {
    const count = totals[index] ?? 0
    const name = formatMonday(monday)
    return { key: monday, name, count, title: `Week of ${name}: ${quantity(count, 'application')}` }
  })
  return (
    <ChartCard
      title="Applications per week"
      note="By date of receipt; weeks begin on Monday (UTC). The current week is not over."
      data={{ columns: ['Week of', 'Applications'], rows: weeks.map((monday, index) => [monday, totals[index] ?? 0]) }}
      fileName="applications-per-week"
      className="lg:col-span-2"
    >
      <WeekBars
        bars={bars}
        label={`${quantity(sum(totals), 'application')} in ${weeks.length} weeks, at most ${Math.max(...totals)} in one`}
      />
    </ChartCard>
  )
}

/** Applications per week by posting, as one line each. */
export function JobChart({ insights: { weeks, received }, titles }: { insights: Insights; titles: JobTitles }) {
  const total = sum(received.flatMap(({ weekly }) => weekly))
  const rows = received.flatMap(({ jobId, weekly }) =>
    weekly.map((count, index) => [weeks[index] ?? '', jobPositionOf({ jobId }, titles), count] as const),
  )
  const top = Math.max(...received.flatMap(({ weekly }) => weekly))
  const more = received.length - MOST_LINES
  return (
    <ChartCard
      title="Applications by job"
      note="All lines have the same scale."
      data={{ columns: ['Week of', 'Job', 'Applications'], rows: rows.filter(([, , count]) => count > 0) }}
      fileName="applications-by-job"
    >
      <ul className="grid list-none grid-cols-[1fr_auto_auto] gap-x-4 gap-y-2 p-0 text-sm sm:grid-cols-[1fr_auto_auto_auto]">
        {received.slice(0, MOST_LINES).map(({ jobId, weekly }) => (
          <li key={jobId} className="col-span-full grid grid-cols-subgrid items-center">
            <span className="line-clamp-2">{jobPositionOf({ jobId }, titles)}</span>
            <Sparkline counts={weekly} top={top} className="h-6 w-20 sm:w-28" />
            <span className="text-right font-mono tabular-nums">{formatCount(sum(weekly))}</span>{' '}
            <span className="text-right text-ink-muted tabular-nums max-sm:hidden">
              {formatShare(sum(weekly), total)}
            </span>
          </li>
        ))}
      </ul>
      {received.length === 0 && <p className="text-sm">None in this period.</p>}
      {more > 0 && <p className="mt-2 text-ink-muted text-sm">and {quantity(more, 'more job')} in the table</p>}
    </ChartCard>
  )
}
