import * as z from 'zod'
import { factFields, type JobFact, type JobFacts, payFaults } from '../../../../contract/job-facts.ts'
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

/** The facts that are typed; those that the server would refuse are sent as they are. */
export function factsOf(values: FactValues): JobFacts {
  const typed = typedFacts(values)
  const { data } = factsSchema.safeParse(typed)
  return data ?? (typed as JobFacts)
}

/** What the server would refuse, by field. */
export function factFaults(values: FactValues): { path: JobFact; message: string }[] {
  const typed = typedFacts(values)
  const issues = factsSchema.safeParse(typed).error?.issues ?? []
  const faults = issues.map(({ path: [field, index], message }) => {
    const path = field as JobFact
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

/** A number with or without commas between its thousands. */
function numberOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text.trim().replaceAll(',', ''))
}
