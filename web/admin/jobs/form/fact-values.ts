import * as z from 'zod'
import { factFields, type JobFact, type JobFacts, payFaults } from '../../../../contract/jobs/job-facts.ts'
import { readAmount } from '../../../../contract/jobs/place-and-pay/salary-text.ts'
import { readCountries } from './country-names.ts'

const FACTS = Object.keys(factFields) as JobFact[]

/** What the form holds of the structured facts: texts, as they are typed. */
export type FactValues = Record<JobFact, string>

/** The fields of the form, whose rules {@link factFaults} has. */
export const factValueFields = Object.fromEntries(FACTS.map((fact) => [fact, z.string()])) as Record<
  JobFact,
  z.ZodString
>

const factsSchema = z.object(factFields)

/** The texts of stored facts: countries in a line, and a line for each hiring step. */
export function factValuesOf(facts: JobFacts): FactValues {
  return Object.fromEntries(FACTS.map((fact) => [fact, textOf(fact, facts[fact])])) as FactValues
}

function textOf(fact: JobFact, value: JobFacts[JobFact]): string {
  if (Array.isArray(value)) return value.join(fact === 'hiringSteps' ? '\n' : ', ')
  return value === null ? '' : String(value)
}

/** The facts that are typed, also those that the server would refuse; a pay that is no number is left out. */
export function factsOf(values: FactValues): JobFacts {
  const typed = typedFacts(values)
  const { data } = factsSchema.safeParse(typed)
  const known = (amount: number | null) => (Number.isNaN(amount) ? null : amount)
  return data ?? ({ ...typed, payMin: known(typed.payMin), payMax: known(typed.payMax) } as JobFacts)
}

/** What the server would refuse, by field. */
export function factFaults(values: FactValues): { path: JobFact; message: string }[] {
  const typed = typedFacts(values)
  const issues = factsSchema.safeParse(typed).error?.issues ?? []
  const faults = issues.map(({ path: [field, index], message }) => {
    const path = field as JobFact
    if (Number.isNaN(typed[path])) return { path, message: howToWrite(values[path]) }
    const isCountry = path === 'remoteCountries' && typeof index === 'number'
    return { path, message: isCountry ? unknownCountry(typed.remoteCountries[index] ?? '') : message }
  })
  const wrong = new Set(faults.map(({ path }) => path))
  return [...faults, ...payFaults(typed).filter(({ path }) => !wrong.has(path))]
}

function unknownCountry(name: string): string {
  return `“${name}” is not known as a country. Enter English names or two letters, such as Canada or CA`
}

function typedFacts(values: FactValues) {
  const {
    workplace,
    payMin,
    payMax,
    payPeriod,
    payCurrency,
    country,
    closingDate,
    remoteCountries,
    hiringSteps,
    ...lines
  } = values
  return {
    ...lines,
    ...{ workplace: workplace || null, country: country || null, closingDate: closingDate || null },
    ...{
      payMin: numberOf(payMin),
      payMax: numberOf(payMax),
      payCurrency: payCurrency || null,
      payPeriod: (payPeriod || null) as JobFacts['payPeriod'],
    },
    remoteCountries: readCountries(remoteCountries),
    hiringSteps: hiringSteps.split('\n').filter((step) => step.trim() !== ''),
  }
}

function numberOf(text: string): number | null {
  return text.trim() === '' ? null : (readAmount(text.trim()) ?? Number.NaN)
}

/** What to write instead of an amount that cannot be read; both readings of a comma before one or two digits. */
function howToWrite(amount: string): string {
  const [, whole, cents] = /^(\d{1,9}),(\d\d?)$/.exec(amount.trim()) ?? []
  if (!whole || !cents) return 'Write a number such as 34.50 or 3,450.'
  return `Write ${whole}.${cents.padEnd(2, '0')} or ${Number(whole + cents).toLocaleString('en-US')}.`
}
