/** A grey placeholder of a loading line; its size comes from `className`. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`block rounded-sm bg-line motion-safe:animate-pulse ${className}`} />
}

const ROWS = Array.from({ length: 12 }, (_, row) => row)

/** Of the height of the dashboard's rows, which is the list that is loaded most often. */
const ROW = 'flex h-18 items-center border-line px-4 text-sm not-last:border-b md:h-9.5'

/** Placeholder of a loading table: the loading message and rows. */
export function TableSkeleton({
  words,
  rows = ROWS.length,
  isInCard = false,
}: {
  words: string
  /** How many are expected; twelve at most. */
  rows?: number
  isInCard?: boolean
}) {
  return (
    <div role="status" className={isInCard ? '' : 'rounded-md border border-line bg-panel'}>
      <p className={`${ROW} text-ink-muted`}>{words}</p>
      {ROWS.slice(0, rows).map((row) => (
        <div key={row} aria-hidden="true" className={ROW}>
          <Skeleton className="h-3 w-full" />
        </div>
      ))}
    </div>
  )
}
