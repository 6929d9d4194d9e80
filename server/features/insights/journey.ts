import type { ApplicationStatus } from '../../../contract/applications/application-statuses.ts'
import { isDecision, isOpen, type OpenStatus } from '../../../contract/applications/status-lists.ts'
import { type StatusMove, withoutUndone } from '../applications/stored/status-changes.ts'

/** A recorded change of status; `at` is milliseconds since 1970, as every instant here. */
export type StatusChange = StatusMove & { at: number }

/** A stay in a status that has ended, in milliseconds. */
type Stay = { status: OpenStatus; ms: number }

/** What happened to one application. Durations are in milliseconds since its receipt; undefined for what never happened. */
export type Journey = {
  /** Every status that it ever had. */
  reached: Set<ApplicationStatus>
  firstDecisionMs: number | undefined
  hireMs: number | undefined
  stays: Stay[]
}

/**
 * Reconstructs what happened to an application.
 * @param application as it is stored now; its status counts as reached even if the audit trail lacks the change
 * @param changes all its changes of status, the oldest first
 */
export function journeyOf(
  { receivedAt, status }: { receivedAt: number; status: ApplicationStatus },
  changes: readonly StatusChange[],
): Journey {
  const journey: Journey = { reached: new Set([status]), firstDecisionMs: undefined, hireMs: undefined, stays: [] }
  let began = receivedAt
  for (const { at, from, to } of withoutUndone(changes)) {
    journey.reached.add(from).add(to)
    if (isDecision(to)) journey.firstDecisionMs ??= msBetween(receivedAt, at)
    if (to === 'hired') journey.hireMs ??= msBetween(receivedAt, at)
    if (isOpen(from)) journey.stays.push({ status: from, ms: msBetween(began, at) })
    began = at
  }
  return journey
}

/** At least zero: the clock may have been set back in between. */
function msBetween(earlier: number, later: number): number {
  return Math.max(0, later - earlier)
}
