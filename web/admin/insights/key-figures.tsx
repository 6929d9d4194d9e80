import type { Insights } from '../../../contract/applications/insights.ts'
import { daysSince } from '../../ui/text/date-formats.ts'
import { formatCount } from '../../ui/text/format-count.ts'
import { describeMedian, formatDuration, quantity } from './insight-texts.ts'

/** `readAt` is when they were read, in milliseconds. */
type KeyFiguresProps = { insights: Insights; readAt: number; promisedDays: number }

/** The four figures to know first; a time past the promise is amber. */
export function KeyFigures({ insights, readAt, promisedDays }: KeyFiguresProps) {
  const { funnel, firstDecision, hire, waiting } = insights
  const [longest] = waiting.oldest
  const longestDays = longest ? daysSince(longest.createdAt, readAt) : 0
  return (
    <dl className="grid grid-cols-2 overflow-hidden rounded-md border border-line bg-panel *:border-line max-md:*:odd:border-r max-md:*:nth-[n+3]:border-t md:grid-cols-4 md:*:not-first:border-l">
      <Figure name="Received" value={formatCount(funnel.received)} note="in this period" />
      <Figure
        name="To first decision"
        value={formatDuration(firstDecision.days)}
        note={describeMedian(firstDecision, 'decision')}
        lateDays={(firstDecision.days ?? 0) > promisedDays && promisedDays}
      />
      <Figure name="To hire" value={formatDuration(hire.days)} note={describeMedian(hire, 'hire')} />
      <Figure
        name="Waiting now"
        value={formatCount(waiting.count)}
        note={longest ? `longest: ${quantity(longestDays, 'day')}` : 'nothing to review'}
        lateDays={longestDays > promisedDays && promisedDays}
      />
    </dl>
  )
}

/** The value is a number, or a number with its unit after a space; `lateDays` are the promised days that it exceeds. */
type FigureProps = { name: string; value: string; note: string; lateDays?: number | false }

function Figure({ name, value, note, lateDays = false }: FigureProps) {
  const [figure, unit] = value.split(' ')
  return (
    <div className="px-4 py-3 md:px-5">
      <dt className="text-ink-muted text-sm">{name}</dt>
      <dd className="flex items-baseline gap-x-2">
        <span className="font-mono text-2xl tabular-nums">{figure}</span> <span className="text-sm">{unit}</span>
      </dd>
      <dd className={`text-sm ${lateDays ? 'font-semibold text-signal-amber' : 'text-ink-muted'}`}>
        {note}
        {lateDays && <span className="sr-only"> (longer than {lateDays} days)</span>}
      </dd>
    </div>
  )
}
