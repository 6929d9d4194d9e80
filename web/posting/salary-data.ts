/** A salary range that a machine can read. */
export type Salary = { currency: string; minValue: number; maxValue: number; unitText: 'HOUR' | 'MONTH' | 'YEAR' }

const RANGE = /^(US ?)?\$ ?([\d,.]+)(k?) ?(?:-|–|—|to) ?\$ ?([\d,.]+)(k?)( USD)? ?(.*)$/is
/** A comma precedes three digits and a point one or two; other uses mean different things in different countries. */
const FIGURE = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{1,2})?$/
const PERIOD = /^(?:\/ ?|an? |per )?([a-z]+)(?:,? plus\b.*)?$/i

const UNITS: ReadonlyMap<string, Salary['unitText']> = new Map([
  ...['hour', 'hr', 'hourly'].map((word) => [word, 'HOUR'] as const),
  ...['month', 'mo', 'monthly'].map((word) => [word, 'MONTH'] as const),
  ...['year', 'yr', 'yearly', 'annum', 'annually'].map((word) => [word, 'YEAR'] as const),
])

/**
 * Reads a salary range such as `$38 - $46 per hour`. Dollars are US dollars only where the text says so or the place of
 * work is in the United States.
 * @param country of the place of work, ISO 3166-1 alpha-2; undefined if unknown
 * @returns undefined wherever reading would be guessing
 */
export function readSalary(text: string, country: string | undefined): Salary | undefined {
  const [, prefix, low = '', lowK = '', high = '', highK = '', suffix, rest = ''] =
    RANGE.exec(withPlainSpaces(text)) ?? []
  const unitText = UNITS.get(PERIOD.exec(rest)?.[1]?.toLowerCase() ?? '')
  const isInDollars = prefix !== undefined || suffix !== undefined || country === 'US'
  // "$95 - $120k" may mean ninety-five or ninety-five thousand.
  const isOneInThousands = lowK === '' && highK !== ''
  if (!unitText || !isInDollars || isOneInThousands || !FIGURE.test(low) || !FIGURE.test(high)) return undefined
  const [minValue, maxValue] = [amountOf(low, lowK), amountOf(high, highK)]
  return minValue > maxValue ? undefined : { currency: 'USD', minValue, maxValue, unitText }
}

function withPlainSpaces(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}

function amountOf(figure: string, thousands: string): number {
  return Number(figure.replaceAll(',', '')) * (thousands ? 1000 : 1)
}
