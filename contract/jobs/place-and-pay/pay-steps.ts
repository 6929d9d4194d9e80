import type { PayPeriod } from '../job-terms.ts'
import type { Pay } from './salary-text.ts'

/** What a posting can pay in a year: its highest amount, or the lowest where that is all it says; in major units. */
export type YearlyPay = { currency: string; amount: number }

/** Periods in a year of full-time work. */
const PERIODS: Record<PayPeriod, number> = { hour: 2_080, day: 260, week: 52, month: 12, year: 1 }

/** Parts of a power of ten whose multiples are round amounts, the roundest first. */
const ROUND_PARTS = [1, 0.5, 0.25, 0.1, 0.05, 0.025]
/** The least part of an amount to which it is rounded. */
const FINEST = 0.01
const MOST_STEPS = 8

/** How large amounts are written short, and the part of them that two decimals can still say. */
const UNITS: [size: number, unit: string, finest: number][] = [
  [1_000_000, 'M', 10_000],
  [1_000, 'k', 10],
]

/** What a pay can amount to in a year. */
export function yearlyPay({ min, max, currency, period }: Pay): YearlyPay {
  return { currency, amount: (max ?? min ?? 0) * PERIODS[period] }
}

/**
 * Round amounts that part the given ones: each leaves other postings than the one before it, the first not all of them. Of
 * more than eight, eight are taken from all parts of the list.
 */
export function payStepsOf(amounts: readonly number[]): number[] {
  const sorted = amounts.toSorted((one, other) => one - other)
  const steps = sorted.flatMap((amount, below): [number, number][] => {
    const step = roundAmount(sorted[below - 1] ?? amount, amount)
    return step === undefined ? [] : [[below, step]]
  })
  return spread(steps, sorted.length).map(([, step]) => step)
}

/** The roundest amount above one and up to another; undefined where none is round enough. */
function roundAmount(above: number, upTo: number): number | undefined {
  if (above >= upTo) return undefined
  const power = 10 ** Math.floor(Math.log10(upTo))
  return ROUND_PARTS.map((part) => part * power)
    .filter((unit) => unit >= FINEST * upTo)
    .map((unit) => Math.floor(Math.floor(upTo / unit) * unit))
    .find((amount) => amount > above)
}

/** At most {@link MOST_STEPS} steps: the first of each eighth of the amounts. */
function spread(steps: [below: number, step: number][], count: number): [number, number][] {
  if (steps.length <= MOST_STEPS) return steps
  const parts = new Map<number, [number, number]>()
  for (const step of steps) {
    const part = Math.floor((step[0] * MOST_STEPS) / count)
    if (!parts.has(part)) parts.set(part, step)
  }
  return [...parts.values()]
}

/** At least this amount, as an option of the list, for example `$80k+`; without a currency only the number. */
export function formatPay(amount: number, currency?: string): string {
  const [part, unit] = UNITS.find(([size, , finest]) => amount >= size && amount % finest === 0) ?? [1, '']
  const style = currency ? ({ style: 'currency', currency } as const) : {}
  const digits = { minimumFractionDigits: 0, maximumFractionDigits: 2 }
  return `${new Intl.NumberFormat('en-US', { ...style, ...digits }).format(amount / part)}${unit}+`
}
