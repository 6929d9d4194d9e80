import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { Link, useLocation } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import type { Insights } from '../../../contract/applications/insights.ts'
import { ADMIN_API, ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { ANCHOR, PAGE } from '../../../contract/wire/paths.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { retryAfterFailure } from '../../api/retry-after-failure.ts'
import { Loaded, StaleNotice } from '../../layout/loaded.tsx'
import { KEEPS_SCROLL } from '../../layout/page-shell.tsx'
import { useResponseTime } from '../../layout/use-response-time.ts'
import { useAuth } from '../../session/use-auth.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { managedJobsQuery } from '../api/managed-jobs-query.ts'
import { type JobTitles, titlesById } from '../applications/application-texts.ts'
import { InsightsFilter } from './insights-filter.tsx'
import type { InsightsView } from './insights-view.ts'
import { isJobMissing, readInsightsView, writeInsightsView } from './insights-view.ts'
import { KeyFigures } from './key-figures.tsx'
import { FunnelChart, StageChart } from './progress-charts.tsx'
import { JobChart, WeekChart } from './received-charts.tsx'
import { SourceChart } from './source-chart.tsx'
import { WaitingTable } from './waiting-table.tsx'

const LONGEST_PERIOD = '52'

const FAILURE = 'The insights could not be loaded.'

/** The filter and the figures of the view in the address. */
export function InsightsReport() {
  const { token } = useAuth()
  const [view, changeView] = useInsightsView()
  const insights = useQuery(insightsQuery(token, view))
  const titles = useQuery({ ...managedJobsQuery(token), select: titlesById })
  return (
    <div className="grid grid-cols-1 gap-4">
      {titles.data && <StaleNotice queries={[insights]} />}
      <InsightsFilter view={view} titles={titles.data} onChange={changeView} />
      <Loaded query={titles} loading={<ReportSkeleton />} failure={FAILURE}>
        {(jobs) => (
          <Loaded query={insights} loading={<ReportSkeleton />} failure={FAILURE}>
            {(data) =>
              data.funnel.received === 0 && data.waiting.count === 0 ? (
                <NoApplications
                  isJobMissing={isJobMissing(view, jobs)}
                  isNarrow={view.job !== '' || view.period !== LONGEST_PERIOD}
                  onShowAll={() => changeView({ job: '', period: LONGEST_PERIOD })}
                />
              ) : (
                <div
                  aria-busy={insights.isPlaceholderData || undefined}
                  className="grid grid-cols-1 gap-4 aria-busy:opacity-60"
                >
                  <Figures insights={data} titles={jobs} readAt={insights.dataUpdatedAt} />
                </div>
              )
            }
          </Loaded>
        )}
      </Loaded>
    </div>
  )
}

type FiguresProps = { insights: Insights; titles: JobTitles; readAt: number }

function Figures({ insights, titles, readAt }: FiguresProps) {
  const promisedDays = useResponseTime().answerWithinDays
  return (
    <>
      <KeyFigures insights={insights} readAt={readAt} promisedDays={promisedDays} />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <WeekChart insights={insights} />
        <FunnelChart insights={insights} />
        <StageChart insights={insights} promisedDays={promisedDays} />
        <JobChart insights={insights} titles={titles} />
        <SourceChart insights={insights} />
        <WaitingTable insights={insights} titles={titles} readAt={readAt} />
      </div>
    </>
  )
}

type NoApplicationsProps = {
  isJobMissing: boolean
  /** Whether another choice could have more applications. */
  isNarrow: boolean
  onShowAll: () => void
}

function NoApplications({ isJobMissing, isNarrow, onShowAll }: NoApplicationsProps) {
  return (
    <div className="grid justify-items-start gap-3 rounded-md border border-line bg-panel p-5 md:p-7">
      <p role="status">
        {isJobMissing ? 'There is no posting with this number.' : 'No applications yet in this period.'}
      </p>
      {!isJobMissing && (
        <p className="measure text-ink-muted text-sm">
          Figures appear with the first application. <Link href={ADMIN_PAGE.jobs}>Publish a posting</Link>, or see{' '}
          <a href={`${PAGE.landing}#${ANCHOR.careers}`}>what visitors see</a>.
        </p>
      )}
      {isNarrow && (
        <Button tone="secondary" onClick={onShowAll}>
          Show all jobs, last {LONGEST_PERIOD} weeks
        </Button>
      )}
    </div>
  )
}

function ReportSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading insights...</span>
      <Skeleton className="h-40 md:h-24" />
      <div aria-hidden="true" className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-84 lg:col-span-2" />
        <Skeleton className="h-84" />
        <Skeleton className="h-84" />
      </div>
    </div>
  )
}

/** Figures about weeks are fresh enough for a minute. */
const FRESH_MS = 60_000

/** The figures of a view; those of the view before stay visible while they load. */
function insightsQuery(token: string | null, { period, job }: InsightsView) {
  const query = new URLSearchParams({ period, ...(job && { jobId: job }) })
  return queryOptions({
    queryKey: [ADMIN_API.insights, token, { period, job }] as const,
    queryFn: ({ signal }) => jsonRequest<Insights>('GET', `${ADMIN_API.insights}?${query}`, { token, signal }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    ...retryAfterFailure,
  })
}

/** The view in the page's address, and the action that changes a part of it; Back undoes a choice. */
function useInsightsView(): [InsightsView, (change: Partial<InsightsView>) => void] {
  const query = useSearch()
  const [path, navigate] = useLocation()
  const view = useMemo(() => readInsightsView(query), [query])
  const change = useCallback(
    (part: Partial<InsightsView>) => navigate(path + writeInsightsView({ ...view, ...part }), { state: KEEPS_SCROLL }),
    [navigate, path, view],
  )
  return [view, change]
}
