import type { Transaction } from 'kysely'
import type { RefusedApplication } from '../../../../contract/applications/application-changes.ts'
import type { ApplicationEvent } from '../../../../contract/applications/history.ts'
import { UNDO_TIME_MS } from '../../../../contract/wire/limits.ts'
import { isOutdated } from '../../../platform/database/row-versions.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { listChangesSince } from '../../audit/audit-queries.ts'
import type { ApplicationChanges, ApplicationWithResume } from '../stored/application-queries.ts'
import type { Applied, Author } from './apply-changes.ts'

/** An application as it is stored, and the version that the admin has read; undefined where the request names none. */
export type ReadApplication = { row: ApplicationWithResume; version: number | undefined }

/** What others did to an application since an admin has read it. */
type ChangesSince = NonNullable<RefusedApplication['since']>

/** The events that record a change of each column. */
const ACTIONS: Record<keyof ApplicationChanges, ApplicationEvent['action'][]> = {
  status: ['status_changed'],
  archived: ['archived', 'unarchived'],
  quarantined: ['released'],
  assignee_id: ['assigned', 'unassigned'],
  feedback: ['feedback_changed'],
  interview_date: ['interview_date_changed'],
  note: ['note_added'],
  withdrawn_at: ['withdrawn', 'erasure_requested', 'retention_ended'],
}

/**
 * Finds the applications whose changed columns other requests have changed since they were read. A change of any other
 * column is no conflict (`docs/decisions/0043`).
 * @returns by application what others did to these columns, newest first; empty for a version that was never stored
 */
export async function findConflicts(
  trx: Transaction<Tables>,
  changes: ApplicationChanges,
  read: readonly ReadApplication[],
): Promise<Map<number, ChangesSince>> {
  const outdated = new Map<number, number>()
  const conflicts = new Map<number, ChangesSince>()
  for (const { row, version } of read) {
    if (version === undefined || !isOutdated(row, version)) continue
    if (version > row.version) conflicts.set(row.id, [])
    else outdated.set(row.id, version)
  }
  const rows = new Map(read.map(({ row }) => [row.id, row]))
  for (const { applicationId, entry } of await listChangesSince(trx, outdated)) {
    if (!actionsOn(changes, rows.get(applicationId)).includes(entry.event.action)) continue
    conflicts.set(applicationId, [...(conflicts.get(applicationId) ?? []), entry])
  }
  return conflicts
}

/** The events that would have changed the columns in which a row differs from the changes. */
function actionsOn(changes: ApplicationChanges, row: ApplicationWithResume | undefined): ApplicationEvent['action'][] {
  const columns = Object.keys(changes) as (keyof ApplicationChanges)[]
  return columns.filter((column) => row?.[column] !== changes[column]).flatMap((column) => ACTIONS[column])
}

/**
 * Finds the change that an admin repeats because its response was lost: of the columns that were changed since the version
 * that was read, the same admin made the newest change. Where the request names no version, while that can be undone.
 * @param unchanged applications that have the values already
 * @returns its applications as they are stored, and when it was made; without an id where there is none
 */
export async function findRepeatedChange(
  trx: Transaction<Tables>,
  { by, now }: Author,
  changes: ApplicationChanges,
  unchanged: readonly ReadApplication[],
): Promise<Applied & { at: Date }> {
  const outdated = unchanged.flatMap(({ row, version = row.version }) =>
    version < row.version ? [[row.id, version] as const] : [],
  )
  const unread = unchanged.flatMap(({ row, version }) => (version === undefined ? [[row.id, 0] as const] : []))
  const entries = [
    ...(await listChangesSince(trx, new Map(outdated))),
    ...(await listChangesSince(trx, new Map(unread), new Date(now.getTime() - UNDO_TIME_MS))),
  ]
  const columns = Object.keys(changes) as (keyof ApplicationChanges)[]
  const actions = columns.flatMap((column) => ACTIONS[column])
  const made = new Map<number, { changeId: number; at: Date }>()
  for (const { applicationId, accountId, entry } of entries.toReversed()) {
    if (!actions.includes(entry.event.action)) continue
    const changeId = 'changeId' in entry.event && accountId === by.id ? entry.event.changeId : undefined
    if (changeId === undefined) made.delete(applicationId)
    else made.set(applicationId, { changeId, at: new Date(entry.at) })
  }
  const [last] = [...made.values()].toSorted((one, other) => other.changeId - one.changeId)
  const after = unchanged.map(({ row }) => row).filter(({ id }) => last && made.get(id)?.changeId === last.changeId)
  return { after, changeId: last?.changeId ?? null, at: last?.at ?? now }
}
