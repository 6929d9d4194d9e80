import * as z from 'zod'
import { isInChosenYears } from '../wire/chosen-instant.ts'
import { COUNTRIES } from '../wire/countries.ts'
import { CHOSEN_YEARS, MAXIMUM, MOST_HIRING_STEPS } from '../wire/limits.ts'
import { optional, optionalLine, requiredLine } from '../wire/validation.ts'
import { PAY_PERIODS, WORKPLACES } from './job-terms.ts'

const NO_COUNTRY = 'Must be the two letters of a country (ISO 3166-1), such as US'
const NO_CURRENCY = 'Must be the three letters of a currency (ISO 4217), such as USD'
const NO_DATE = `Must be a date from ${CHOSEN_YEARS.first} to ${CHOSEN_YEARS.last}, such as 2026-09-30`
const NO_PAY = `Must be more than 0 and at most ${MAXIMUM.pay.toLocaleString('en-US')}, with at most two decimals`
const TOO_MANY_STEPS = `Must be at most ${MOST_HIRING_STEPS} steps`

const country = z.enum(COUNTRIES, { error: NO_COUNTRY })
const currency = z.enum(Intl.supportedValuesOf('currency'), { error: NO_CURRENCY })
const choice = <const Values extends readonly string[]>(values: Values) =>
  optional(z.enum(values, { error: `Must be one of: ${values.join(', ')}` }))
const amount = optional(
  z.number({ error: NO_PAY }).positive(NO_PAY).max(MAXIMUM.pay, NO_PAY).multipleOf(0.01, NO_PAY),
).describe('In major units of payCurrency')

/**
 * The structured facts of a posting, for filters, feeds and search engines. All are optional: people read the free texts
 * `location` and `salaryRange` (`docs/decisions/0076-structured-facts.md`).
 */
export const factFields = {
  workplace: choice(WORKPLACES),
  country: optional(country).describe('Of the place of work, ISO 3166-1 alpha-2'),
  region: optionalLine(MAXIMUM.jobLine),
  city: optionalLine(MAXIMUM.jobLine),
  postalCode: optionalLine(MAXIMUM.postalCode),
  remoteCountries: z
    .array(country)
    .max(COUNTRIES.length)
    .nullish()
    .transform((codes) => [...new Set(codes)])
    .describe('Where a remote employee may live, ISO 3166-1 alpha-2; empty means no country is named'),
  payMin: amount,
  payMax: amount,
  payCurrency: optional(currency).describe('ISO 4217; required with a pay'),
  payPeriod: choice(PAY_PERIODS).describe('Required with a pay'),
  travel: optionalLine(MAXIMUM.jobLine),
  rotation: optionalLine(MAXIMUM.jobLine),
  closingDate: optional(z.iso.date({ error: NO_DATE, abort: true }).refine(isInChosenYears, NO_DATE)).describe(
    'The last open day in the time zone of the company, such as 2026-09-30',
  ),
  hiringSteps: z
    .array(requiredLine('A step must not be empty', MAXIMUM.hiringStep))
    .max(MOST_HIRING_STEPS, TOO_MANY_STEPS)
    .nullish()
    .transform((steps) => steps ?? [])
    .describe('What happens after an application, in this order'),
}

/** Name of a structured fact. */
export type JobFact = keyof typeof factFields

/** The structured facts of a posting. */
export type JobFacts = { [Fact in JobFact]: z.output<(typeof factFields)[Fact]> }

/** The structured facts as responses have them. */
export const readFactFields = {
  workplace: z.enum(WORKPLACES).nullable(),
  country: z.string().nullable(),
  region: z.string().nullable(),
  city: z.string().nullable(),
  postalCode: z.string().nullable(),
  remoteCountries: z.array(z.string()),
  payMin: z.number().nullable(),
  payMax: z.number().nullable(),
  payCurrency: z.string().nullable(),
  payPeriod: z.enum(PAY_PERIODS).nullable(),
  travel: z.string().nullable(),
  rotation: z.string().nullable(),
  closingDate: z.string().nullable(),
  hiringSteps: z.array(z.string()),
} satisfies Record<JobFact, z.ZodType>

/** The facts of a posting that names none. */
export const NO_FACTS: JobFacts = {
  workplace: null,
  country: null,
  region: null,
  city: null,
  postalCode: null,
  remoteCountries: [],
  payMin: null,
  payMax: null,
  payCurrency: null,
  payPeriod: null,
  travel: null,
  rotation: null,
  closingDate: null,
  hiringSteps: [],
}

/** What is wrong with facts that are right one by one, by field. */
export function payFaults({
  payMin,
  payMax,
  payCurrency,
  payPeriod,
}: Pick<JobFacts, 'payMin' | 'payMax' | 'payCurrency' | 'payPeriod'>): { path: JobFact; message: string }[] {
  const hasPay = payMin !== null || payMax !== null
  const isReversed = payMin !== null && payMax !== null && payMin > payMax
  return [
    ...(isReversed ? [{ path: 'payMin' as const, message: 'Must not be more than Highest Pay' }] : []),
    ...(hasPay && payCurrency === null ? [{ path: 'payCurrency' as const, message: 'Choose a currency' }] : []),
    ...(hasPay && payPeriod === null ? [{ path: 'payPeriod' as const, message: 'Choose a period' }] : []),
  ]
}
