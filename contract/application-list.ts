import * as z from 'zod'
import { MAXIMUM, PAGE_SIZE } from './limits.ts'
import { idTextSchema } from './validation.ts'
import { APPLICATION_STATUSES } from './vocabulary.ts'

/** What the list can be ordered by; a leading minus turns the order round. */
export const APPLICATION_SORTS = ['name', '-name', 'date', '-date', 'status', '-status'] as const

/** Job filter of applications that were made without a job. */
export const NO_JOB = 'none'

/** Header of one page of a list: how many rows the whole list has. */
export const TOTAL_HEADER = 'X-Total-Count'

/** Header that is `false` where {@link TOTAL_HEADER} says only how many there are at least, and otherwise absent. */
export const EXACT_HEADER = 'X-Total-Count-Exact'

/**
 * Query of `GET /api/applications`. Without any of these the answer is the whole list, without what is in quarantine; with any of them it is one page,
 * still an array, with the total in {@link TOTAL_HEADER} and the address of the next page in `Link: <...>; rel="next"`. A
 * page of a search may have fewer rows than asked for, or none, and yet a next one.
 */
export const applicationListQuerySchema = z.strictObject({
  status: z.enum(APPLICATION_STATUSES).optional(),
  archived: z.enum(['true', 'false']).optional(),
  quarantined: z.enum(['true', 'false']).optional().describe('false unless said otherwise'),
  jobId: z.union([z.literal(NO_JOB), idTextSchema]).optional(),
  q: z
    .string()
    .trim()
    .max(MAXIMUM.jobLine)
    .optional()
    .describe('Text to find in name, email or note, or a reference such as APP-0001'),
  sort: z.enum(APPLICATION_SORTS).optional().describe('-date unless said otherwise'),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,2}$/)
    .transform(Number)
    .pipe(z.int().max(PAGE_SIZE.most))
    .optional(),
  cursor: z.string().max(1_000).optional().describe('From the Link header of the page before'),
})

/** Query of `GET /api/admin/applications/summary`: the tab counts follow the job, the stat counts do not. */
export const applicationSummaryQuerySchema = z.strictObject({
  jobId: z.union([z.literal(NO_JOB), idTextSchema]).optional(),
})

const count = z.int().min(0)

/** All counts of the dashboard in one answer (`spec.md` section 2). */
export const applicationSummarySchema = z.strictObject({
  totalApplications: count.describe('Of all time, archived ones too'),
  activeJobs: count.describe('Postings with isActive'),
  pendingReviews: count.describe('Pending and not archived'),
  interviewStage: count.describe('In interview and not archived'),
  tabs: z.strictObject({
    pending: count,
    reviewing: count,
    interview: count,
    hired: count,
    rejected: count,
    archived: count,
  }),
  recovery: z
    .strictObject({
      resubmitted: count.describe('Applications whose note contains the recovery marker'),
      original: count.describe('Applications without the marker from before the cut-off'),
    })
    .describe('Both zero where nothing was ever resubmitted'),
  quarantined: count.describe('In quarantine, and in none of the other counts; over all jobs'),
})

/** Query of the applications list, as the server reads it. */
export type ApplicationListQuery = z.output<typeof applicationListQuerySchema>
/** All counts of the dashboard. */
export type ApplicationSummary = z.output<typeof applicationSummarySchema>
