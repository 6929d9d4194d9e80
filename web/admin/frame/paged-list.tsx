import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded, StaleNotice } from '../../layout/loaded.tsx'
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
  return (
    <div className="grid grid-cols-1 gap-4">
      <Loaded
        query={query}
        loading={<TableSkeleton words={`Loading ${what}...`} />}
        failure={`${what.charAt(0).toUpperCase()}${what.slice(1)} could not be loaded.`}
      >
        {({ pages }) => (
          <div>
            <StaleNotice queries={[query]} />
            {children(pages)}
          </div>
        )}
      </Loaded>
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
