/** A grey placeholder of a loading line; its size comes from `className`. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`block rounded-sm bg-line motion-safe:animate-pulse ${className}`} />
}

const ROWS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

/** Placeholder of a loading table (cards under 768 px), below the loading message. */
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
