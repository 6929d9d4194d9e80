import { isDecision, isOpen, isRefusal } from '../../../contract/applications/status-lists.ts'
import type { RetentionPeriods, RetentionRule } from '../../../contract/personal-data/retention-rules.ts'
import { addDays, dayIn } from '../../../contract/promise/calendar-days.ts'
import type { ApplicationRow } from '../../platform/database/tables.ts'

/** What the clock reads of an application. */
export type ClockedApplication = Pick<
  ApplicationRow,
  'id' | 'status' | 'archived' | 'quarantined' | 'job_id' | 'created_at' | 'withdrawn_at' | 'moved_at' | 'kept_from'
> & {
  /** When the applicant last agreed to stay on file, unless that is withdrawn. */
  consented_at: string | null
}

/**
 * From which day on a person is no longer kept, and by which rule. `begunOn` is the day on which the latest of the periods began: it
 * names the period of the person, for which there is one notice.
 */
export type Due = { due: string; rule: RetentionRule; begunOn: string }

/**
 * From which day on a person is no longer kept: all applications go together, once the period of each is over. The newest one postpones the
 * others, and one that waits for a decision, or whose rule keeps it, keeps all.
 * @param applications all that have the same email address, at least one
 * @param timeZone IANA name of the zone of the company, whose calendar days count
 * @returns null where the person is kept
 */
export function clockOf(
  applications: readonly ClockedApplication[],
  periods: RetentionPeriods,
  timeZone: string,
): Due | null {
  let latest: Due | null = null
  for (const application of applications) {
    const due = dueOf(application, periods, timeZone)
    if (due === null) return null
    latest = latest === null ? due : latestOf(latest, due)
  }
  return latest
}

function latestOf(one: Due, other: Due): Due {
  const begunOn = other.begunOn > one.begunOn ? other.begunOn : one.begunOn
  return { ...(other.due >= one.due ? other : one), begunOn }
}

function dueOf(application: ClockedApplication, periods: RetentionPeriods, timeZone: string): Due | null {
  const rule = ruleOf(application)
  const days = rule === null ? null : periods[rule]
  if (rule === null || days === null) return null
  const { moved_at, created_at, kept_from, consented_at } = application
  const begun = [
    dayIn(new Date(moved_at ?? created_at), timeZone),
    kept_from,
    consented_at && dayIn(new Date(consented_at), timeZone),
  ]
  const begunOn = begun.reduce<string>((latest, day) => (day !== null && day > latest ? day : latest), '')
  return { rule, due: addDays(begunOn, days), begunOn }
}

/** The rule of an application; null while it waits for a decision, whatever the time. */
function ruleOf({ status, withdrawn_at, archived, quarantined, job_id }: ClockedApplication): RetentionRule | null {
  if (withdrawn_at !== null || isRefusal(status)) return 'refused'
  if (!isOpen(status)) return 'hired'
  const isGeneral = job_id === null && !isDecision(status)
  return archived === 1 || quarantined === 1 || isGeneral ? 'undecided' : null
}
