import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { STATUS_OF_STAT } from '../../../../contract/applications/status-stats.ts'
import { LATE, QUARANTINE, REPLIED, UNANSWERED } from '../../../../contract/search/list-filter.ts'
import { ADMIN_PAGE } from '../../../../contract/wire/admin-paths.ts'
import { PAGE } from '../../../../contract/wire/paths.ts'
import { LoadFailureBoundary } from '../../../layout/load-failure-boundary.tsx'
import { useAuth } from '../../../session/use-auth.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { formatCount } from '../../../ui/text/format-count.ts'
import { messageCountsQuery } from '../../messages/messages-api.ts'
import { summaryQuery } from '../application-list-api.ts'
import { FIRST_VIEW, type ListView, writeListView } from '../list-view.ts'
import { useListView } from './use-list-view.ts'

/** Few installations ever had a recovery. */
const Recovery = lazyPart(async () => (await import('./recovery-status.tsx')).RecoveryStatus)

/**
 * What waits and what there is, in one line: each count leads to what it counts. The counts do not follow the filter of the
 * list. Where the line is too narrow it scrolls sideways in itself.
 */
export function StatLine() {
  const { token } = useAuth()
  const [view] = useListView()
  const { data: summary } = useQuery(summaryQuery(token, view))
  const { data: messages } = useQuery(messageCountsQuery(token))
  const { overdue, unanswered = 0, replied = 0 } = summary?.promise ?? {}
  const { interviewsThisWeek: interviews, quarantined = 0 } = summary ?? {}
  const list = (tab: ListView['tab']) => ({
    href: PAGE.adminDashboard + writeListView({ ...FIRST_VIEW, tab }),
    isShown: view.tab === tab,
  })
  return (
    <div className="stat-line">
      <dl>
        <Stat
          name="Pending Reviews"
          count={summary?.pendingReviews}
          unit="waiting"
          {...list(STATUS_OF_STAT.pendingReviews)}
        />
        <Stat name="Late" count={overdue} unit="past the day" {...list(LATE)} isAlert={Boolean(overdue)} />
        <Stat
          name="To confirm"
          count={messages?.drafts}
          unit={messages?.drafts === 1 ? 'message' : 'messages'}
          href={ADMIN_PAGE.messages}
        />
        <Stat
          name="This week"
          count={interviews}
          unit={interviews === 1 ? 'interview' : 'interviews'}
          href={ADMIN_PAGE.interviews}
        />
        <Stat name="Interview Stage" count={summary?.interviewStage} {...list(STATUS_OF_STAT.interviewStage)} />
        <Stat
          name="Total Applications"
          count={summary?.totalApplications}
          unit="all time"
          href={PAGE.viewApplications}
        />
        <Stat name="Active Jobs" count={summary?.activeJobs} href={ADMIN_PAGE.jobs} />
        {unanswered > 0 && <Stat name="Not answered" count={unanswered} unit="decided" {...list(UNANSWERED)} isAlert />}
        {replied > 0 && <Stat name="Replied" count={replied} unit="not answered" {...list(REPLIED)} isAlert />}
        {quarantined > 0 && <Stat name="Held back" count={quarantined} unit="as spam" {...list(QUARANTINE)} />}
      </dl>
      {summary && summary.recovery.resubmitted > 0 && (
        <LoadFailureBoundary>
          <Suspense>
            <Recovery.View recovery={summary.recovery} />
          </Suspense>
        </LoadFailureBoundary>
      )}
    </div>
  )
}

type StatProps = {
  name: string
  /** Undefined while it loads. */
  count: number | undefined
  unit?: string
  href: string
  /** Whether its list is the one below. */
  isShown?: boolean
  /** Whether someone waits who should not. */
  isAlert?: boolean
}

function Stat({ name, count, unit, href, isShown = false, isAlert = false }: StatProps) {
  return (
    <div data-alert={isAlert || undefined}>
      <dt>
        <Link href={href} aria-current={isShown || undefined}>
          {name}
        </Link>
      </dt>
      <dd className="stat-count">{count === undefined ? '–' : formatCount(count)}</dd>
      {unit && <dd>{unit}</dd>}
    </div>
  )
}
