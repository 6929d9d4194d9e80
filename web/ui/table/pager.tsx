import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { formatCount, roundDown } from '../text/format-count.ts'

/** An undefined action disables its button. */
type PagerProps = {
  /** Name of its table, where a page has several. */
  of?: string
  /** Number of the first row that is shown, from 1. */
  first: number
  shown: number
  total: number
  /** Whether there may be more than the total. */
  hasMore: boolean
  previous: (() => void) | undefined
  next: (() => void) | undefined
}

/** The visible range of a list, and the buttons for the neighboring pages. */
export function Pager({ of, first, shown, total, hasMore, previous, next }: PagerProps) {
  const isAll = first === 1 && shown >= total && !hasMore
  return (
    <nav
      aria-label={of === undefined ? 'Pages' : `Pages: ${of}`}
      className="flex flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-3"
    >
      <p role="status" className="text-ink-muted text-sm tabular-nums">
        {isAll ? (
          <>
            <Figure>{formatCount(total)}</Figure> in total
          </>
        ) : (
          <ListPosition {...{ first, shown, total, hasMore }} />
        )}
      </p>
      {!isAll && (
        <div className="ml-auto flex gap-3">
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

function ListPosition({ first, shown, total, hasMore }: Pick<PagerProps, 'first' | 'shown' | 'total' | 'hasMore'>) {
  const last = first + shown - 1
  const least = roundDown(total)
  const rows = (
    <Figure>
      {formatCount(first)}–{formatCount(last)}
    </Figure>
  )
  if (hasMore && least < last) return <>{rows} of many</>
  return (
    <>
      {rows} of {hasMore && 'more than '}
      <Figure>{formatCount(hasMore ? least : Math.max(total, last))}</Figure>
    </>
  )
}

function Figure({ children }: { children: ReactNode }) {
  return <span className="font-mono">{children}</span>
}
