import { Skeleton } from '../../ui/skeleton.tsx'

const CARDS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

/** Placeholder of the list while it loads, with the grid and typical heights of a `JobCard`. */
export function JobListSkeleton() {
  return (
    <div aria-hidden="true" className="border-line border-t">
      {CARDS.map((card) => (
        <div
          key={card}
          className="grid min-h-108 content-start gap-x-6 gap-y-5 border-line border-b py-8 sm:min-h-75 lg:min-h-56 lg:grid-cols-12"
        >
          <div className="grid content-start gap-3 lg:col-span-8">
            <Skeleton className="my-1 h-5 w-3/5" />
            <Skeleton className="my-1 h-4 w-4/5" />
            <div className="measure grid gap-3">
              <Skeleton className="h-4" />
              <Skeleton className="h-4" />
              <Skeleton className="h-4 lg:hidden" />
              <Skeleton className="h-4 w-2/5 sm:hidden" />
            </div>
            <Skeleton className="my-1 h-3.5 w-36" />
          </div>
          <Skeleton className="h-11 max-lg:mt-auto sm:max-lg:w-36 lg:col-span-3 lg:col-start-10" />
        </div>
      ))}
    </div>
  )
}
