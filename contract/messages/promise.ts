import * as z from 'zod'

/** Response of `GET /api/promise`: what applicants are promised, and how it is kept (`docs/decisions/0070`). */
export const answerPromiseSchema = z.strictObject({
  answerWithinDays: z.int().min(1).describe('Days within which an applicant gets an answer'),
  medianDays: z
    .int()
    .min(1)
    .nullable()
    .describe('Median days to the first answer over the last 180 days; null with fewer than 20 answers'),
})

/** What applicants are promised, and how it is kept. */
export type AnswerPromise = z.output<typeof answerPromiseSchema>
