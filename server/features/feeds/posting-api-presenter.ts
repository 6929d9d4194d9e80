import type { PublicJob } from '../../../contract/jobs/job.ts'
import { publishedOn } from '../../../contract/jobs/job-statuses.ts'
import { OWN_SOURCE, withSource } from '../../../contract/jobs/link-source.ts'
import type { PlaceAddress } from '../../../contract/jobs/place-and-pay/job-place.ts'
import { payText, shownPay } from '../../../contract/jobs/place-and-pay/pay-text.ts'
import type { Pay } from '../../../contract/jobs/place-and-pay/salary-text.ts'
import type { ApiCompensation, ApiPosting } from '../../../contract/jobs/posting-api.ts'
import { JOB_PARAMETER, PAGE } from '../../../contract/wire/paths.ts'
import type { PublishedPosting } from '../jobs/published-postings.ts'
import { postingHtml, postingText } from './feed-markup.ts'
import { type FeedPieces, type FeedSource, postingLink } from './feed-source.ts'

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
  for (const [index, published] of source.postings.entries()) {
    const posting = { ...presentPosting(source, published), ...(withCompensation && presentPay(published)) }
    yield (index === 0 ? '' : ',') + JSON.stringify(posting)
  }
  yield ']}'
}

function presentPosting(source: FeedSource, { job, place }: PublishedPosting): ApiPosting {
  const workplace = place.kind === 'fully-remote' ? 'remote' : job.workplace
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
    isRemote: workplace && workplace === 'remote',
    workplaceType: workplace ? WORKPLACES[workplace] : null,
    address: addressOf(place.kind === 'address' ? place.address : job),
    jobUrl: postingLink(source, job, OWN_SOURCE.api),
    applyUrl: withSource(`${source.publicUrl}${PAGE.apply}?${JOB_PARAMETER}=${job.id}`, OWN_SOURCE.api),
    descriptionHtml: postingHtml(job),
    descriptionPlain: postingText(job),
  }
}

function presentPay(posting: PublishedPosting): Partial<ApiPosting> {
  const isShown = shownPay(posting.job) !== null
  return { shouldDisplayCompensationOnJobPostings: isShown, compensation: compensationOf(posting) }
}

function addressOf({ city, region, country, postalCode }: PlaceAddress): ApiPosting['address'] {
  return {
    postalAddress: {
      ...(city && { addressLocality: city }),
      ...(region && { addressRegion: region }),
      ...(country && { addressCountry: country }),
      ...(postalCode && { postalCode }),
    },
  }
}

function compensationOf({ job, pay }: PublishedPosting): ApiCompensation {
  const summary = pay ? payText(pay) : null
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

function amountsOf({ min, max, currency, period }: Pay) {
  return {
    compensationType: 'Salary',
    interval: INTERVALS[period],
    currencyCode: currency,
    minValue: min,
    maxValue: max,
  } as const
}
