import type { ReactNode } from 'react'
import { readStateOf } from '../../../api/retry-after-failure.ts'
import { LoadFailure } from '../../../layout/load-failure.tsx'
import { Button } from '../../../ui/button.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { Pager } from '../../../ui/table/pager.tsx'
import { ApplicationsTable, type ApplicationsTableProps } from './applications-table.tsx'
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
  const { page, table } = props
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
  if (applications.length === 0) return <NoApplications {...props} />
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

function NoApplications({ search, onClearSearch, ...where }: ApplicationListProps) {
  return (
    <div className="grid justify-items-start gap-2 px-4 py-10 md:px-5">
      <p role="status">No applications found in this category</p>
      <p className="wrap-anywhere text-ink-muted text-sm">
        {search === '' ? nextStep(where) : `Searched for “${search}”.`}
      </p>
      {search !== '' && (
        <Button tone="secondary" onClick={onClearSearch}>
          Clear the search
        </Button>
      )}
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
