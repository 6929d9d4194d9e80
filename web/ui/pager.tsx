import { Button } from './button.tsx'

/** What a pager takes; a way that is undefined leads nowhere. */
export type PagerProps = {
  /** Number of the first row that is shown, from 1. */
  first: number
  shown: number
  total: number
  previous: (() => void) | undefined
  next: (() => void) | undefined
}

/** How much of a list is shown, and the ways to the pages beside it. */
export function Pager({ first, shown, total, previous, next }: PagerProps) {
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p role="status" className="text-ink-muted text-sm tabular-nums">
        {shown < total ? `${first}–${first + shown - 1} of ${total}` : `${total} in total`}
      </p>
      {shown < total && (
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
