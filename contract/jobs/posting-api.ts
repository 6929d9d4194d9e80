import * as z from 'zod'

/** Query of the posting API: whether each posting has its `compensation`. */
export const postingApiQuerySchema = z.strictObject({ includeCompensation: z.enum(['true', 'false']).optional() })

/** Path of the posting API. */
export const postingApiParamsSchema = z.object({ name: z.string().describe('Name of the company, as in its address') })

const pay = z.strictObject({
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
      components: z.array(pay.extend({ id: z.string(), summary: z.string() })),
    }),
  ),
  summaryComponents: z.array(pay),
})

const posting = z.strictObject({
  id: z.string(),
  title: z.string(),
  department: z.string().describe('Empty where the posting has none: readers expect a text'),
  team: z.string().describe('The same as the department'),
  employmentType: z.enum(['FullTime', 'PartTime', 'Intern', 'Contract']),
  location: z.string(),
  secondaryLocations: z.array(z.never()),
  publishedAt: z.iso.datetime(),
  isListed: z.literal(true),
  isRemote: z.boolean().nullable().describe('Null where the workplace is not known'),
  workplaceType: z.enum(['OnSite', 'Hybrid', 'Remote']).nullable(),
  address: z.strictObject({
    postalAddress: z.strictObject({
      addressLocality: z.string().optional(),
      addressRegion: z.string().optional(),
      addressCountry: z.string().optional(),
      postalCode: z.string().optional(),
    }),
  }),
  jobUrl: z.url(),
  applyUrl: z.url(),
  descriptionHtml: z.string(),
  descriptionPlain: z.string(),
  shouldDisplayCompensationOnJobPostings: z.boolean().optional(),
  compensation: compensation.optional(),
})

/**
 * The open postings in the shape of Ashby's public job board (developers.ashbyhq.com/docs/public-job-posting-api). Where that page
 * leaves open what may be null or absent, it is what real boards send (`docs/decisions/0080-feeds.md`).
 */
export const postingApiSchema = z.strictObject({ apiVersion: z.literal('1'), jobs: z.array(posting) })

/** One posting of the posting API. */
export type ApiPosting = z.output<typeof posting>
/** What a posting of the posting API pays. */
export type ApiCompensation = z.output<typeof compensation>
