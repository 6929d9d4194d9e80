import * as z from 'zod'
import { withAsciiDomain } from '../wire/email-address.ts'
import { MAXIMUM, PAGE_SIZE, TAG } from '../wire/limits.ts'
import { recordOf } from '../wire/records.ts'
import { idTextSchema, numberTextSchema } from '../wire/validation.ts'
import { applicationSchema } from './application.ts'
import { APPLICATION_SORTS, ASSIGNED_TO_ME, NO_JOB } from './application-terms.ts'
import { APPLICATION_STATUSES, STATUSES_BY_KEY } from './status-lists.ts'
import { STATUS_OF_STAT, STATUS_STATS } from './status-stats.ts'

/** Text that is searched for. An email address is found in both spellings of its domain. */
export const requiredSearchText = z
  .string()
  .trim()
  .max(MAXIMUM.jobLine)
  .overwrite((text) => text.replaceAll(/\S+/g, withAsciiDomain))
  .describe(
    'Words to find, each from its beginning, in name, email, phone, note, feedback, the text of the resume or the ' +
      'title of the posting; or a reference such as APP-0001',
  )

const searchText = requiredSearchText.optional()

const assigned = z
  .union([z.literal(ASSIGNED_TO_ME), idTextSchema])
  .optional()
  .describe('Only applications that are assigned to the signed-in person, or to another one')

/** Ids in a query, each once. */
const idList = z
  .string()
  .regex(/^[1-9]\d{0,8}(?:,[1-9]\d{0,8})*$/)
  .transform((text) => [...new Set(text.split(',').map(Number))])

const tags = idList
  .refine((ids) => ids.length <= TAG.mostOfApplication, `Name at most ${TAG.mostOfApplication} tags`)
  .optional()
  .describe('Only applications that have all of these tags: ids, parted by commas')

const ids = idList
  .refine((named) => named.length <= PAGE_SIZE.most, `Name at most ${PAGE_SIZE.most} applications`)
  .optional()
  .describe('Only these applications: ids, parted by commas')

/**
 * Query of `GET /api/applications`. Without parameters the response is the whole list except quarantined applications.
 * With any of them it is one page, still an array, with the total in `X-Total-Count` and the address of the next page
 * in `Link: <...>; rel="next"`.
 */
export const applicationListQuerySchema = z.strictObject({
  status: z.enum(APPLICATION_STATUSES).optional(),
  archived: z.enum(['true', 'false']).optional(),
  quarantined: z.enum(['true', 'false']).optional().describe('false by default'),
  unanswered: z
    .literal('true')
    .optional()
    .describe('Only hired, rejected and archived ones whose applicants do not know it yet; not those withdrawn'),
  replied: z.literal('true').optional().describe('Only ones with a reply that nobody has answered'),
  overdue: z.literal('true').optional().describe('Only undecided ones whose promised day of an answer is over'),
  jobId: z.union([z.literal(NO_JOB), idTextSchema]).optional(),
  assigned,
  tags,
  ids,
  q: searchText,
  sort: z
    .enum(APPLICATION_SORTS)
    .optional()
    .describe('-date unless said otherwise; interview puts upcoming dates first, then past ones, then those without'),
  limit: numberTextSchema(PAGE_SIZE.most).optional(),
  cursor: z.string().max(1_000).optional().describe('From the Link header of the previous page'),
})

/** Query of `GET /api/admin/applications.csv`: the list in its order, without pages. */
export const applicationFileQuerySchema = applicationListQuerySchema.omit({ limit: true, cursor: true })

/** A text, or a part of one, with the words that a search has found in it. */
export const snippetSchema = z.strictObject({
  text: z.string().describe('In one line; an excerpt has about 160 characters'),
  ranges: z
    .array(z.tuple([z.int().min(0), z.int().min(1)]))
    .describe('Begin and end of each found word in the text, in UTF-16 code units, ascending'),
})

const offeredTimesMarkSchema = z.strictObject({
  state: z
    .enum(['open', 'ended', 'declined'])
    .describe('open: a choice is waited for; ended: none came; declined: the applicant asks for other times'),
  lastDay: z.iso.date().describe('The last day to choose'),
})

/** A row of a page: an application, with an excerpt of its resume where the search has found words there alone. */
export const listedApplicationSchema = applicationSchema.extend({
  snippet: snippetSchema.optional(),
  offeredTimes: offeredTimesMarkSchema
    .optional()
    .describe('Times for an interview that wait for a choice, or for an admin; left out without'),
})

/** Query of `GET /api/admin/applications/summary`: the tab counts follow job and search, the stat counts do not. */
export const applicationSummaryQuerySchema = z.strictObject({
  jobId: z.union([z.literal(NO_JOB), idTextSchema]).optional(),
  assigned,
  tags,
  q: searchText,
})

const count = z.int().min(0)

/** All counts of the dashboard in one response. */
export const applicationSummarySchema = z.strictObject({
  totalApplications: count.describe('All applications ever received, archived ones included'),
  activeJobs: count.describe('Postings with isActive'),
  ...recordOf(STATUS_STATS, (stat) => count.describe(`In the status ${STATUS_OF_STAT[stat]} and not archived`)),
  tabs: z.strictObject({ ...recordOf(STATUSES_BY_KEY, () => count), archived: count }),
  areTabsExact: z
    .literal(false)
    .optional()
    .describe('false when a search has so many matches that each tab count is only a lower bound; otherwise absent'),
  recovery: z
    .strictObject({
      resubmitted: count.describe('Applications whose note contains the recovery marker'),
      original: count.describe('Applications without the marker from before the cut-off'),
    })
    .describe('Both zero when nothing was resubmitted'),
  promise: z
    .strictObject({
      answerWithinDays: z.int().describe('As the settings say'),
      overdue: count.describe('Undecided, not archived, not answered, and their promised day is over'),
      unanswered: count.describe('Hired, rejected or archived, and the applicant does not know it'),
      replied: count.describe('With a reply that nobody has answered'),
    })
    .describe('Over all jobs'),
  interviewsThisWeek: count.describe('Planned interviews that begin from Monday to Sunday, in the zone of the company'),
  withdrawn: count.describe('Applications of all jobs that their applicants withdrew'),
  quarantined: count.describe('Applications in quarantine of all jobs; no other count includes them'),
})

/** Parsed query of the applications list. */
export type ApplicationListQuery = z.output<typeof applicationListQuerySchema>
/** A row of a page of applications. */
export type ListedApplication = z.output<typeof listedApplicationSchema>
/** A text with found words. */
export type Snippet = z.output<typeof snippetSchema>
/** All counts of the dashboard. */
export type ApplicationSummary = z.output<typeof applicationSummarySchema>
/** What a row says of offered times. */
export type OfferedTimesMark = z.output<typeof offeredTimesMarkSchema>
