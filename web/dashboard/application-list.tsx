import type { ReactNode } from 'react'
import { readStateOf } from '../api/keep-trying.ts'
import { LoadFailure } from '../layout/load-failure.tsx'
import { Pager } from '../ui/pager.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { ApplicationsTable, type ApplicationsTableProps } from './applications-table.tsx'
import { SearchWithoutRows } from './search-without-rows.tsx'
import type { useApplicationPage } from './use-application-page.ts'
import { useListTop } from './use-list-top.ts'

/** What the list takes. */
export type ApplicationListProps = {
  page: ReturnType<typeof useApplicationPage>
  /** The words that are searched; empty where none are. */
  search: string
  isQuarantine: boolean
  onClearSearch: () => void
  table: Omit<ApplicationsTableProps, 'applications'>
}

/** One page of the list, or why there is none. */
export function ApplicationList({ page, search, isQuarantine, onClearSearch, table }: ApplicationListProps) {
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
  if (applications.length === 0 && search === '') return <NoApplications isQuarantine={isQuarantine} />
  if (applications.length === 0) return <SearchWithoutRows {...{ page, search, onClearSearch }} />
  return (
    <Rows page={page.pagesBefore} isComing={query.isPlaceholderData}>
      <div className="applications-frame">
        <ApplicationsTable {...table} applications={applications} />
      </div>
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

function NoApplications({ isQuarantine }: { isQuarantine: boolean }) {
  return (
    <div className="grid justify-items-start gap-2 px-4 py-10 md:px-5">
      <p>No applications found in this category</p>
      <p className="text-ink-muted text-sm">
        {isQuarantine
          ? 'The quarantine is empty.'
          : 'Look under another tab, or choose All Jobs. New applications arrive under Pending.'}
      </p>
    </div>
  )
}
