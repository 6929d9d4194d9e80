import type { PublicJob } from './job.ts'
import type { Workplace } from './job-terms.ts'
import { FURTHER_LINES, type FurtherLine, JOB_FIELDS } from './posting-fields.ts'

/** Where the work is done, in words. */
export const WORKPLACE_NAMES: Record<Workplace, string> = { on_site: 'On site', hybrid: 'Hybrid', remote: 'Remote' }

/** What of a posting the further facts are read from. */
export type FurtherFacts = Pick<PublicJob, FurtherLine | 'closingDate'>

/** A fact of a posting: its name and value for a list of facts, and both as one line for a text. */
export type FurtherFact = { name: string; value: string; line: string }

/** The facts that visitors read beside type, location, department and pay. A fact that the posting lacks is left out. */
export function furtherFacts(job: FurtherFacts): FurtherFact[] {
  const facts: FurtherFact[] = FURTHER_LINES.flatMap((field) => {
    const { label: name } = JOB_FIELDS[field]
    const value = job[field]
    return value ? [{ name, value, line: `${name}: ${value}` }] : []
  })
  if (job.closingDate) {
    const value = formatDate(job.closingDate)
    facts.push({ name: 'Apply by', value, line: `Apply by ${value}` })
  }
  return facts
}

/** The further facts of a posting, out of all that is stored of it. */
export function pickFurtherFacts(job: FurtherFacts): FurtherFacts {
  const lines = Object.fromEntries(FURTHER_LINES.map((field) => [field, job[field]])) as Pick<PublicJob, FurtherLine>
  return { ...lines, closingDate: job.closingDate }
}

/**
 * Where the work is done, such as `Remote (US, CA)`; null where the posting does not say. Countries are codes: servers and
 * browsers know different names of some.
 */
export function workplaceText({
  workplace,
  remoteCountries,
}: Pick<PublicJob, 'workplace' | 'remoteCountries'>): string | null {
  if (workplace === null) return null
  const name = WORKPLACE_NAMES[workplace]
  return workplace === 'remote' && remoteCountries.length > 0 ? `${name} (${remoteCountries.join(', ')})` : name
}

/** Made once: a feed writes thousands of dates. */
let longDate: Intl.DateTimeFormat | undefined

/** A day such as `2026-09-30` as a long US date, as postings and mails write it. */
export function formatDate(date: string): string {
  longDate ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  return longDate.format(new Date(date))
}
