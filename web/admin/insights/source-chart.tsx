import type { Insights } from '../../../contract/applications/insights.ts'
import { ChartCard } from '../../ui/chart/chart-card.tsx'
import { LevelBars } from '../../ui/chart/level-bars.tsx'
import { formatCount } from '../../ui/text/format-count.ts'
import { quantity } from './insight-texts.ts'

/** Sources that have a bar; the table has more. */
const MOST_BARS = 6

/** Where applicants found the site, and how far those of each source came. */
export function SourceChart({ insights: { sources, funnel } }: { insights: Insights }) {
  const { named, others } = sources
  const rows = named.map(({ source, ...counts }) => ({ name: source ?? 'Direct or unknown', ...counts }))
  if (others.sources > 0) rows.push({ ...others, name: quantity(others.sources, 'other source') })
  const more = named.length + others.sources - MOST_BARS
  return (
    <ChartCard
      title="Applications by source"
      note="Where applicants found this site, as the link that they followed said."
      data={{
        columns: ['Source', 'Received', 'Interview', 'Hired'],
        rows: rows.map(({ name, received, interview, hired }) => [name, received, interview, hired]),
      }}
      fileName="applications-by-source"
    >
      <LevelBars
        levels={rows.slice(0, MOST_BARS).map(({ name, received, interview, hired }) => ({
          name,
          value: formatCount(received),
          note: `${formatCount(interview)} to interview, ${formatCount(hired)} hired`,
          share: funnel.received === 0 ? 0 : received / funnel.received,
        }))}
      />
      {rows.length === 0 && <p className="text-sm">None in this period.</p>}
      {more > 0 && <p className="mt-2 text-ink-muted text-sm">and {quantity(more, 'more source')} in the table</p>}
    </ChartCard>
  )
}
