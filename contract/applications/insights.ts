import * as z from 'zod'
import { MOST_SOURCES } from '../wire/limits.ts'
import { recordOf } from '../wire/records.ts'
import { idSchema, idTextSchema, instantSchema } from '../wire/validation.ts'
import { NO_JOB } from './application-terms.ts'
import { FIRST_STATUS, OPEN_STATUSES, STATUSES_BY_KEY } from './status-lists.ts'

/** Lengths of the reported period, in weeks; it ends with the current week. */
export const INSIGHT_PERIODS = ['8', '26', '52'] as const

/** The period of a request that names none, in weeks. */
export const USUAL_PERIOD = '26' satisfies (typeof INSIGHT_PERIODS)[number]

/** The steps of the funnel: receipt, and each status that an application is moved to. */
export const FUNNEL_STEPS = ['received', ...STATUSES_BY_KEY.filter((status) => status !== FIRST_STATUS)] as const

/** Query of `GET /api/admin/insights`. */
export const insightsQuerySchema = z.strictObject({
  period: z.enum(INSIGHT_PERIODS).default(USUAL_PERIOD).describe('Weeks that are reported, the current one included'),
  jobId: z.union([z.literal(NO_JOB), idTextSchema]).optional(),
})

const count = z.int().min(0)

const ofSource = {
  received: count,
  interview: count.describe('How many ever reached interview'),
  hired: count.describe('How many were ever hired'),
}

const median = z.strictObject({
  count: count.describe('How many durations the median is taken of'),
  days: z
    .number()
    .min(0)
    .nullable()
    .describe('The median in days of the zone of the company, whole or a half; null without a duration'),
})

/**
 * Figures about the applications that were received in the period (`docs/decisions/0061`). Weeks are ISO weeks in UTC.
 * Quarantined applications, and those that an admin has deleted, are not counted. Archived ones are, and those that were erased
 * (`docs/decisions/0153`).
 */
export const insightsSchema = z.strictObject({
  weeks: z.array(z.iso.date()).describe('The Monday of each week, the oldest first'),
  received: z
    .array(
      z.strictObject({
        jobId: idSchema.nullable(),
        weekly: z.array(count).describe('One count for each week, the oldest first'),
      }),
    )
    .describe('By posting, the most applied-for first'),
  funnel: z.strictObject(recordOf(FUNNEL_STEPS, () => count)).describe('How many ever reached each status'),
  sources: z
    .strictObject({
      named: z
        .array(z.strictObject({ source: z.string().nullable().describe('Null: direct or unknown'), ...ofSource }))
        .max(MOST_SOURCES)
        .describe('By source, the most applications first'),
      others: z.strictObject({ sources: count, ...ofSource }).describe('All further sources together'),
    })
    .describe('Where applicants found the site'),
  firstDecision: median.describe('From receipt to the first move to interview, hired or rejected'),
  hire: median.describe('From receipt to the first move to hired'),
  stages: z
    .strictObject(recordOf(OPEN_STATUSES, () => median))
    .describe('How long applications stayed in each status before they left it'),
  waiting: z
    .strictObject({
      count,
      oldest: z
        .array(
          z.strictObject({
            id: idSchema,
            name: z.string(),
            jobId: idSchema.nullable(),
            createdAt: instantSchema,
            answerBy: z.iso.date().describe('The promised day of an answer, in the zone of the company'),
          }),
        )
        .describe('The ten that have waited longest, whenever they were received'),
    })
    .describe('Pending applications that are not archived'),
})

/** Parsed query of the insights. */
export type InsightsQuery = z.output<typeof insightsQuerySchema>
/** The insights into one period. */
export type Insights = z.output<typeof insightsSchema>
/** A median with the number of its durations. */
export type Median = z.output<typeof median>
