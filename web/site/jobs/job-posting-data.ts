import type { PublicJob } from '../../../contract/job.ts'
import { jobMarkup } from '../../../contract/job-markup.ts'
import type { PageData } from '../../../contract/page-data.ts'
import { PAGE, pathTo } from '../../../contract/paths.ts'
import { publishedOn } from '../../../contract/vocabulary.ts'
import { escapeMarkup } from '../../layout/head-markup.ts'
import { formatJobId } from '../../posting/job-id.ts'
import { readPay } from '../../posting/pay.ts'
import { readPlace } from '../../posting/place.ts'

const EMPLOYMENT_TYPES: Record<PublicJob['jobType'], string> = {
  'Full-time': 'FULL_TIME',
  'Part-time': 'PART_TIME',
  Contract: 'CONTRACTOR',
  Internship: 'INTERN',
}

const MARKUP = { escapeText: escapeMarkup, heading: (text: string) => `<h3>${text}</h3>`, numbers: 'ol' } as const

/** A posting as schema.org `JobPosting`. It contains only what the page shows: search engines reject anything else. */
export function jobPostingData(job: PublicJob, { company, publicUrl }: PageData): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: job.title,
    description: jobMarkup(job, MARKUP),
    identifier: { '@type': 'PropertyValue', name: company.name, value: formatJobId(job.id) },
    datePosted: publishedOn(job),
    ...(job.closingDate && { validThrough: endOfDay(job.closingDate, company.timeZone) }),
    employmentType: EMPLOYMENT_TYPES[job.jobType],
    hiringOrganization: {
      '@type': 'Organization',
      name: company.name,
      sameAs: company.website,
      ...(company.logo && { logo: `${publicUrl}/logo` }),
    },
    ...whereToWork(job, company.address),
    ...salaryOf(job, company.address),
    directApply: true,
    url: publicUrl + pathTo(PAGE.job, job.id),
  }
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
function whereToWork(job: PublicJob, company: PageData['company']['address']): object {
  const place = readPlace(job, company)
  if (place.kind === 'text') return { jobLocation: { '@type': 'Place', address: job.location } }
  if (place.kind === 'address') {
    const address = Object.fromEntries(Object.entries(place.address).filter(([, part]) => part))
    return { jobLocation: { '@type': 'Place', address: { '@type': 'PostalAddress', ...address } } }
  }
  const countries = place.countries.map((name) => ({ '@type': 'Country', name }))
  if (countries.length === 0) return {}
  return {
    jobLocationType: 'TELECOMMUTE',
    applicantLocationRequirements: countries.length === 1 ? countries[0] : countries,
  }
}

function salaryOf(job: PublicJob, company: PageData['company']['address']): object {
  const pay = readPay(job, company)
  if (!pay) return {}
  const { currency, minValue, maxValue, unitText } = pay
  const range = minValue === maxValue ? { value: minValue } : { minValue, maxValue }
  const value = { '@type': 'QuantitativeValue', ...range, unitText }
  return { baseSalary: { '@type': 'MonetaryAmount', currency, value } }
}
