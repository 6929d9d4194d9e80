/** A salary range that a machine can read. */
export type Salary = { currency: string; minValue: number; maxValue: number; unitText: 'HOUR' | 'MONTH' | 'YEAR' }

const AMOUNT = String.raw`\$\s?(\d[\d,]*(?:\.\d+)?)(k?)`
const RANGE = new RegExp(`^(?:US\\s?)?${AMOUNT}\\s*(?:-|–|—|to)\\s*${AMOUNT}(?:\\s*USD)?\\s*(.*)$`, 'i')

const UNITS: Array<[RegExp, Salary['unitText']]> = [
  [/^(?:\/|an?|per)?\s*(?:hour|hr|hourly)\b/i, 'HOUR'],
  [/^(?:\/|a|per)?\s*(?:month|mo|monthly)\b/i, 'MONTH'],
  [/^(?:\/|a|per)?\s*(?:year|yr|yearly|annum|annually)\b/i, 'YEAR'],
]

const LEAST_PLAUSIBLE_YEAR = 10_000

/**
 * Reads a salary range such as `$38 - $46 per hour`. Dollars are US dollars only where the company is American; a range
 * without a unit is a year's when it could be nothing else.
 * @param country of the company, ISO 3166-1 alpha-2
 * @returns undefined wherever reading would be guessing
 */
export function readSalary(text: string, country: string): Salary | undefined {
  const [, low, lowThousands, high, highThousands, rest = ''] = RANGE.exec(text.trim()) ?? []
  if (!low || !high || country !== 'US') return undefined
  const minValue = amountOf(low, lowThousands)
  const maxValue = amountOf(high, highThousands)
  const unitText = unitOf(rest.trim(), minValue)
  if (!unitText || minValue > maxValue) return undefined
  return { currency: 'USD', minValue, maxValue, unitText }
}

function amountOf(digits: string, thousands: string | undefined): number {
  return Number(digits.replaceAll(',', '')) * (thousands ? 1000 : 1)
}

function unitOf(rest: string, minValue: number): Salary['unitText'] | undefined {
  if (rest === '' && minValue >= LEAST_PLAUSIBLE_YEAR) return 'YEAR'
  return UNITS.find(([words]) => words.test(rest))?.[1]
}
