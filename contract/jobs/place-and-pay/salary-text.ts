import { MAXIMUM } from '../../wire/limits.ts'
import type { PayPeriod } from '../job-terms.ts'

/** A pay in numbers, in major units; one end of the range may be open. */
export type Pay = { min: number | null; max: number | null; currency: string; period: PayPeriod }

/** A figure with what may stand around it: `US$34.50`, `£34k`, `34000 GBP`. */
const FIGURE = /^(?:([A-Z]{2,3}) ?)?([$€£])? ?(\d[\d,.]*)([kK]?)(?: ([A-Z]{3})\b)?/
const TO = /^ ?(?:-|–|—|to) ?/i
const ONE_END = /^(from|up to) /i
/** A comma precedes three digits and a point one or two; other uses mean different things in different countries. */
const NUMBER = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{1,2})?$/
const PERIOD = /^ ?(?:\/ ?|an? |per )?([a-z.]+)/i
/** What may follow a period, without a digit: anything else may be a second pay. */
const ADDITION = /^,? (?:\+|(?:plus|doe|depending on|based on)\b)\P{N}*$/iu

const PERIODS: ReadonlyMap<string, PayPeriod> = new Map([
  ...['hour', 'hr', 'hourly'].map((word) => [word, 'hour'] as const),
  ...['day', 'daily'].map((word) => [word, 'day'] as const),
  ...['week', 'wk', 'weekly'].map((word) => [word, 'week'] as const),
  ...['month', 'mo', 'monthly'].map((word) => [word, 'month'] as const),
  ...['year', 'yr', 'yearly', 'annum', 'annually', 'pa'].map((word) => [word, 'year'] as const),
])
const DOLLAR = '$'
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['£', 'GBP'],
])
/** Dollars by their country; a text may write the country before the sign. */
const DOLLARS: ReadonlyMap<string, string> = new Map(
  ['US', 'CA', 'AU', 'NZ', 'SG', 'HK'].map((country) => [country, `${country}D`]),
)

/**
 * Reads a salary range or one figure, such as `$38 - $46 per hour` or `£34k a year`.
 * @param dollars currency of a bare `$`, ISO 4217; undefined if unknown
 * @returns undefined wherever reading would be guessing
 */
export function readSalary(given: string, dollars: string | undefined): Pay | undefined {
  const text = given.trim().replaceAll(/\s+/g, ' ')
  const [open = ''] = ONE_END.exec(text) ?? []
  const range = readRange(text.slice(open.length), open === '', dollars)
  const period = range && readPeriod(range.rest)
  if (!range || !period) return undefined
  const { low, high, currency } = range
  return { min: /^up/i.test(open) ? null : low, max: /^from/i.test(open) ? null : high, currency, period }
}

function readPeriod(text: string): PayPeriod | undefined {
  const [read = '', word = ''] = PERIOD.exec(text) ?? []
  const addition = text.slice(read.length)
  return addition === '' || ADDITION.test(addition) ? PERIODS.get(word.replaceAll('.', '').toLowerCase()) : undefined
}

type Range = { low: number; high: number; currency: string; rest: string }

/** One figure, or two where there may be two. */
function readRange(text: string, mayBeTwo: boolean, dollars: string | undefined): Range | undefined {
  const low = readFigure(text)
  const to = mayBeTwo ? TO.exec(low?.rest ?? '')?.[0] : undefined
  const high = to ? readFigure(low?.rest.slice(to.length) ?? '') : low
  if (!low || !high || low.amount > high.amount) return undefined
  // "$95 - $120k" may mean ninety-five or ninety-five thousand.
  if (high.isInThousands && !low.isInThousands) return undefined
  const currency = commonCurrency([...low.marks, ...high.marks], dollars)
  return currency === undefined ? undefined : { low: low.amount, high: high.amount, currency, rest: high.rest }
}

/**
 * The currency of a bare `$`: the dollars of every country of the work, and those of the company where the posting names no
 * country. It is not certain where the company has other dollars, except for work in the United States.
 */
export function dollarsOf(countries: readonly string[], company: string): string | undefined {
  const named = countries.length > 0 ? countries : [company]
  const [currency, ...others] = new Set(named.map((country) => DOLLARS.get(country)))
  const own = DOLLARS.get(company)
  const isCertain = others.length === 0 && (currency === 'USD' || own === undefined || own === currency)
  return isCertain ? currency : undefined
}

/** An amount such as `34.50` or `3,450`; undefined where its commas or points may mean something else. */
export function readAmount(text: string): number | undefined {
  return NUMBER.test(text) ? Number(text.replaceAll(',', '')) : undefined
}

type Figure = {
  amount: number
  isInThousands: boolean
  /** The currencies that it names, or a bare `$`; undefined for a mark that names none. */
  marks: (string | undefined)[]
  rest: string
}

/** A figure of a pay; undefined for an amount that no posting may state as a fact either. */
function readFigure(text: string): Figure | undefined {
  const match = FIGURE.exec(text)
  const [all = '', before, sign, digits = '', thousands = '', after] = match ?? []
  const given = readAmount(digits)
  if (given === undefined) return undefined
  const isInThousands = thousands !== ''
  const amount = Math.round(given * (isInThousands ? 100_000 : 100)) / 100
  if (amount <= 0 || amount > MAXIMUM.pay) return undefined
  return {
    amount,
    isInThousands,
    marks: currenciesOf({ before, sign, after }),
    rest: text.slice(all.length),
  }
}

type Marks = Record<'before' | 'sign' | 'after', string | undefined>

function currenciesOf({ before, sign, after }: Marks): (string | undefined)[] {
  const codes = [before, after].filter((code) => code !== undefined).map((code) => codeOf(code, sign))
  return sign ? [...codes, SIGNS.get(sign) ?? DOLLAR] : codes
}

/** The currency of a code, or of a country before the sign of dollars. */
function codeOf(code: string, sign: string | undefined): string | undefined {
  if (code.length === 2) return sign === DOLLAR ? DOLLARS.get(code) : undefined
  return Intl.supportedValuesOf('currency').includes(code) ? code : undefined
}

/** The one currency that all marks name; a code beside any `$` says which dollars they are. */
function commonCurrency(marks: readonly (string | undefined)[], dollars: string | undefined): string | undefined {
  const isInDollars = marks.includes(DOLLAR)
  const [currency = isInDollars ? dollars : undefined, ...others] = new Set(marks.filter((mark) => mark !== DOLLAR))
  const isOne = others.length === 0 && !marks.includes(undefined)
  return isOne && (!isInDollars || currency?.endsWith('D')) ? currency : undefined
}
