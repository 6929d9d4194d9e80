import type { Median } from '../../../contract/applications/insights.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const HUNDREDTHS = 100

/**
 * The median of durations; of an even number, the mean of the two in the middle.
 * @param durations in milliseconds, in any order
 */
export function medianOf(durations: readonly number[]): Median {
  const sorted = Float64Array.from(durations).sort()
  const upper = sorted[Math.floor(durations.length / 2)]
  const lower = sorted[Math.ceil(durations.length / 2) - 1]
  if (upper === undefined || lower === undefined) return { count: 0, days: null }
  const days = (lower + upper) / 2 / DAY_MS
  return { count: durations.length, days: Math.round(days * HUNDREDTHS) / HUNDREDTHS }
}
