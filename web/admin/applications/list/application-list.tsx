import type { ReactNode } from 'react'
import { readStateOf } from '../../../api/retry-after-failure.ts'
import { LoadFailure } from '../../../layout/load-failure.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { Pager } from '../../../ui/table/pager.tsx'
import { ApplicationsTable, type ApplicationsTableProps } from './applications-table.tsx'
import { SearchWithoutRows } from './search-without-rows.tsx'
import type { ApplicationPage } from './use-application-page.ts'
import { useListTop } from './use-list-top.ts'

/** What the list takes. */
export type ApplicationListProps = {
  page: ApplicationPage
  /** The search text; empty for none. */
  search: string
  isQuarantine: boolean
  /** Whether no application has ever been received. */
  hasNoApplications: boolean
  onClearSearch: () => void
  table: Omit<ApplicationsTableProps, 'applications'>
}

/** One page of the list, or why there are no rows. */
export function ApplicationList(props: ApplicationListProps) {
  const { page, search, onClearSearch, table } = props
  const { query, previous, next } = page
  const state = readStateOf(query)
  if (state === 'loading') {
    return (
      <div className="p-4 md:p-5">
        <TableSkeleton words="Loading applications..." />
      </div>
    )
  }
  if (state === 'failed' || !query.data) {
    return (
      <LoadFailure
        isInCard
        words="The applications could not be loaded."
        isTrying={query.isFetching}
        onRetry={() => query.refetch()}
      />
    )
  }
  const { applications, total, hasMore } = query.data
  if (applications.length === 0 && search === '') return <NoApplications {...props} />
  if (applications.length === 0) return <SearchWithoutRows {...{ page, search, onClearSearch }} />
  return (
    <Rows page={page.pagesBefore} isComing={query.isPlaceholderData}>
      <ApplicationsTable {...table} applications={applications} />
      <div className="px-4 py-3 md:px-5">
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

function Rows({ page, isComing, children }: { page: number; isComing: boolean; children: ReactNode }) {
  const list = useListTop(page, isComing)
  return (
    <div ref={list} aria-busy={isComing || undefined} className="scroll-mt-16">
      {children}
    </div>
  )
}

function NoApplications(where: Pick<ApplicationListProps, 'isQuarantine' | 'hasNoApplications'>) {
  return (
    <div className="grid justify-items-start gap-2 px-4 py-10 md:px-5">
      <p>No applications found in this category</p>
      <p className="text-ink-muted text-sm">{nextStep(where)}</p>
    </div>
  )
}

function nextStep({
  isQuarantine,
  hasNoApplications,
}: Pick<ApplicationListProps, 'isQuarantine' | 'hasNoApplications'>): string {
  if (isQuarantine) return 'The quarantine is empty.'
  if (hasNoApplications) return 'No one has applied yet. New applications appear under Pending.'
  return 'Try another tab, or choose All Jobs. New applications appear under Pending.'
}
