import { type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react'
import type { ApplicationSummary, ListedApplication } from '../../../../contract/applications/application-list.ts'
import { LoadFailureBoundary } from '../../../layout/load-failure-boundary.tsx'
import { Loaded } from '../../../layout/loaded.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { Pager } from '../../../ui/table/pager.tsx'
import { type ListView, type Sort, sortOf, writeListView } from '../list-view.ts'
import { ApplicationsTable, type ApplicationsTableProps } from './applications-table.tsx'
import { ListDownload } from './list-download.tsx'
import { HELD_LIST } from './steady/steady-page.ts'
import type { ShownPage } from './use-application-page.ts'

type ApplicationListProps = {
  page: ShownPage
  view: ListView
  /** The counts of the tabs, which follow the search; undefined while they load. */
  counts: ApplicationSummary['tabs'] | undefined
  /** Whether what stands above the list is still loading: it would move rows that are shown. */
  isWaiting: boolean
  /** Whether no application has ever been received. */
  hasNoApplications: boolean
  onChange: (change: Partial<ListView>) => void
  table: Pick<
    ApplicationsTableProps,
    'own' | 'titles' | 'actions' | 'selection' | 'selecting' | 'hasTicks' | 'downloading'
  >
}

/** Only a list without rows needs it. */
const Empty = lazyPart(async () => (await import('./no-applications.tsx')).NoApplications)

const NO_ROWS: ListedApplication[] = []

const Held = lazyPart(async () => (await HELD_LIST()).HeldPill)

/** One page of the list, or why there are no rows. */
export function ApplicationList(props: ApplicationListProps) {
  const { page, view, isWaiting, onChange, table } = props
  const { query, previous, next } = page
  const rows = { ...table, tab: view.tab, sort: sortOf(view), onSort: (sort: Sort) => onChange({ sort }) }
  const loading = (
    <>
      <ApplicationsTable {...rows} applications={NO_ROWS} selecting={undefined} page="" />
      <TableSkeleton isInCard words="Loading applications..." />
    </>
  )
  if (isWaiting) return loading
  return (
    <Loaded query={query} loading={loading} failure="The applications could not be loaded." isInCard>
      {({ applications, total, hasMore, held }) =>
        applications.length === 0 ? (
          <LoadFailureBoundary>
            <Suspense fallback={<div className="h-24" />}>
              <Empty.View {...props} titles={table.titles} />
            </Suspense>
          </LoadFailureBoundary>
        ) : (
          <Rows page={page.pagesBefore} isComing={query.isPlaceholderData}>
            <div className="held-row">
              {held && (
                <Suspense>
                  <Held.View applications={applications} held={held} queryKey={page.queryKey} />
                </Suspense>
              )}
            </div>
            <ApplicationsTable
              {...rows}
              applications={applications}
              // The rows of the page before, shown until those of this one come, do not leave: they are replaced.
              page={query.isPlaceholderData ? '' : writeListView(view, page.pagesBefore + 1)}
            />
            <div className="flex flex-wrap items-center justify-end gap-x-6 gap-y-2 px-4 py-2">
              <Pager
                first={page.first}
                shown={applications.length}
                total={total}
                hasMore={hasMore && next !== undefined}
                previous={previous}
                next={next}
              />
              <ListDownload view={view} />
            </div>
          </Rows>
        )
      }
    </Loaded>
  )
}

function Rows({ page, isComing, children }: { page: number; isComing: boolean; children: ReactNode }) {
  const list = useListTop(page, isComing)
  return (
    <div ref={list} aria-busy={isComing || undefined} className="scroll-mt-[calc(var(--bar)+var(--tabs-row))]">
      {children}
    </div>
  )
}

/**
 * Scrolls to the top of a list after a page change. The focus stays on the pressed button, so that the next page is one
 * more key press.
 * @param isComing whether the rows are still those of the previous page
 */
function useListTop(page: number, isComing: boolean): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  const shown = useRef(page)
  useEffect(() => {
    if (isComing || shown.current === page) return
    shown.current = page
    const isAbove = list.current && list.current.getBoundingClientRect().top < 0
    if (isAbove) list.current?.scrollIntoView({ block: 'start', behavior: 'instant' })
  }, [page, isComing])
  return list
}
