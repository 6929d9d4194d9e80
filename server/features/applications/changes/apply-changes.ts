import type { Transaction } from 'kysely'
import type { ApplicationStatus } from '../../../../contract/applications/application-statuses.ts'
import type { ApplicationEvent } from '../../../../contract/applications/history.ts'
import { isRefusal } from '../../../../contract/applications/status-lists.ts'
import type { DecisionMessage } from '../../../../contract/messages/messages.ts'
import { lockRows } from '../../../platform/database/row-locks.ts'
import { isDifferent } from '../../../platform/database/row-versions.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { type Action, recordActions } from '../../audit/audit-queries.ts'
import type { Services } from '../../feature.ts'
import { keepOffersInStep } from '../../messages/offers-in-step.ts'
import { limitLinks } from '../../messages/private-links.ts'
import {
  type ApplicationChanges,
  type ApplicationWithResume,
  findApplications,
  updateApplications,
} from '../stored/application-queries.ts'
import { insertChange, noteInterviews, undoableColumns } from './application-change-queries.ts'
import { saveFeedbackVersion } from './feedback-versions.ts'

/** Which admin makes a change, and when. */
export type Author = Omit<Action, 'id'>

/** Applications as they are after a change, and the id by which it can be undone; null when it cannot. */
export type Applied = { after: ApplicationWithResume[]; changeId: number | null }

/** Keeps interviews in step with decisions, in the transactions of these. */
export type DecidedInterviews = {
  /**
   * Cancels the interviews of refused applicants that have not begun.
   * @returns the ids of the cancelled ones, by application
   */
  refused(trx: Transaction<Tables>, applicationIds: readonly number[], refusal: Author): Promise<Map<number, number[]>>
  /** Restores interviews that a refusal had cancelled, but not those of applicants who have withdrawn since. */
  restored(
    trx: Transaction<Tables>,
    interviewIds: readonly number[],
    undone: Author & { cancelledAt: Date },
  ): Promise<void>
}

declare module '../../feature.ts' {
  interface Services {
    decidedInterviews: DecidedInterviews
  }
}

/** Locks applications against changes, and reads those that exist, by id. */
export async function lockAndFind(
  trx: Transaction<Tables>,
  ids: number[],
): Promise<Map<number, ApplicationWithResume>> {
  // By id, so that two transactions cannot deadlock.
  await lockRows(trx, trx.selectFrom('applications').select('id').where('id', 'in', ids).orderBy('id'))
  return new Map((await findApplications(trx, ids)).map((row) => [row.id, row]))
}

/**
 * Makes the same changes to applications and records them: in the audit trail, as a change that can be undone, and as
 * versions of the feedback. Every way to change an application ends here.
 * @param before locked, and each different from the changes
 * @param made.message what a decision tells, in place of what the settings say
 * @param isUndo whether the changes put back what an earlier change had done
 */
export async function applyChanges(
  services: { trx: Transaction<Tables> } & Pick<Services, 'messages' | 'decidedInterviews'>,
  { by, now }: Author,
  before: readonly ApplicationWithResume[],
  {
    changes,
    message,
    isUndo = false,
  }: { changes: ApplicationChanges; message?: DecisionMessage | undefined; isUndo?: boolean },
): Promise<Applied> {
  if (before.length === 0) return { after: [], changeId: null }
  const { trx, messages } = services
  const changeId = isUndo ? null : await recordChange(trx, now, before, changes)
  const after = await updateApplications(trx, before, changes)
  await limitLinks(trx, before, { status: changes.status, now })
  const mark = isUndo ? { undone: true as const } : changeId === null ? {} : { changeId }
  await recordActions(
    trx,
    { by, now },
    before.flatMap((row) =>
      eventsBetween(row, { ...row, ...changes }, mark).map((event) => ({
        ...{ id: row.id, version: row.version + 1 },
        ...{ subject: 'application', event },
      })),
    ),
  )
  await saveFeedbackVersions(trx, { by, now }, before, changes.feedback)
  for (const row of after.filter((_, index) => before[index]?.quarantined === 1 && changes.quarantined === 0))
    await messages.received(trx, row, { now })
  if (changes.status !== undefined || changes.archived !== undefined) await keepOffersInStep(trx, idsOf(before), now)
  const { status } = changes
  if (changeId === null || status === undefined) return { after, changeId }
  const decided = after.filter((_, index) => before[index]?.status !== status)
  const areCancelled = await followDecision(services, decided, { status, changeId, by, now, message })
  // The interview dates have changed too.
  return { after: areCancelled ? await findApplications(services.trx, idsOf(before)) : after, changeId }
}

async function saveFeedbackVersions(
  trx: Transaction<Tables>,
  author: Author,
  before: readonly ApplicationWithResume[],
  text: ApplicationChanges['feedback'],
): Promise<void> {
  if (text === undefined) return
  for (const { id, feedback } of before) if (text !== feedback) await saveFeedbackVersion(trx, author, { id, text })
}

/** Writes the messages of a decision, and cancels the interviews of those refused. @returns whether it has cancelled one */
async function followDecision(
  { trx, messages, decidedInterviews }: { trx: Transaction<Tables> } & Pick<Services, 'messages' | 'decidedInterviews'>,
  decided: readonly ApplicationWithResume[],
  decision: Author & { status: ApplicationStatus; changeId: number; message: DecisionMessage | undefined },
): Promise<boolean> {
  const { status, changeId, message: _, ...author } = decision
  await messages.decided(trx, decided, decision)
  if (!isRefusal(status)) return false
  const cancelled = await decidedInterviews.refused(trx, idsOf(decided), author)
  if (cancelled.size > 0) await noteInterviews(trx, changeId, cancelled)
  return cancelled.size > 0
}

function idsOf(rows: readonly ApplicationWithResume[]): number[] {
  return rows.map(({ id }) => id)
}

/** Records a change of status or archive as one that can be undone. @returns its id; null for any other change */
async function recordChange(
  trx: Transaction<Tables>,
  now: Date,
  before: readonly ApplicationWithResume[],
  changes: ApplicationChanges,
): Promise<number | null> {
  const change = undoableColumns(changes)
  const { interview_date: _, ...decision } = change
  const applications = before
    .filter((row) => isDifferent(row, decision))
    .map((row) => ({ id: row.id, before: undoableColumns(row, change) }))
  return applications.length === 0 ? null : insertChange(trx, { change, applications, now })
}

/** What a change did, without the texts and dates themselves. */
function eventsBetween(
  before: ApplicationWithResume,
  after: ApplicationWithResume,
  mark: { changeId?: number; undone?: true },
): ApplicationEvent[] {
  const events: ApplicationEvent[] = []
  if (after.status !== before.status)
    events.push({ action: 'status_changed', from: before.status, to: after.status, ...mark })
  if (after.feedback !== before.feedback) events.push({ action: 'feedback_changed' })
  if (after.interview_date !== before.interview_date) events.push({ action: 'interview_date_changed' })
  if (after.archived !== before.archived)
    events.push({ action: after.archived === 1 ? 'archived' : 'unarchived', ...mark })
  if (after.quarantined < before.quarantined) events.push({ action: 'released' })
  return events
}
