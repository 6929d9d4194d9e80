import type { ResponseTime } from '../../contract/promise/promised-time.ts'
import { useResponseTime } from './use-response-time.ts'

/** How soon applicants really know a decision; nothing before that is measured (`docs/decisions/0070`). */
export function MeasuredResponseTime() {
  const measured = describeMeasured(useResponseTime())
  return measured && <span className="block text-ink-muted text-sm">{measured}</span>
}

/** What was measured, or the promise alone where nothing honest can be said. */
export function AnswerPromise({ className }: { className: string }) {
  const promise = useResponseTime()
  return (
    <p className={className}>
      {describeMeasured(promise) ?? `We answer within ${formatDays(promise.answerWithinDays)}.`}
    </p>
  )
}

/** The measured time in a sentence; null before it is measured. */
export function describeMeasured({ medianDays, decisions }: ResponseTime): string | null {
  if (medianDays === null || decisions === null) return null
  return `We answer in ${formatDays(medianDays)} (median of our last ${decisions} decisions).`
}

/** A number of days in a sentence, for example `1 day`. */
export function formatDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}
