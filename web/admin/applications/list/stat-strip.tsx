import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { ApplicationSummary } from '../../../../contract/applications/application-list.ts'
import type { WeeklyCounts } from '../../../../contract/applications/insights.ts'
import { STATUS_OF_STAT } from '../../../../contract/applications/status-stats.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { PAGE } from '../../../../contract/wire/paths.ts'
import { jsonRequest } from '../../../api/json-request.ts'
import { useAuth } from '../../../session/use-auth.ts'
import { Sparkline } from '../../../ui/chart/sparkline.tsx'
import { formatCount } from '../../../ui/text/format-count.ts'
import { STAT_CARDS, type Stat } from '../application-tabs.ts'
import { FIRST_VIEW, writeListView } from '../list-view.ts'

const STATS = Object.keys(STAT_CARDS) as Stat[]

/** The list behind each count. */
const LISTS: Record<Stat, string> = {
  totalApplications: PAGE.viewApplications,
  activeJobs: PAGE.adminJobs,
  pendingReviews: PAGE.adminDashboard + writeListView({ ...FIRST_VIEW, tab: STATUS_OF_STAT.pendingReviews }),
  interviewStage: PAGE.adminDashboard + writeListView({ ...FIRST_VIEW, tab: STATUS_OF_STAT.interviewStage }),
}

/**
 * The four counts over the list, each with its last eight weeks and a link to what it counts; they do not follow the
 * job filter.
 */
export function StatStrip({ summary }: { summary: ApplicationSummary | undefined }) {
  const { token } = useAuth()
  const weekly = useQuery({
    queryKey: [ADMIN_API.weeklyCounts, token],
    queryFn: ({ signal }) => jsonRequest<WeeklyCounts>('GET', ADMIN_API.weeklyCounts, { token, signal }),
  })
  return (
    <dl className="stat-strip">
      {STATS.map((stat) => (
        <StatCard key={stat} stat={stat} count={summary?.[stat]} weekly={weekly.data?.[stat]} />
      ))}
    </dl>
  )
}

type StatCardProps = { stat: Stat; count: number | undefined; weekly: number[] | undefined }

function StatCard({ stat, count, weekly }: StatCardProps) {
  const { name, note } = STAT_CARDS[stat]
  return (
    <div>
      <dt>
        <Link href={LISTS[stat]}>{name}</Link>
      </dt>
      <dd className="font-mono text-ink text-lg tabular-nums">{count === undefined ? '–' : formatCount(count)}</dd>
      <dd className="stat-note">{note}</dd>
      <dd className="stat-weeks">
        {weekly && (
          <>
            <Sparkline counts={weekly} className="h-7 w-20" />
            <span className="sr-only">
              Last {weekly.length} weeks, oldest first: {weekly.join(', ')}
            </span>
          </>
        )}
      </dd>
    </div>
  )
}
