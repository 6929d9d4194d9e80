import { formatCount } from '../../ui/text/format-count.ts'

const UNITS = [
  { unit: 'day', milliseconds: 86_400_000 },
  { unit: 'hour', milliseconds: 3_600_000 },
  { unit: 'minute', milliseconds: 60_000 },
] as const

/** The age of an instant in its largest unit, for example `2 days`. */
export function describeAge(instant: string, now: number): string {
  const age = now - Date.parse(instant)
  const largest = UNITS.find(({ milliseconds }) => age >= milliseconds)
  if (!largest) return 'under a minute'
  const { unit, milliseconds } = largest
  const format = new Intl.NumberFormat('en-US', { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(Math.floor(age / milliseconds))
}

/** A count with its noun, for example `1 file` or `5,310 files`. */
export function formatQuantity(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}
