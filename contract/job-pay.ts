import type { PublicJob } from './job.ts'
import type { PayPeriod } from './vocabulary.ts'

/** What a posting pays at most in a year, or at least where that is all it says; in major units. */
export type YearlyPay = { currency: string; amount: number }

/** Periods in a year of full-time work. */
const PERIODS: Record<PayPeriod, number> = { hour: 2_080, day: 260, week: 52, month: 12, year: 1 }

const PERIOD_WORDS: ReadonlyMap<string, PayPeriod> = new Map([
  ...['hour', 'hr', 'hourly'].map((word) => [word, 'hour'] as const),
  ...['day', 'daily'].map((word) => [word, 'day'] as const),
  ...['week', 'weekly'].map((word) => [word, 'week'] as const),
  ...['month', 'mo', 'monthly'].map((word) => [word, 'month'] as const),
  ...['year', 'yr', 'yearly', 'annum', 'annually'].map((word) => [word, 'year'] as const),
])
const CURRENCY_SIGNS: Record<string, string> = { $: 'USD', '€': 'EUR', '£': 'GBP' }

const FIGURE = /^([$€£]?) ?(\d[\d,]*)(?:\.\d+)?(k?)/i
const RANGE = /^(?:-|–|—|to )/i
const PERIOD = /^(?:\/|an? |per )? ?([a-z]+)/i

/** Steps between powers of ten. */
const STEPS = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8]

type PayFields = Pick<PublicJob, 'payMin' | 'payMax' | 'payCurrency' | 'payPeriod' | 'salaryRange'>

/** The pay of a posting from its facts, or else from its text; undefined where that does not say it for certain. */
export function readYearlyPay({
  payMin,
  payMax,
  payCurrency,
  payPeriod,
  salaryRange,
}: PayFields): YearlyPay | undefined {
  const pay = payMax ?? payMin
  if (pay !== null && payCurrency && payPeriod) return { currency: payCurrency, amount: pay * PERIODS[payPeriod] }
  return readText(salaryRange ?? '')
}

/** Reads one figure or a range and its period: `$38 - $46 per hour plus overtime`. */
function readText(text: string): YearlyPay | undefined {
  const low = FIGURE.exec(text)
  const afterLow = text.slice(low?.[0].length).trimStart()
  const range = RANGE.exec(afterLow)?.[0].length ?? 0
  const atHigh = afterLow.slice(range).trimStart()
  const high = range > 0 ? FIGURE.exec(atHigh) : null
  const [, word = ''] = PERIOD.exec(atHigh.slice(high?.[0].length ?? 0).trimStart()) ?? []
  const currency = CURRENCY_SIGNS[low?.[1] ?? '']
  const period = PERIOD_WORDS.get(word.toLowerCase())
  const [, , figure = '', thousands] = high ?? low ?? []
  if (!currency || !period) return undefined
  return { currency, amount: Number(figure.replaceAll(',', '')) * (thousands ? 1_000 : 1) * PERIODS[period] }
}

/** Round amounts that part the given ones: above the lowest, up to the highest. */
export function payStepsOf(amounts: readonly number[]): number[] {
  const lowest = amounts.reduce((least, amount) => Math.min(least, amount), Number.POSITIVE_INFINITY)
  const highest = amounts.reduce((most, amount) => Math.max(most, amount), 0)
  if (lowest >= highest) return []
  const steps: number[] = []
  // From the power of ten of the lowest amount: pay that spreads over more than three of them is a mistake.
  const start = 10 ** Math.floor(Math.log10(Math.max(lowest, highest / 1_000, 1)))
  for (let power = start; power <= highest; power *= 10) steps.push(...STEPS.map((step) => step * power))
  return steps.filter((step) => step > lowest && step <= highest)
}

/** An amount as an option of the list, for example `$80,000 a year`. */
export function formatPay(amount: number, currency = 'USD'): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, maximumFractionDigits: 0 })
  return `${format.format(amount)} a year`
}
