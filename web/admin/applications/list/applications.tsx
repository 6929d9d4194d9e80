import { useQuery } from '@tanstack/react-query'
import { readStateOf } from '../../../api/retry-after-failure.ts'
import { StaleNotice } from '../../../layout/load-failure.tsx'
import { useSessionWatch } from '../../../session/end-session.ts'
import { useAuth } from '../../../session/use-auth.ts'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { managedJobsQuery } from '../../jobs/managed-jobs-query.ts'
import { TABS } from '../application-statuses.ts'
import { titlesById } from '../application-texts.ts'
import { usePausedRefetch } from '../changes/pending-changes.ts'
import { useRowActions } from '../changes/use-row-actions.ts'
import { DashboardDialogs } from '../dashboard-dialogs.tsx'
import { ApplicationList } from './application-list.tsx'
import { summaryQuery } from './application-list-api.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { QUARANTINE } from './list-view.ts'
import { QuarantineHead, QuarantineLine } from './quarantine.tsx'
import { ReviewLink } from './review-link.tsx'
import { RecoveryCard, StatCards } from './stat-cards.tsx'
import { useApplicationPage } from './use-application-page.ts'
import { useListView } from './use-list-view.ts'

/** The counts, the list and the dialogs of the dashboard (`spec.md` section 2). */
export function Applications() {
  const { token } = useAuth()
  const [view, changeView] = useListView()
  const page = useApplicationPage(view)
  const summary = useQuery({ ...summaryQuery(token, view.job), ...usePausedRefetch() })
  const titles = useQuery({ ...managedJobsQuery(token), select: titlesById })
  useSessionWatch(page.query.error ?? summary.error ?? titles.error)
  const { open, setOpen, actions, downloading } = useRowActions(page.query.data?.applications)
  const counts = summary.isPlaceholderData ? undefined : summary.data?.tabs
  const isStale = [page.query, summary, titles].some(({ data, failureCount }) => data !== undefined && failureCount > 0)
  const list = (
    <ApplicationList
      page={page}
      search={view.search}
      isQuarantine={view.tab === QUARANTINE}
      hasNoApplications={summary.data?.totalApplications === 0}
      onClearSearch={() => changeView({ search: '' })}
      table={{
        titles: titles.data,
        sort: view.sort,
        onSort: (sort) => changeView({ sort }),
        actions,
        downloading,
      }}
    />
  )

  return (
    <>
      <StaleNotice isShown={isStale} />
      <StatCards summary={summary.data} />
      {readStateOf(summary) === 'loading' ? (
        // Wait for the counts: they decide which cards appear above the list.
        <div className="mt-6">
          <TableSkeleton words="Loading applications..." />
        </div>
      ) : (
        <>
          {summary.data && <RecoveryCard recovery={summary.data.recovery} />}
          <section aria-labelledby="applications" className="mt-6 rounded-md border border-line bg-panel">
            <div className="flex items-center justify-between gap-4 px-4 pt-4 md:px-5">
              <h2 id="applications" className="text-lg">
                Applications
              </h2>
              <ReviewLink page={page.query.data} view={view} />
            </div>
            <ListToolbar view={view} titles={titles.data} onChange={changeView} />
            {view.tab === QUARANTINE ? (
              <>
                <QuarantineHead />
                {list}
              </>
            ) : (
              <>
                <QuarantineLine count={summary.data?.quarantined} />
                <Tabs
                  label="Applications by status"
                  items={TABS.map((tab) => ({ ...tab, count: counts?.[tab.value] }))}
                  value={view.tab}
                  onChange={(tab) => changeView({ tab })}
                >
                  {list}
                </Tabs>
              </>
            )}
          </section>
        </>
      )}
      <DashboardDialogs open={open} onOpen={setOpen} titles={titles.data} actions={actions} downloading={downloading} />
    </>
  )
}
