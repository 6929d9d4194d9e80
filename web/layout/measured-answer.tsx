import { useAnswerPromise } from './use-answer-promise.ts'

/** How soon applicants really get an answer; nothing before that is measured (`docs/decisions/0070`). */
export function MeasuredAnswer() {
  const { medianDays } = useAnswerPromise()
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
