import type { PublicJob } from '../../../contract/job.ts'
import { JOB_PARAMETER, PAGE } from '../../../contract/paths.ts'
import type { ApiCompensation, ApiPosting } from '../../../contract/posting-api.ts'
import { publishedOn } from '../../../contract/vocabulary.ts'
import { postingHtml, postingText } from './feed-markup.ts'
import { type FeedPieces, type FeedSource, postingUrl } from './feed-source.ts'
import { type PostingPay, payOf, payText } from './posting-pay.ts'

const EMPLOYMENT_TYPES = {
  'Full-time': 'FullTime',
  'Part-time': 'PartTime',
  Contract: 'Contract',
  Internship: 'Intern',
} as const satisfies Record<PublicJob['jobType'], string>

const WORKPLACES = { remote: 'Remote', hybrid: 'Hybrid', on_site: 'OnSite' } as const
const INTERVALS = { hour: '1 HOUR', day: '1 DAY', week: '1 WEEK', month: '1 MONTH', year: '1 YEAR' } as const

/** The open postings in the shape of Ashby's job board. @param withCompensation whether each has its `compensation` */
export function* postingApi(source: FeedSource, withCompensation: boolean): FeedPieces {
  yield '{"apiVersion":"1","jobs":['
  for (const [index, job] of source.jobs.entries()) {
    const posting = { ...presentPosting(source, job), ...(withCompensation && presentPay(job)) }
    yield (index === 0 ? '' : ',') + JSON.stringify(posting)
  }
  yield ']}'
}

function presentPosting(source: FeedSource, job: PublicJob): ApiPosting {
  return {
    id: String(job.id),
    title: job.title,
    department: job.department ?? '',
    team: job.department ?? '',
    employmentType: EMPLOYMENT_TYPES[job.jobType],
    location: job.location,
    secondaryLocations: [],
    publishedAt: publishedOn(job),
    isListed: true,
    isRemote: job.workplace && job.workplace === 'remote',
    workplaceType: job.workplace ? WORKPLACES[job.workplace] : null,
    address: addressOf(job),
    jobUrl: postingUrl(source, job),
    applyUrl: `${source.publicUrl}${PAGE.apply}?${JOB_PARAMETER}=${job.id}`,
    descriptionHtml: postingHtml(job),
    descriptionPlain: postingText(job),
  }
}

function presentPay(job: PublicJob): Partial<ApiPosting> {
  const isShown = Boolean(job.salaryRange ?? payOf(job))
  return { shouldDisplayCompensationOnJobPostings: isShown, compensation: compensationOf(job) }
}

function addressOf({ city, region, country, postalCode }: PublicJob): ApiPosting['address'] {
  return {
    postalAddress: {
      ...(city && { addressLocality: city }),
      ...(region && { addressRegion: region }),
      ...(country && { addressCountry: country }),
      ...(postalCode && { postalCode }),
    },
  }
}

function compensationOf(job: PublicJob): ApiCompensation {
  const pay = payOf(job)
  const summary = pay && payText(pay)
  const amounts = pay ? [amountsOf(pay)] : []
  const tierSummary = job.salaryRange ?? summary
  const components = amounts.map((amount) => ({ id: '1', summary: summary ?? '', ...amount }))
  const tier = { id: '1', title: null, additionalInformation: null, components }
  return {
    compensationTierSummary: tierSummary,
    scrapeableCompensationSalarySummary: summary,
    // Readers take a posting without tiers for one that keeps its pay to itself.
    compensationTiers: tierSummary ? [{ ...tier, tierSummary }] : [],
    summaryComponents: amounts,
  }
}

function amountsOf({ min, max, currency, period }: PostingPay) {
  return {
    compensationType: 'Salary',
    interval: INTERVALS[period],
    currencyCode: currency,
    minValue: min,
    maxValue: max,
  } as const
}
