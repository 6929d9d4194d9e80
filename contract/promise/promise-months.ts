import * as z from 'zod'
import { FEWEST_ANSWERS_SHOWN, PROMISE_MONTHS } from '../wire/limits.ts'

const count = z.int().min(0).nullable()

/** Response of `GET /api/promise/months`: how the promise was kept, by month (`docs/decisions/0122`). */
export const promiseMonthsSchema = z.strictObject({
  months: z
    .array(
      z.strictObject({
        month: z
          .string()
          .regex(/^\d{4}-\d{2}$/)
          .describe('Of the day that was promised first, such as 2026-10'),
        kept: count.describe(`Answered by that day; null where fewer than ${FEWEST_ANSWERS_SHOWN} were due`),
        missed: count.describe('Answered later, or not at all; null beside a null'),
      }),
    )
    .max(PROMISE_MONTHS)
    .describe('Months that are over, the latest first, without a gap'),
})

/** How the promise was kept, by month. */
export type PromiseMonths = z.output<typeof promiseMonthsSchema>

/** One month of them. */
export type PromiseMonth = PromiseMonths['months'][number]
