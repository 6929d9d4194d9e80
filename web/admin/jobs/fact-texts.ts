import { WORKPLACE_NAMES } from '../../../contract/jobs/further-facts.ts'
import type { JobFact, JobFacts } from '../../../contract/jobs/job-facts.ts'
import { formatCalendarDay } from '../../ui/text/date-formats.ts'

/** What a structured fact of a posting is called. */
export const FACT_LABELS: Record<JobFact, string> = {
  workplace: 'Workplace',
  country: 'Country',
  region: 'State or Region',
  city: 'City',
  postalCode: 'Postal Code',
  remoteCountries: 'Remote Countries',
  payMin: 'Lowest Pay',
  payMax: 'Highest Pay',
  payCurrency: 'Pay Currency',
  payPeriod: 'Pay Period',
  travel: 'Travel',
  rotation: 'Rotation',
  closingDate: 'Closing Date',
  hiringSteps: 'Hiring Steps',
}

/** A structured fact as a person reads it; undefined where the posting names none. */
export function factText(facts: JobFacts, fact: JobFact): string | undefined {
  const value = facts[fact]
  if (value === null) return undefined
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.join(', ')
  if (fact === 'workplace' && facts.workplace) return WORKPLACE_NAMES[facts.workplace]
  if (fact === 'closingDate' && facts.closingDate) return formatCalendarDay(facts.closingDate)
  return value.toLocaleString('en-US')
}
