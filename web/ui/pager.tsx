import { Button } from './button.tsx'

/** What a pager takes; a way that is undefined leads nowhere. */
export type PagerProps = {
  /** Number of the first row that is shown, from 1. */
  first: number
  shown: number
  total: number
  /** Whether there may be more than the total. */
  hasMore: boolean
  previous: (() => void) | undefined
  next: (() => void) | undefined
}

/** How much of a list is shown, and the ways to the pages beside it. */
export function Pager({ first, shown, total, hasMore, previous, next }: PagerProps) {
  const isAll = first === 1 && shown >= total && !hasMore
  const last = first + shown - 1
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p role="status" className="text-ink-muted text-sm tabular-nums">
        {isAll ? `${total} in total` : `${first}–${last} of ${hasMore ? 'more than ' : ''}${Math.max(total, last)}`}
      </p>
      {!isAll && (
        <div className="flex gap-3">
          <Button tone="secondary" isUnavailable={!previous} onClick={previous}>
            Previous
          </Button>
          <Button tone="secondary" isUnavailable={!next} onClick={next}>
            Next
          </Button>
        </div>
      )}
    </nav>
  )
}
