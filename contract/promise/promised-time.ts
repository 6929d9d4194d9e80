import * as z from 'zod'

/** Response of `GET /api/promise`: the response time that applicants are promised, and how it is kept (`docs/decisions/0070`). */
export const responseTimeSchema = z.strictObject({
  answerWithinDays: z.int().min(1).describe('Days within which an applicant is told a decision'),
  medianDays: z
    .int()
    .min(1)
    .nullable()
    .describe('Median days until an applicant knew a decision, over the last 180 days; null with fewer than 20'),
  decisions: z
    .int()
    .min(1)
    .nullable()
    .describe('How many decisions of that time their applicants know; null beside a median of null'),
})

/** The response time that applicants are promised, and the measured one. */
export type ResponseTime = z.output<typeof responseTimeSchema>
