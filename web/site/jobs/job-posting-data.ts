import type { JobPosting, OrganizationLeaf, PostalAddressLeaf, QuantitativeValueLeaf, WithContext } from 'schema-dts'
import type { PublicJob } from '../../../contract/jobs/job.ts'
import { jobMarkup } from '../../../contract/jobs/job-markup.ts'
import { publishedOn } from '../../../contract/jobs/job-statuses.ts'
import type { PlaceAndPay } from '../../../contract/jobs/place-and-pay/job-pay.ts'
import type { PageData } from '../../../contract/site/page-data.ts'
import { escapeMarkup } from '../../../contract/wire/escape-text.ts'
import { PAGE, pathTo } from '../../../contract/wire/paths.ts'
import { formatJobId } from '../../posting/job-id.ts'

const EMPLOYMENT_TYPES: Record<PublicJob['jobType'], string> = {
  'Full-time': 'FULL_TIME',
  'Part-time': 'PART_TIME',
  Contract: 'CONTRACTOR',
  Internship: 'INTERN',
}

const MARKUP = { escapeText: escapeMarkup, heading: (text: string) => `<h3>${text}</h3>`, numbers: 'ol' } as const

/**
 * A posting as schema.org `JobPosting`. It contains only what the page shows: search engines reject anything else. The types
 * hold every property and its value to the vocabulary; a property in a spread of a condition would escape them.
 */
export function jobPostingData(
  job: PublicJob,
  { place, pay }: PlaceAndPay,
  { company, publicUrl }: PageData,
): WithContext<JobPosting> {
  const hiringOrganization: OrganizationLeaf = {
    '@type': 'Organization',
    name: company.name,
    sameAs: company.website,
  }
  if (company.logo) hiringOrganization.logo = `${publicUrl}/logo`
  const posting: WithContext<JobPosting> = {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: job.title,
    description: jobMarkup(job, MARKUP),
    identifier: { '@type': 'PropertyValue', name: company.name, value: formatJobId(job.id) },
    datePosted: publishedOn(job),
    employmentType: EMPLOYMENT_TYPES[job.jobType],
    hiringOrganization,
    ...whereToWork(job, place),
    ...salaryOf(pay),
    directApply: true,
    url: publicUrl + pathTo(PAGE.job, job.id),
  }
  if (job.closingDate) posting.validThrough = endOfDay(job.closingDate, company.timeZone)
  return posting
}

/** The last second of a day, with the offset that the clocks of the zone have then. Only the server renders heads. */
function endOfDay(date: string, timeZone: string): string {
  return Temporal.PlainDate.from(date)
    .add({ days: 1 })
    .toZonedDateTime(timeZone)
    .subtract({ seconds: 1 })
    .toString({ timeZoneName: 'never' })
}

/** A place of work, or the countries of a fully remote posting; nothing where a remote posting names no country. */
function whereToWork(
  job: PublicJob,
  place: PlaceAndPay['place'],
): Pick<JobPosting, 'jobLocation' | 'jobLocationType' | 'applicantLocationRequirements'> {
  if (place.kind === 'text') return { jobLocation: { '@type': 'Place', address: job.location } }
  if (place.kind === 'address') {
    const { city, region, postalCode, country } = place.address
    const address: PostalAddressLeaf = { '@type': 'PostalAddress' }
    if (city) address.addressLocality = city
    if (region) address.addressRegion = region
    if (postalCode) address.postalCode = postalCode
    if (country) address.addressCountry = country
    return { jobLocation: { '@type': 'Place', address } }
  }
  const [first, ...others] = place.countries.map((name) => ({ '@type': 'Country', name }) as const)
  if (!first) return {}
  return {
    jobLocationType: 'TELECOMMUTE',
    applicantLocationRequirements: others.length === 0 ? first : [first, ...others],
  }
}

/** The pay in numbers, where it is known: the page shows it as the salary range or in the words of the facts. */
function salaryOf(pay: PlaceAndPay['pay']): Pick<JobPosting, 'baseSalary'> {
  if (!pay) return {}
  const { currency, min, max, period } = pay
  const value: QuantitativeValueLeaf = { '@type': 'QuantitativeValue', unitText: period.toUpperCase() }
  if (min !== null && min === max) value.value = min
  else {
    if (min !== null) value.minValue = min
    if (max !== null) value.maxValue = max
  }
  return { baseSalary: { '@type': 'MonetaryAmount', currency, value } }
}
