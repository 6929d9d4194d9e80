import type { Transaction } from 'kysely'
import type { LeftReason, UndoneChange } from '../../../../contract/applications/application-changes.ts'
import { type Assignee, seesApplications } from '../../../../contract/team/assignments.ts'
import { lockInOrder } from '../../../platform/database/row-locks.ts'
import { isDifferent } from '../../../platform/database/row-versions.ts'
import type { MessageRow, Tables } from '../../../platform/database/tables.ts'
import { notFound, RequestError } from '../../../platform/http/request-error.ts'
import type { Account } from '../../accounts/account-queries.ts'
import type { Action } from '../../audit/audit-queries.ts'
import type { Services } from '../../feature.ts'
import { type ChangingJobs, commitJobChange } from '../../jobs/change-job.ts'
import { reopenFilled } from '../../jobs/fill-posting.ts'
import { presentApplication } from '../stored/application-presenter.ts'
import { type ApplicationChanges, type ApplicationWithResume, findApplications } from '../stored/application-queries.ts'
import { listAssignees } from '../stored/assignees.ts'
import {
  type InterviewNotes,
  isOfInterviewsAlone,
  listChangedSince,
  lockChange,
  markUndone,
  mayUndo,
  type StoredChange,
  undoableUntil,
} from './application-change-queries.ts'
import { applyChanges, lockAndFind } from './apply-changes.ts'
import { refuse } from './change-applications.ts'

/**
 * Restores the status, archive or person of each application that still has what a change gave it, and its interviews unless they were
 * changed since, in one transaction. The others are refused one by one. A posting that the change has filled is opened again,
 * unless it was changed since. Anybody who may decide about all of it may undo a change, once and for ten minutes.
 * @throws {RequestError} `not_found`, `already_undone` or `undo_expired`
 */
export function undoChange(
  services: ChangingJobs & Pick<Services, 'messages' | 'decidedInterviews'>,
  { id, ...author }: Action & { by: Account },
): Promise<UndoneChange> {
  return commitJobChange(services, author, async (trx, record) => {
    const found = await lockChange(trx, id)
    const recorded = found && (await mayUndo(trx, author.by, found)) ? found : undefined
    requireUndoable(recorded, author.now)
    const { at, posting: filled } = recorded
    // Before its applications, as filling locks them.
    const posting = filled && (await reopenFilled({ ...services, trx, record }, filled, { at, now: author.now }))
    const people = await lockAssignees(trx, author.by, recorded)
    const stored = await lockAndFind(
      trx,
      recorded.applications.map((application) => application.id),
    )
    const changedSince = await listChangedSince(trx, id, recorded.change)
    const { refused, unchanged, restorable } = compare(recorded, stored, { changedSince, people })
    const restored: number[] = []
    for (const [before, rows] of restorable) {
      const changes = JSON.parse(before) as ApplicationChanges
      await applyChanges(
        { trx, messages: services.messages, decidedInterviews: services.decidedInterviews },
        author,
        rows,
        { changes, isUndo: true },
      )
      restored.push(...rows.map((row) => row.id))
    }
    const consequences = await undoConsequences({ ...services, trx }, recorded, { restored, id, ...author })
    const { left, notified, withheld, written } = consequences
    refused.push(...refuseLeft(left, stored))
    const undone = restored.filter((each) => !left.has(each))
    if (undone.length > 0 || posting?.outcome === 'reopened') await markUndone(trx, id, author.now)
    const changed = (await findApplications(trx, undone)).map(presentApplication)
    const mails = { ...countMails(written, author.now), sendsMail: services.messages.sendsMail }
    return { changed, refused, unchanged, notified, withheld, mails, ...(posting && { posting }) }
  })
}

/**
 * Cancels the messages of an undone change, restores those before it, and takes back what it has done to interviews.
 * @returns the applications whose interviews stay changed, those that a message has left for or was cancelled, and new messages
 */
async function undoConsequences(
  { trx, messages, decidedInterviews }: { trx: Transaction<Tables> } & Pick<Services, 'messages' | 'decidedInterviews'>,
  { applications, at }: StoredChange,
  { restored, id, ...author }: Action & { restored: readonly number[] },
) {
  if (restored.length === 0) return { left: new Map<number, LeftReason>(), notified: [], withheld: [], written: [] }
  const { notified, withheld } = await messages.undone(trx, restored, { changeId: id, now: author.now })
  const notes = applications.filter((each) => restored.includes(each.id))
  const archivedSince = await listChangedSince(trx, id, { archived: 1 })
  const ofInterviews = await decidedInterviews.undone(trx, notes, { ...author, madeAt: at, archivedSince })
  return { ...ofInterviews, notified: [...new Set([...notified, ...ofInterviews.notified])], withheld }
}

/**
 * Keeps the people who had applications before a change from being removed. Before the applications, as the removal of an account locks
 * them. @returns to whom applications can be given back
 */
async function lockAssignees(trx: Transaction<Tables>, by: Account, { applications }: StoredChange) {
  const ids = new Set(applications.flatMap(({ before }) => before.assignee_id ?? []))
  if (ids.size === 0) return []
  await lockInOrder(trx, 'accounts', [...ids], 'key share')
  return (await listAssignees(trx, by)).filter(({ id }) => ids.has(id))
}

/** How many invitations and cancellations the undo has written, and when they leave. */
function countMails(written: readonly MessageRow[], now: Date) {
  const invitations = written.filter(({ kind }) => kind === 'interview_invitation').length
  const leaveAt = written.map(({ not_before }) => not_before).find((at) => at > now.toISOString()) ?? null
  return { invitations, cancellations: written.length - invitations, leaveAt }
}

function requireUndoable(recorded: StoredChange | undefined, now: Date): asserts recorded {
  if (!recorded) throw notFound('This change does not exist, or was made more than a day ago.')
  if (recorded.isUndone) throw new RequestError('already_undone', 'This change has already been undone.')
  if (now > undoableUntil(recorded.at)) {
    throw new RequestError('undo_expired', 'A change can be undone for ten minutes, and this one is older.')
  }
}

function refuseLeft(left: ReadonlyMap<number, LeftReason>, stored: ReadonlyMap<number, ApplicationWithResume>) {
  return [...left].map(([id, reason]) => refuse(id, stored.get(id), reason))
}

/** Whether a change has planned or cancelled something beside the status, which may be back already. */
function hasInterviews(change: ApplicationChanges, { dated }: InterviewNotes): boolean {
  return dated !== undefined || isOfInterviewsAlone(change)
}

/** What is restored: a person who cannot sign in, or does not see the application any more, does not get it back. */
function withReader(people: readonly Assignee[], before: ApplicationChanges, { job_id }: ApplicationWithResume) {
  if (!before.assignee_id) return before
  const person = people.find(({ id }) => id === before.assignee_id)
  return person && seesApplications(person, job_id) ? before : { ...before, assignee_id: null }
}

/** Sorts the applications of a change. Those to be restored are grouped by what they had, as JSON. */
function compare(
  { change, applications }: StoredChange,
  stored: ReadonlyMap<number, ApplicationWithResume>,
  { changedSince, people }: { changedSince: ReadonlySet<number>; people: readonly Assignee[] },
) {
  const outcome: Pick<UndoneChange, 'refused' | 'unchanged'> = { refused: [], unchanged: [] }
  const restorable = new Map<string, ApplicationWithResume[]>()
  const restore = (row: ApplicationWithResume, before: ApplicationChanges) => {
    const key = JSON.stringify(withReader(people, before, row))
    restorable.set(key, [...(restorable.get(key) ?? []), row])
  }
  for (const recorded of applications) {
    const { id, before, given = change } = recorded
    const row = stored.get(id)
    if (!row) outcome.refused.push(refuse(id, undefined, 'not_found'))
    else if (isDifferent(row, before) && (changedSince.has(id) || isDifferent(row, given)))
      outcome.refused.push(refuse(id, row, 'changed_meanwhile'))
    else if (isDifferent(row, before)) restore(row, before)
    else if (hasInterviews(change, recorded)) restore(row, {})
    else outcome.unchanged.push(id)
  }
  return { ...outcome, restorable }
}
