/** A grey bar that holds the place of a line that is still loading. Its size comes from `className`. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`block rounded-sm bg-line motion-safe:animate-pulse ${className}`} />
}
