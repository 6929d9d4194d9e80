import type { ReactNode } from 'react'
import { type RefObject, use, useEffect, useRef } from 'react'
import type { ApplicationSummary, ListedApplication } from '../../../../contract/applications/application-list.ts'
import { ASSIGNED_TO_ME } from '../../../../contract/applications/application-terms.ts'
import { LATE, QUARANTINE, UNANSWERED } from '../../../../contract/search/list-filter.ts'
import { Loaded } from '../../../layout/loaded.tsx'
import { SignedInPerson } from '../../../session/use-may.ts'
import { Button } from '../../../ui/button.tsx'
import { useKeepFocus } from '../../../ui/focus/keep-focus.ts'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { Pager } from '../../../ui/table/pager.tsx'
import { formatCount } from '../../../ui/text/format-count.ts'
import { TABS } from '../application-tabs.ts'
import { FIRST_VIEW, type ListView, type Sort, sortOf, writeListView } from '../list-view.ts'
import { ApplicationsTable, type ApplicationsTableProps } from './applications-table.tsx'
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
  table: Pick<ApplicationsTableProps, 'titles' | 'actions' | 'selection' | 'selecting' | 'hasTicks' | 'downloading'>
}

const NO_ROWS: ListedApplication[] = []

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
      {({ applications, total, hasMore }) =>
        applications.length === 0 ? (
          <NoApplications {...props} />
        ) : (
          <Rows page={page.pagesBefore} isComing={query.isPlaceholderData}>
            <ApplicationsTable
              {...rows}
              applications={applications}
              // The rows of the page before, shown until those of this one come, do not leave: they are replaced.
              page={query.isPlaceholderData ? '' : writeListView(view, page.pagesBefore + 1)}
            />
            <div className="px-4 py-2">
              <Pager
                first={page.first}
                shown={applications.length}
                total={total}
                hasMore={hasMore && next !== undefined}
                previous={previous}
                next={next}
              />
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

function NoApplications({ view, counts, hasNoApplications, onChange }: ApplicationListProps) {
  const { search, tab } = view
  const elsewhere = search === '' ? [] : TABS.filter(({ value }) => value !== tab && counts?.[value])
  const { role, assignments } = use(SignedInPerson)
  const offers = useKeepFocus<HTMLDivElement>()
  if (role === 'hiring_manager' && assignments.length === 0) {
    return (
      <p role="status" className="px-4 py-8">
        No posting is assigned to you yet. Ask an owner.
      </p>
    )
  }
  return (
    <div ref={offers} className="grid justify-items-start gap-2 px-4 py-8">
      <p role="status">No applications found in this category</p>
      <p className="wrap-anywhere text-ink-muted text-sm">
        {search === '' ? nextStep(view, hasNoApplications) : `Searched for “${search}”.`}
      </p>
      {search !== '' && (
        <p className="flex flex-wrap gap-2">
          {elsewhere.map(({ value, label }) => (
            <Button key={value} tone="secondary" onClick={() => onChange({ tab: value })}>
              {formatCount(counts?.[value] ?? 0)} in {label}
            </Button>
          ))}
          <Button tone="secondary" onClick={() => onChange({ search: '' })}>
            Clear the search
          </Button>
        </p>
      )}
    </div>
  )
}

function nextStep({ tab, job, assigned, tags }: ListView, hasNoApplications: boolean): string {
  if (tags !== FIRST_VIEW.tags) return 'Nothing here has these tags. Try another tab, or choose All tags.'
  if (assigned === ASSIGNED_TO_ME) return 'Nothing here is assigned to you. Try another tab, or choose All people.'
  if (assigned !== FIRST_VIEW.assigned)
    return 'Nothing here is assigned to this person. Try another tab, or choose All people.'
  if (tab === QUARANTINE) return 'The quarantine is empty.'
  if (tab === UNANSWERED) return 'Every applicant knows the decision.'
  if (tab === LATE) return 'No one waits longer than promised.'
  if (hasNoApplications) return 'No one has applied yet. New applications appear under Pending.'
  const steps = job === FIRST_VIEW.job ? 'Try another tab.' : 'Try another tab, or choose All Jobs.'
  return `${steps} New applications appear under Pending.`
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
