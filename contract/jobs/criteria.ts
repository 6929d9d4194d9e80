import * as z from 'zod'
import { SCORECARD } from '../wire/limits.ts'
import { cleanLine } from '../wire/text-rules.ts'
import { textOr } from '../wire/validation.ts'

const EMPTY = 'A criterion must not be empty'

/** One criterion of scorecards, such as "PLC programming". */
export const criterionSchema = textOr(EMPTY)
  .overwrite(cleanLine)
  .min(1, EMPTY)
  .max(SCORECARD.criterion, `A criterion has at most ${SCORECARD.criterion} characters`)

/** Whether two criteria are the same, whatever the case. */
export function isSameCriterion(one: string, other: string): boolean {
  return keyOf(one) === keyOf(other)
}

/** Whether a list names each criterion once. */
export function namesEachOnce(criteria: readonly string[]): boolean {
  return new Set(criteria.map(keyOf)).size === criteria.length
}

/** What colleagues assess about the applicants of a posting, in this order. Only they read it. */
export const criteriaSchema = z
  .array(criterionSchema)
  .max(SCORECARD.mostCriteria, `Name at most ${SCORECARD.mostCriteria} criteria`)
  .refine(namesEachOnce, 'Name each criterion once')

function keyOf(criterion: string): string {
  return criterion.normalize('NFKC').toLowerCase()
}
