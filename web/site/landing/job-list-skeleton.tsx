/** As in `ui/skeleton.tsx`, whose tables the landing page does not need. */
const BAR = 'block rounded-sm bg-line motion-safe:animate-pulse'
const ROWS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

/** Placeholder of the list while it loads, with the columns and typical heights of a `JobRow`. */
export function JobListSkeleton() {
  return (
    <div aria-hidden="true" className="border-line border-t">
      {ROWS.map((row) => (
        <div key={row} className="grid min-h-72 content-start gap-3 border-line border-b py-6 md:min-h-52">
          <span className={`${BAR} h-6 w-3/5`} />
          <span className={`${BAR} my-1 h-4 w-4/5`} />
          <span className={`${BAR} measure h-4`} />
          <span className={`${BAR} measure h-4`} />
          <span className={`${BAR} mt-auto h-4 w-36`} />
        </div>
      ))}
    </div>
  )
}
