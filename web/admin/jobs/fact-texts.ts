import { WORKPLACE_NAMES } from '../../../contract/jobs/further-facts.ts'
import type { JobFacts } from '../../../contract/jobs/job-facts.ts'
import type { Workplace } from '../../../contract/jobs/job-terms.ts'
import { JOB_FIELDS, type JobFact } from '../../../contract/jobs/posting-fields.ts'
import { formatCalendarDay } from '../../ui/text/date-formats.ts'

/** A structured fact as a person reads it; undefined where the posting names none. */
export function factText(facts: JobFacts, fact: JobFact): string | undefined {
  const value = facts[fact]
  if (value === null) return undefined
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.join(', ')
  const { kind } = JOB_FIELDS[fact]
  if (kind === 'workplace') return WORKPLACE_NAMES[value as Workplace]
  return kind === 'date' ? formatCalendarDay(value as string) : value.toLocaleString('en-US')
}
