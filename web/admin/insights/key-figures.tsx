import type { Insights } from '../../../contract/applications/insights.ts'
import { usePageData } from '../../layout/page-data-context.ts'
import { formatCount } from '../../ui/text/format-count.ts'
import { describeMedian, formatDuration, quantity } from './insight-texts.ts'
import { readWaitingTime } from './waiting-time.ts'

/** `readAt` is when they were read, in milliseconds. */
type KeyFiguresProps = { insights: Insights; readAt: number; promisedDays: number }

/** The four figures to know first; a time past the promise is amber. */
export function KeyFigures({ insights, readAt, promisedDays }: KeyFiguresProps) {
  const { funnel, firstDecision, hire, waiting } = insights
  const [longest] = waiting.oldest
  const { timeZone } = usePageData().company
  const longestTime = longest && readWaitingTime(longest, { readAt, timeZone })
  return (
    <dl className="grid grid-cols-2 overflow-hidden rounded-md border border-line bg-panel [&>*]:border-line max-md:[&>:nth-child(odd)]:border-r max-md:[&>:nth-child(n+3)]:border-t md:grid-cols-4 md:[&>:not(:first-child)]:border-l">
      <Figure name="Received" value={formatCount(funnel.received)} note="in this period" />
      <Figure
        name="To first decision"
        value={formatDuration(firstDecision.days)}
        note={describeMedian(firstDecision, 'decision')}
        late={(firstDecision.days ?? 0) > promisedDays && `longer than ${promisedDays} days`}
      />
      <Figure name="To hire" value={formatDuration(hire.days)} note={describeMedian(hire, 'hire')} />
      <Figure
        name="Waiting now"
        value={formatCount(waiting.count)}
        note={longestTime ? `longest: ${quantity(longestTime.days, 'day')}` : 'nothing to review'}
        late={longestTime?.isLate && 'the promised day has passed'}
      />
    </dl>
  )
}

/** The value is a number, or a number with its unit after a space; `late` says in which way it breaks the promise. */
type FigureProps = { name: string; value: string; note: string; late?: string | false | undefined }

function Figure({ name, value, note, late = false }: FigureProps) {
  const [figure, unit] = value.split(' ')
  return (
    <div className="px-4 py-3 md:px-5">
      <dt className="text-ink-muted text-sm">{name}</dt>
      <dd className="flex items-baseline gap-x-2">
        <span className="font-mono text-2xl tabular-nums">{figure}</span> <span className="text-sm">{unit}</span>
      </dd>
      <dd className={`text-sm ${late ? 'font-semibold text-signal-amber' : 'text-ink-muted'}`}>
        {note}
        {late && <span className="sr-only"> ({late})</span>}
      </dd>
    </div>
  )
}
