/** A grey bar that holds the place of a line that is still loading. Its size comes from `className`. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`block rounded-sm bg-line motion-safe:animate-pulse ${className}`} />
}

const ROWS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

/** Holds the place of a table that is still loading, under 768 px of its cards, below the words that say so. */
export function TableSkeleton({ words }: { words: string }) {
  return (
    <div role="status" className="grid gap-4">
      <p className="text-ink-muted">{words}</p>
      <div aria-hidden="true" className="grid gap-2 motion-safe:animate-pulse">
        {ROWS.map((row) => (
          <span key={row} className="h-72 rounded-sm bg-line md:h-12" />
        ))}
      </div>
    </div>
  )
}
