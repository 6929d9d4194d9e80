import type { ApplicationStatus } from '../../../contract/applications/application-statuses.ts'
import { isDecision, isOpen, type OpenStatus } from '../../../contract/applications/status-lists.ts'
import { dayIn, daysPassed } from '../../../contract/promise/calendar-days.ts'
import { type StatusMove, withoutUndone } from '../applications/stored/status-changes.ts'

/** A recorded change of status; `at` is milliseconds since 1970, as every instant here. */
export type StatusChange = StatusMove & { at: number }

/** A stay in a status that has ended, in days of the company's zone. */
type Stay = { status: OpenStatus; days: number }

/**
 * What happened to one application. Durations are days of the company's zone since the day of receipt, as the promise counts
 * them (`docs/decisions/0127`); undefined for what never happened.
 */
export type Journey = {
  /** Every status that it ever had. */
  reached: Set<ApplicationStatus>
  firstDecisionDays: number | undefined
  hireDays: number | undefined
  stays: Stay[]
}

/**
 * Reconstructs what happened to an application.
 * @param application as it is stored now; its status counts as reached even if the audit trail lacks the change. One that was imported
 *   has no durations: what happened to it before is not known
 * @param changes all its changes of status, the oldest first
 * @param timeZone of the company
 */
export function journeyOf(
  { receivedAt, status, isImported }: { receivedAt: number; status: ApplicationStatus; isImported: boolean },
  changes: readonly StatusChange[],
  timeZone: string,
): Journey {
  const journey: Journey = { reached: new Set([status]), firstDecisionDays: undefined, hireDays: undefined, stays: [] }
  const received = dayIn(new Date(receivedAt), timeZone)
  let began = received
  for (const { at, from, to } of withoutUndone(changes)) {
    const day = dayIn(new Date(at), timeZone)
    journey.reached.add(from).add(to)
    if (isImported) continue
    if (isDecision(to)) journey.firstDecisionDays ??= daysPassed(received, day)
    if (to === 'hired') journey.hireDays ??= daysPassed(received, day)
    if (isOpen(from)) journey.stays.push({ status: from, days: daysPassed(began, day) })
    began = day
  }
  return journey
}
