import type { PublicJob } from '../../../contract/job.ts'
import { jobMarkup } from '../../../contract/job-markup.ts'
import type { PageData } from '../../../contract/page-data.ts'
import { PAGE, pathTo } from '../../../contract/paths.ts'
import { escapeMarkup } from '../../layout/head-markup.ts'
import { formatJobId } from '../../posting/job-id.ts'
import { type PlaceOfWork, readPlaceOfWork } from './place-of-work.ts'
import { readSalary } from './salary-data.ts'

const EMPLOYMENT_TYPES: Record<PublicJob['jobType'], string> = {
  'Full-time': 'FULL_TIME',
  'Part-time': 'PART_TIME',
  Contract: 'CONTRACTOR',
  Internship: 'INTERN',
}

const MARKUP = { escapeText: escapeMarkup, heading: (text: string) => `<h3>${text}</h3>`, numbers: 'ol' } as const

/** A posting as schema.org `JobPosting`. It contains only what the page shows: search engines reject anything else. */
export function jobPostingData(job: PublicJob, { company, publicUrl }: PageData): object {
  const place = readPlaceOfWork(job.location, company.address)
  return {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: job.title,
    description: jobMarkup(job, MARKUP),
    identifier: { '@type': 'PropertyValue', name: company.name, value: formatJobId(job.id) },
    datePosted: job.createdAt,
    employmentType: EMPLOYMENT_TYPES[job.jobType],
    hiringOrganization: {
      '@type': 'Organization',
      name: company.name,
      sameAs: company.website,
      ...(company.logo && { logo: `${publicUrl}/logo` }),
    },
    ...whereToWork(place, job.location),
    ...salaryOf(job, place),
    directApply: true,
    url: publicUrl + pathTo(PAGE.job, job.id),
  }
}

function whereToWork(place: PlaceOfWork, location: string): object {
  if (place.kind === 'text') return { jobLocation: { '@type': 'Place', address: location } }
  if (place.kind === 'city') {
    const { locality, region, country } = place
    const address = { addressLocality: locality, addressRegion: region, ...(country && { addressCountry: country }) }
    return { jobLocation: { '@type': 'Place', address: { '@type': 'PostalAddress', ...address } } }
  }
  const { country } = place
  return {
    jobLocationType: 'TELECOMMUTE',
    ...(country && { applicantLocationRequirements: { '@type': 'Country', name: country } }),
  }
}

function salaryOf(job: PublicJob, place: PlaceOfWork): object {
  const country = place.kind === 'text' ? undefined : place.country
  const salary = job.salaryRange ? readSalary(job.salaryRange, country) : undefined
  if (!salary) return {}
  const { currency, ...value } = salary
  return { baseSalary: { '@type': 'MonetaryAmount', currency, value: { '@type': 'QuantitativeValue', ...value } } }
}
