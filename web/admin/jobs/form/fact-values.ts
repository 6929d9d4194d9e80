import * as z from 'zod'
import { factFields, type JobFacts, payFaults } from '../../../../contract/jobs/job-facts.ts'
import { readAmount } from '../../../../contract/jobs/place-and-pay/salary-text.ts'
import { type FactKind, JOB_FACTS, JOB_FIELDS, type JobFact } from '../../../../contract/jobs/posting-fields.ts'
import { readCountries } from './country-names.ts'

/** What the form holds of the structured facts: texts, as they are typed. */
export type FactValues = Record<JobFact, string>

/** The fields of the form, whose rules {@link factFaults} has. */
export const factValueFields = Object.fromEntries(JOB_FACTS.map((fact) => [fact, z.string()])) as Record<
  JobFact,
  z.ZodString
>

const factsSchema = z.object(factFields)

/** The texts of stored facts: countries in a line, and a line for each hiring step. */
export function factValuesOf(facts: JobFacts): FactValues {
  return Object.fromEntries(JOB_FACTS.map((fact) => [fact, textOf(fact, facts[fact])])) as FactValues
}

function textOf(fact: JobFact, value: JobFacts[JobFact]): string {
  if (Array.isArray(value)) return value.join(JOB_FIELDS[fact].kind === 'steps' ? '\n' : ', ')
  return value === null ? '' : String(value)
}

/** The facts that are typed, also those that the server would refuse; a pay that is no number is left out. */
export function factsOf(values: FactValues): JobFacts {
  const typed = typedFacts(values)
  const { data } = factsSchema.safeParse(typed)
  const amountOrNull = (amount: number | null) => (Number.isNaN(amount) ? null : amount)
  return data ?? ({ ...typed, payMin: amountOrNull(typed.payMin), payMax: amountOrNull(typed.payMax) } as JobFacts)
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

/** How the text of each kind is read; an amount that is no number as NaN, and a wrong choice as it is. */
const READ: Record<FactKind, (text: string) => unknown> = {
  line: (text) => text,
  workplace: (text) => text || null,
  country: (text) => text || null,
  currency: (text) => text || null,
  payPeriod: (text) => text || null,
  date: (text) => text || null,
  amount: numberOf,
  countries: readCountries,
  steps: (text) => text.split('\n').filter((step) => step.trim() !== ''),
}

function typedFacts(values: FactValues): JobFacts {
  return Object.fromEntries(JOB_FACTS.map((fact) => [fact, READ[JOB_FIELDS[fact].kind](values[fact])])) as JobFacts
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
