import type { PublicJob } from './job.ts'
import type { Workplace } from './job-terms.ts'

/** Where the work is done, in words. */
export const WORKPLACE_NAMES: Record<Workplace, string> = { on_site: 'On site', hybrid: 'Hybrid', remote: 'Remote' }

/** What of a posting the further facts are read from. */
export type FurtherFacts = Pick<PublicJob, 'travel' | 'rotation' | 'closingDate'>

/** A fact of a posting: its name and value for a list of facts, and both as one line for a text. */
export type FurtherFact = { name: string; value: string; line: string }

/** The facts that visitors read beside type, location, department and pay. A fact that the posting lacks is left out. */
export function furtherFacts({ travel, rotation, closingDate }: FurtherFacts): FurtherFact[] {
  const facts: FurtherFact[] = []
  if (travel) facts.push({ name: 'Travel', value: travel, line: `Travel: ${travel}` })
  if (rotation) facts.push({ name: 'Rotation', value: rotation, line: `Rotation: ${rotation}` })
  if (closingDate) {
    const value = formatDate(closingDate)
    facts.push({ name: 'Apply by', value, line: `Apply by ${value}` })
  }
  return facts
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
