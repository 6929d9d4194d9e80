import * as z from 'zod'

/** Query of the posting API: whether each posting has its `compensation`. */
export const postingApiQuerySchema = z.strictObject({ includeCompensation: z.enum(['true', 'false']).optional() })

/** Path of the posting API. */
export const postingApiParamsSchema = z.object({ name: z.string().describe('Name of the company, as in its address') })

const component = z.strictObject({
  id: z.string(),
  summary: z.string(),
  compensationType: z.literal('Salary'),
  interval: z.enum(['1 HOUR', '1 DAY', '1 WEEK', '1 MONTH', '1 YEAR']),
  currencyCode: z.string().describe('ISO 4217'),
  minValue: z.number().nullable(),
  maxValue: z.number().nullable(),
})

const compensation = z.strictObject({
  compensationTierSummary: z.string().nullable().describe('The salary range as the page shows it'),
  scrapeableCompensationSalarySummary: z.string().nullable(),
  compensationTiers: z.array(
    z.strictObject({
      id: z.string(),
      tierSummary: z.string(),
      title: z.null(),
      additionalInformation: z.null(),
      components: z.array(component),
    }),
  ),
  summaryComponents: z.array(component),
})

const posting = z.strictObject({
  id: z.string(),
  title: z.string(),
  department: z.string().nullable(),
  team: z.null(),
  employmentType: z.enum(['FullTime', 'PartTime', 'Intern', 'Contract']),
  location: z.string(),
  secondaryLocations: z.array(z.never()),
  publishedAt: z.iso.datetime(),
  isListed: z.literal(true),
  isRemote: z.boolean(),
  workplaceType: z.enum(['OnSite', 'Hybrid', 'Remote']).nullable(),
  address: z
    .strictObject({
      postalAddress: z.strictObject({
        addressLocality: z.string().optional(),
        addressRegion: z.string().optional(),
        addressCountry: z.string().optional(),
      }),
    })
    .nullable(),
  jobUrl: z.url(),
  applyUrl: z.url(),
  descriptionHtml: z.string(),
  descriptionPlain: z.string(),
  shouldDisplayCompensationOnJobPostings: z.boolean(),
  compensation: compensation.optional(),
})

/** The open postings in the shape of Ashby's public job board (developers.ashbyhq.com/docs/public-job-posting-api). */
export const postingApiSchema = z.strictObject({ apiVersion: z.literal('1'), jobs: z.array(posting) })

/** One posting of the posting API. */
export type ApiPosting = z.output<typeof posting>
/** What a posting of the posting API pays. */
export type ApiCompensation = z.output<typeof compensation>
