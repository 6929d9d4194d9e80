import type { ReactNode } from 'react'
import { readStateOf } from '../api/retry-after-failure.ts'
import { Button } from '../ui/button.tsx'

/** What a query says about its data; each part is read only where it is shown. */
type Reading<Data> = {
  data: Data | undefined
  isError: boolean
  failureCount: number
  errorUpdateCount: number
  isFetching: boolean
  refetch: () => unknown
}

/**
 * Content that is read from the server: a placeholder at first, then the content; a message with a retry button where the
 * first read failed, also during further attempts.
 * @param props.failure what the message says
 * @param props.isInCard places the message inside a card, without its own frame
 */
export function Loaded<Data>({
  query,
  loading,
  failure,
  isInCard = false,
  children,
}: {
  query: Reading<Data>
  loading: ReactNode
  failure: string
  isInCard?: boolean
  children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (readStateOf(query) === 'loading') return loading
  const frame = isInCard ? 'p-4 md:p-5' : 'rounded-md border border-line bg-panel p-5 md:p-7'
  return (
    <div role="alert" className={`grid justify-items-start gap-4 ${frame}`}>
      <p className="measure">
        {failure} <span className="text-ink-muted">Trying again every few seconds.</span>
      </p>
      <Button tone="secondary" isBusy={query.isFetching} onClick={() => query.refetch()}>
        Try again
      </Button>
    </div>
  )
}

/** Shown above earlier data while reading it again fails. */
export function StaleNotice({ queries }: { queries: Reading<unknown>[] }) {
  const isStale = queries.some(({ data, isError, failureCount }) => data !== undefined && (isError || failureCount > 0))
  if (!isStale) return null
  return (
    <p role="status" className="mb-4 border-signal-amber border-l-4 pl-4">
      Connection lost. You are seeing earlier data. This page updates when the connection returns.
    </p>
  )
}
