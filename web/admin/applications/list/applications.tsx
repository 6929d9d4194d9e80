import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { APPLICATIONS } from '../../../../contract/policies/applications-policy.ts'
import { QUARANTINE } from '../../../../contract/search/list-filter.ts'
import { readStateOf } from '../../../api/retry-after-failure.ts'
import { LoadFailureBoundary } from '../../../layout/load-failure-boundary.tsx'
import { StaleNotice } from '../../../layout/loaded.tsx'
import { useAuth } from '../../../session/use-auth.ts'
import { useMay } from '../../../session/use-may.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { formatCount } from '../../../ui/text/format-count.ts'
import { managedJobsQuery } from '../../api/managed-jobs-query.ts'
import { type ListRow, summaryQuery } from '../application-list-api.ts'
import { TABS } from '../application-tabs.ts'
import { titlesById } from '../application-texts.ts'
import { usePausedRefetch } from '../changes/pending-changes.ts'
import { useUndo } from '../changes/undo.ts'
import { FIRST_VIEW, writeListView } from '../list-view.ts'
import { isAsking, useBulkActions } from '../selecting/use-bulk-actions.ts'
import { useSelection } from '../selecting/use-selection.ts'
import { ApplicationList } from './application-list.tsx'
import { DashboardDialogs } from './dashboard-dialogs.tsx'
import { LIST_HEADS } from './list-heads.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { useApplicationPage } from './use-application-page.ts'
import { useListKeys } from './use-list-keys.ts'
import { useListView } from './use-list-view.ts'
import { usePreparedTabs } from './use-prepared-tabs.ts'
import { useRowActions } from './use-row-actions.ts'

/** Only those who select rows need it. */
const Bar = lazyPart(async () => (await import('../selecting/bulk-bar.tsx')).BulkBar)

/** Only those who are asked something need it. */
const Dialogs = lazyPart(async () => (await import('../selecting/bulk-dialogs.tsx')).BulkDialogs)

const NO_ROWS: ListRow[] = []

/** The list and the dialogs of the dashboard. */
export function Applications() {
  const { token } = useAuth()
  const may = useMay()
  const [view, changeView] = useListView()
  const page = useApplicationPage(view)
  const prepareTabs = usePreparedTabs(view)
  const summary = useQuery({ ...summaryQuery(token, view), ...usePausedRefetch() })
  const titles = useQuery({ ...managedJobsQuery(token), select: titlesById })
  const isQuarantine = view.tab === QUARANTINE
  const Head = LIST_HEADS[view.tab]
  const { applications = NO_ROWS } = page.query.data ?? {}

  const undo = useUndo()
  const own = useMemo(
    // One that has left the list is not selected as others changed it: acting upon it asks first.
    () => applications.filter(({ jobId, gone }) => may(APPLICATIONS.decide, jobId) && !gone),
    [applications, may],
  )
  const [selection, selecting] = useSelection(writeListView({ ...view, sort: FIRST_VIEW.sort, saved: '' }), own)
  const bulk = useBulkActions({ view, rows: applications, selection }, selecting, undo)
  const { open, setOpen, actions, downloading } = useRowActions(applications, bulk.changeRows)
  useListKeys({ applications, rows: actions, bulk, selecting, undo })

  const counts = summary.isPlaceholderData ? undefined : summary.data?.tabs
  const isWaiting = readStateOf(summary) === 'loading'
  const shown = isWaiting ? undefined : page.query.data
  const toolbar = <ListToolbar view={view} page={shown} titles={titles.data} onChange={changeView} />
  const list = (
    <ApplicationList
      page={page}
      view={view}
      counts={counts}
      isWaiting={isWaiting}
      hasNoApplications={summary.data?.totalApplications === 0}
      onChange={changeView}
      table={{
        own,
        titles: titles.data,
        actions,
        selection,
        selecting: isQuarantine ? undefined : selecting,
        hasTicks: may(APPLICATIONS.decide),
        downloading,
      }}
    />
  )

  return (
    <>
      <StaleNotice queries={[page.query, summary, titles]} />
      <section aria-labelledby="applications" className="rounded-md border border-line bg-panel">
        <h2 id="applications" className="sr-only">
          Applications
        </h2>
        {Head ? (
          <>
            <Head tools={toolbar} />
            {list}
          </>
        ) : (
          <Tabs
            label="Applications by status"
            items={TABS.map((tab) => ({ ...tab, count: counts?.[tab.value] }))}
            hasMore={summary.data?.areTabsExact === false}
            value={view.tab}
            onChange={(tab) => changeView({ tab })}
            onNear={prepareTabs}
            beside={toolbar}
          >
            {list}
          </Tabs>
        )}
        {bulk.count > 0 && !isQuarantine && (
          <LoadFailureBoundary>
            <Suspense>
              <Bar.View
                actions={bulk}
                total={page.query.data?.total ?? 0}
                hasMore={page.query.data?.hasMore ?? false}
                tab={view.tab}
              />
            </Suspense>
          </LoadFailureBoundary>
        )}
      </section>
      {view.tab === 'archived' && <WithdrawnLine count={summary.data?.withdrawn} />}
      <DashboardDialogs open={open} onOpen={setOpen} titles={titles.data} actions={actions} downloading={downloading} />
      {isAsking(bulk) && (
        <LoadFailureBoundary>
          <Suspense>
            <Dialogs.View actions={bulk} />
          </Suspense>
        </LoadFailureBoundary>
      )}
    </>
  )
}

/** How many applications were withdrawn, under the archive, which has them. Nothing while there is none. */
function WithdrawnLine({ count }: { count: number | undefined }) {
  if (!count) return null
  return (
    <p className="px-4 py-2 text-ink-muted text-sm">
      {count === 1
        ? '1 application was withdrawn by its applicant.'
        : `${formatCount(count)} applications were withdrawn by their applicants.`}
    </p>
  )
}
