/** As in `ui/skeleton.tsx`, whose tables the landing page does not need. */
const BAR = 'block rounded-sm bg-line motion-safe:animate-pulse'
const ROWS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

/** Placeholder of the list while it loads, with the typical heights of a `JobRow`. */
export function JobListSkeleton() {
  return (
    <div aria-hidden="true" className="border-line border-t">
      {ROWS.map((row) => (
        <div key={row} className="grid min-h-48 content-center gap-3 border-line border-b md:min-h-22">
          <span className={`${BAR} h-5 w-2/5`} />
          <span className={`${BAR} h-4 w-3/5`} />
        </div>
      ))}
    </div>
  )
}
