import { Skeleton } from '../ui/skeleton.tsx'

const CARDS = ['first', 'second', 'third']

/** Holds the place of the list while the positions are on their way. */
export function JobListSkeleton() {
  return (
    <div role="status">
      <p className="mb-4 text-ink-muted">Loading available positions...</p>
      <div className="border-line border-t">
        {CARDS.map((card) => (
          <div key={card} className="grid gap-4 border-line border-b py-8 lg:grid-cols-12">
            <div className="grid gap-3 lg:col-span-8">
              <Skeleton className="h-6 w-3/5" />
              <Skeleton className="h-4 w-4/5" />
              <Skeleton className="h-4 w-full" />
            </div>
            <Skeleton className="h-11 lg:col-span-3 lg:col-start-10" />
          </div>
        ))}
      </div>
    </div>
  )
}
