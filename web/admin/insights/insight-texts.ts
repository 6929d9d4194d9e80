import type { Median } from '../../../contract/applications/insights.ts'
import { formatCount } from '../../ui/text/format-count.ts'

const MONDAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** The Monday of a week, for example `Mar 2`. @param day `YYYY-MM-DD` */
export function formatMonday(day: string): string {
  return MONDAY.format(new Date(`${day}T00:00:00Z`))
}

/** A duration in words, for example `0 days` or `3.5 days`; a dash for none. */
export function formatDuration(days: number | null): string {
  return days === null ? '–' : quantity(days, 'day')
}

/** How many durations a median is of, for example `of 23 decisions`. */
export function describeSample({ count }: Median, noun: string): string {
  return count === 0 ? `no ${noun} yet` : `of ${quantity(count, noun)}`
}

/** The same where nothing else says that it is a median, for example `median of 23 decisions`. */
export function describeMedian(median: Median, noun: string): string {
  return median.count === 0 ? describeSample(median, noun) : `median ${describeSample(median, noun)}`
}

/** A share in percent, for example `42%`; empty without a whole. */
export function formatShare(part: number, whole: number): string {
  return whole === 0 ? '' : `${Math.round((part / whole) * 100)}%`
}

/** A count with its noun, for example `1 day` or `5,310 days`. */
export function quantity(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** The sum of counts. */
export function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
