import { useResponseTime } from './use-response-time.ts'

/** How soon applicants really know a decision; nothing before that is measured (`docs/decisions/0070`). */
export function MeasuredResponseTime() {
  const { medianDays } = useResponseTime()
  if (medianDays === null) return null
  return (
    <span className="block text-ink-muted text-sm">
      Median answer in {formatDays(medianDays)}, over the last 180 days.
    </span>
  )
}

/** A number of days in a sentence, for example `1 day`. */
export function formatDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}
