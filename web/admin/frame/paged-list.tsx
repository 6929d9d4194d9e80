import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { readStateOf } from '../../api/retry-after-failure.ts'
import { LoadFailure, StaleNotice } from '../../layout/load-failure.tsx'
import { useSessionWatch } from '../../session/end-session.ts'
import { Button } from '../../ui/button.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'

type PagedListProps<Page> = {
  query: UseInfiniteQueryResult<InfiniteData<Page>>
  /** What is listed, in the plural, such as `messages`. */
  what: string
  /** Shows the pages that were read, newest first. */
  children: (pages: Page[]) => ReactNode
}

/** A list that is read page by page, newest first: until it is there, when it fails, and with a button for older rows. */
export function PagedList<Page>({ query, what, children }: PagedListProps<Page>) {
  useSessionWatch(query.error)
  const state = readStateOf(query)
  return (
    <div className="grid grid-cols-1 gap-4">
      {state === 'loading' && <TableSkeleton words={`Loading ${what}...`} />}
      {state === 'failed' && (
        <LoadFailure
          words={`${what.charAt(0).toUpperCase()}${what.slice(1)} could not be loaded.`}
          isTrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && (
        <div>
          <StaleNotice isShown={query.isError} />
          {children(query.data.pages)}
        </div>
      )}
      {query.hasNextPage && (
        <Button
          tone="secondary"
          className="justify-self-start"
          isBusy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {`Show older ${what}`}
        </Button>
      )}
    </div>
  )
}
