import type * as z from 'zod'
import { pickFields, writtenFields } from './job-schemas.ts'
import { type FactKind, JOB_FACTS, JOB_FIELDS, type JobFact } from './posting-fields.ts'

/**
 * The structured facts of a posting, for filters, feeds and search engines. All are optional: people read the free texts
 * `location` and `salaryRange` (`docs/decisions/0076-structured-facts.md`).
 */
export const factFields = pickFields(JOB_FACTS, writtenFields)

/** The structured facts of a posting. */
export type JobFacts = { [Fact in JobFact]: z.output<(typeof factFields)[Fact]> }

/** Kinds of facts that are lists. */
const LISTS: readonly FactKind[] = ['countries', 'steps']

/** The facts of a posting that names none. */
export const NO_FACTS = Object.fromEntries<unknown>(
  JOB_FACTS.map((fact) => [fact, LISTS.includes(JOB_FIELDS[fact].kind) ? [] : null]),
) as JobFacts

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
