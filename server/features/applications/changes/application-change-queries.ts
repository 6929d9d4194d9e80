import type { Transaction } from 'kysely'
import type { ApplicationEvent } from '../../../../contract/applications/history.ts'
import { UNDO_TIME_MS } from '../../../../contract/wire/limits.ts'
import { lockRow, skipLocked } from '../../../platform/database/row-locks.ts'
import type { Db, Tables } from '../../../platform/database/tables.ts'
import type { ApplicationChanges } from '../stored/application-queries.ts'

/** A change stays this long, so that a late request to undo it is told why it cannot be. In milliseconds. */
const KEPT_MS = 24 * 60 * 60_000

/** What an undo restores: the decision, and the interview date if the same change set it. */
const UNDOABLE = ['status', 'archived', 'interview_date'] as const

/** Columns that an undo restores, with their values. */
type UndoableColumns = Pick<ApplicationChanges, (typeof UNDOABLE)[number]>

/** What applications were given, what each had before, and which of its interviews the change has cancelled. */
type Recorded = {
  change: UndoableColumns
  applications: { id: number; before: UndoableColumns; interviews?: number[] }[]
}

/** A recorded change, with what has become of it. */
export type StoredChange = Recorded & { at: Date; isUndone: boolean }

/** The values that an undo restores, of those columns that a change has. */
export function undoableColumns(values: UndoableColumns, change: ApplicationChanges = values): UndoableColumns {
  return Object.fromEntries(
    UNDOABLE.filter((column) => change[column] !== undefined).map((column) => [column, values[column]]),
  )
}

/** Stores a change of at least one application, and deletes old ones. @returns its id */
export async function insertChange(
  trx: Transaction<Tables>,
  { change, applications, now }: Recorded & { now: Date },
): Promise<number> {
  const { id } = await trx
    .insertInto('application_changes')
    .values({
      at: now.toISOString(),
      change: JSON.stringify(change),
      applications: JSON.stringify(applications),
      undone_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const old = trx
    .selectFrom('application_changes')
    .select('id')
    .where('at', '<', new Date(now.getTime() - KEPT_MS).toISOString())
    .$call(skipLocked(trx))
  await trx.deleteFrom('application_changes').where('id', 'in', old).execute()
  return id
}

/** Notes which interviews a change has cancelled, by application. */
export async function noteInterviews(
  trx: Transaction<Tables>,
  id: number,
  cancelled: ReadonlyMap<number, number[]>,
): Promise<void> {
  const stored = trx.selectFrom('application_changes').select('applications').where('id', '=', id)
  const applications = JSON.parse((await stored.executeTakeFirstOrThrow()).applications) as Recorded['applications']
  const noted = applications.map((each) => ({ ...each, interviews: cancelled.get(each.id) }))
  await trx
    .updateTable('application_changes')
    .set({ applications: JSON.stringify(noted) })
    .where('id', '=', id)
    .execute()
}

/** Locks a change, so that it is undone once, and reads it. */
export async function lockChange(trx: Transaction<Tables>, id: number): Promise<StoredChange | undefined> {
  await lockRow(trx, 'application_changes', id)
  const row = await trx.selectFrom('application_changes').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const recorded = { change: JSON.parse(row.change), applications: JSON.parse(row.applications) } as Recorded
  return { ...recorded, at: new Date(row.at), isUndone: row.undone_at !== null }
}

/** The applications that later changes, not undone, gave another status, or another archive, as the change did. */
export async function listChangedSince(trx: Transaction<Tables>, id: number, change: UndoableColumns) {
  const later = await trx
    .selectFrom('application_changes')
    .select(['change', 'applications'])
    .where('id', '>', id)
    .where('undone_at', 'is', null)
    .execute()
  const decided = 'status' in change ? 'status' : 'archived'
  const ofField = later.filter((row) => decided in (JSON.parse(row.change) as UndoableColumns))
  const changed = ofField.flatMap((row) => JSON.parse(row.applications) as Recorded['applications'])
  return new Set(changed.map((application) => application.id))
}

/** Records that a change was undone. */
export async function markUndone(trx: Transaction<Tables>, id: number, now: Date): Promise<void> {
  await trx.updateTable('application_changes').set({ undone_at: now.toISOString() }).where('id', '=', id).execute()
}

/** The last moment at which a change can be undone. */
export function undoableUntil(at: Date): Date {
  return new Date(at.getTime() + UNDO_TIME_MS)
}

/** The history of an application, whose events name a change only while it can be undone. */
export async function withUndoableChanges<Entry extends { event: ApplicationEvent }>(
  db: Db,
  history: readonly Entry[],
  now: Date,
): Promise<Entry[]> {
  const ids = history.flatMap(({ event }) => ('changeId' in event && event.changeId ? [event.changeId] : []))
  if (ids.length === 0) return [...history]
  const rows = await db
    .selectFrom('application_changes')
    .select(['id', 'at'])
    .where('id', 'in', ids)
    .where('undone_at', 'is', null)
    .where('at', '>=', new Date(now.getTime() - UNDO_TIME_MS).toISOString())
    .execute()
  const until = new Map(rows.map(({ id, at }) => [id, undoableUntil(new Date(at)).toISOString()]))
  return history.map((entry) => ({ ...entry, event: withUndoTime(entry.event, until) }))
}

function withUndoTime(event: ApplicationEvent, until: ReadonlyMap<number, string>): ApplicationEvent {
  if (!('changeId' in event) || event.changeId === undefined) return event
  const { changeId, ...rest } = event
  const undoableUntil = until.get(changeId)
  return undoableUntil === undefined ? rest : { ...rest, changeId, undoableUntil }
}
