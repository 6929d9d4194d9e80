import { APPLICATION_STATUS } from '../../../contract/applications/application-statuses.ts'
import { FUNNEL_STEPS, type Insights } from '../../../contract/applications/insights.ts'
import { isDecision, OPEN_STATUSES } from '../../../contract/applications/status-lists.ts'
import { ChartCard } from '../../ui/chart/chart-card.tsx'
import { LevelBars } from '../../ui/chart/level-bars.tsx'
import { formatCount } from '../../ui/text/format-count.ts'
import { describeSample, formatDuration, formatShare } from './insight-texts.ts'

/** The promise is marked within the bar, not at its end. */
const ROOM_PAST_LIMIT = 1.25

/** How many applications ever reached each status. */
export function FunnelChart({ insights: { funnel } }: { insights: Insights }) {
  const steps = FUNNEL_STEPS.map((step) => ({
    name: step === 'received' ? 'Received' : APPLICATION_STATUS[step].name,
    count: funnel[step],
    share: formatShare(funnel[step], funnel.received),
  }))
  return (
    <ChartCard
      title="Funnel"
      note="How many of them ever reached each status."
      data={{
        columns: ['Status', 'Applications', 'Share'],
        rows: steps.map((step) => [step.name, step.count, step.share]),
      }}
      fileName="funnel"
    >
      <LevelBars
        levels={steps.map(({ name, count, share }) => ({
          name,
          value: formatCount(count),
          note: share,
          share: funnel.received === 0 ? 0 : count / funnel.received,
        }))}
      />
    </ChartCard>
  )
}

/** Where the time is spent: the median of each status and of the way to the first decision, against the promise. */
export function StageChart({ insights, promisedDays }: { insights: Insights; promisedDays: number }) {
  const { stages, firstDecision } = insights
  const rows = [
    ...OPEN_STATUSES.map((status) => ({
      name: APPLICATION_STATUS[status].name,
      median: stages[status],
      noun: 'stay',
      // The move to a decision ends the promised time.
      hasLimit: !isDecision(status),
    })),
    { name: 'First decision', median: firstDecision, noun: 'decision', hasLimit: true },
  ]
  const longest = Math.max(ROOM_PAST_LIMIT * promisedDays, ...rows.map(({ median }) => median.days ?? 0))
  return (
    <ChartCard
      title="Where the time is spent"
      note={`Medians in calendar days; 0 is the same day. The mark is the promise: a first decision within ${promisedDays} days.`}
      data={{
        columns: ['Time', 'Median days', 'Measured'],
        rows: rows.map(({ name, median }) => [name, median.days ?? '', median.count]),
      }}
      fileName="time-spent"
    >
      <LevelBars
        levels={rows.map(({ name, median, noun, hasLimit }) => ({
          name,
          value: formatDuration(median.days),
          note: describeSample(median, noun),
          share: (median.days ?? 0) / longest,
          limit: hasLimit ? promisedDays / longest : undefined,
        }))}
      />
    </ChartCard>
  )
}
