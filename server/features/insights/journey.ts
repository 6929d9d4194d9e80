import { UNDO_TIME_MS } from '../../../contract/limits.ts'
import type { ApplicationStatus, OPEN_STATUSES } from '../../../contract/vocabulary.ts'

/** A recorded change of status; `at` is milliseconds since 1970, as every instant here. */
export type StatusChange = { at: number; from: ApplicationStatus; to: ApplicationStatus }

type OpenStatus = (typeof OPEN_STATUSES)[number]
/** A stay in a status that has ended, in milliseconds. */
type Stay = { status: OpenStatus; ms: number }

/** What happened to one application. Durations are in milliseconds since its receipt; undefined for what never happened. */
export type Journey = {
  /** Every status that it ever had. */
  reached: ReadonlySet<ApplicationStatus>
  firstDecisionMs: number | undefined
  hireMs: number | undefined
  stays: Stay[]
}

const DECISIONS: ReadonlySet<ApplicationStatus> = new Set(['interview', 'hired', 'rejected'])

/**
 * Reconstructs what happened to an application.
 * @param application as it is stored now; its status counts as reached even if the audit trail lacks the change
 * @param changes all its changes of status, the oldest first
 */
export function journeyOf(
  { receivedAt, status }: { receivedAt: number; status: ApplicationStatus },
  changes: readonly StatusChange[],
): Journey {
  const kept = withoutUndone(changes)
  const sinceReceipt = (change: StatusChange | undefined) => change && msBetween(receivedAt, change.at)
  return {
    reached: new Set([status, ...kept.flatMap(({ from, to }) => [from, to])]),
    firstDecisionMs: sinceReceipt(kept.find(({ to }) => DECISIONS.has(to))),
    hireMs: sinceReceipt(kept.find(({ to }) => to === 'hired')),
    stays: kept
      .map(({ from, at }, index) => ({ status: from, ms: msBetween(kept[index - 1]?.at ?? receivedAt, at) }))
      .filter(isOpen),
  }
}

/** The changes that lasted: one that the next change takes back while it could be undone leaves with it. */
export function withoutUndone(changes: readonly StatusChange[]): StatusChange[] {
  const kept: StatusChange[] = []
  for (const change of changes) {
    const last = kept.at(-1)
    const isUndo = last?.from === change.to && msBetween(last.at, change.at) <= UNDO_TIME_MS
    if (isUndo) kept.pop()
    else kept.push(change)
  }
  return kept
}

function isOpen(stay: { status: ApplicationStatus; ms: number }): stay is Stay {
  return stay.status !== 'hired' && stay.status !== 'rejected'
}

/** At least zero: the clock may have been set back in between. */
function msBetween(earlier: number, later: number): number {
  return Math.max(0, later - earlier)
}
