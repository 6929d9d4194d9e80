import type { Kysely, Transaction } from 'kysely'
import type { ApplicationEvent, JobEvent } from '../../../../contract/applications/history.ts'
import { APPLICATIONS } from '../../../../contract/policies/applications-policy.ts'
import { reachOf } from '../../../../contract/policies/policy.ts'
import { UNDO_TIME_MS } from '../../../../contract/wire/limits.ts'
import { deleteUnlocked, lockRow } from '../../../platform/database/row-locks.ts'
import type { Db, InterviewRow, Tables } from '../../../platform/database/tables.ts'
import type { Account } from '../../accounts/account-queries.ts'
import { permittedApplications } from '../../accounts/require-access.ts'
import type { FilledPosting } from '../../jobs/fill-posting.ts'
import type { ApplicationChanges } from '../stored/application-queries.ts'

/** A change stays this long, so that a late request to undo it is told why it cannot be. In milliseconds. */
const KEPT_MS = 24 * 60 * 60_000

/** The columns that an undo restores. Interviews are rows of their own. */
const UNDOABLE = ['status', 'archived', 'assignee_id'] as const

/** Columns that an undo restores, with their values. */
type UndoableColumns = Pick<ApplicationChanges, (typeof UNDOABLE)[number]>

/** What a change has done to the interviews of one application. */
export type InterviewNotes = {
  /** Those that it has cancelled. */
  interviews?: CancelledNote[]
  /** Those that it has planned or changed: what each was given, and what it had before; null for a new one. */
  dated?: { id: number; startsAt: string; given?: InterviewColumns; before: InterviewColumns | null }[]
}

/** A cancelled interview as the change left it: a later date may have used its row again. An earlier version noted the id alone. */
export type CancelledNote = { id: number; startsAt?: string; sequence?: number }

/** Columns of an interview that a change gives, or an undo restores. */
export type InterviewColumns = Partial<Omit<InterviewRow, 'id' | 'version'>>

/** What one application was given, in place of what the others were, what it had before, and what became of its interviews. */
export type RecordedApplication = { id: number; before: UndoableColumns; given?: UndoableColumns } & InterviewNotes

/** What applications were given, and the posting that the change has filled. */
type Recorded = {
  change: UndoableColumns
  applications: RecordedApplication[]
  posting?: FilledPosting | undefined
}

/** A recorded change, with what has become of it. */
export type StoredChange = Recorded & { at: Date; isUndone: boolean }

/** The values that an undo restores, of those columns that a change has. */
export function undoableColumns(values: UndoableColumns, change: ApplicationChanges = values): UndoableColumns {
  return Object.fromEntries(
    UNDOABLE.filter((column) => change[column] !== undefined).map((column) => [column, values[column]]),
  )
}

/** Stores a change of at least one application, or of a posting, and deletes old ones. @returns its id */
export async function insertChange(
  trx: Transaction<Tables>,
  { change, applications, posting, now }: Recorded & { now: Date },
): Promise<number> {
  const { id } = await trx
    .insertInto('application_changes')
    .values({
      at: now.toISOString(),
      change: JSON.stringify({ ...change, posting }),
      applications: JSON.stringify(applications),
      undone_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await deleteOldChanges(trx, now)
  return id
}

/** Deletes changes that no undo needs any more. */
export function deleteOldChanges(trx: Transaction<Tables>, now: Date): Promise<unknown> {
  const old = trx.selectFrom('application_changes').where('at', '<', new Date(now.getTime() - KEPT_MS).toISOString())
  return deleteUnlocked(trx, 'application_changes', old)
}

/** Notes what a change has done to interviews, by application. */
export async function noteInterviews(
  trx: Transaction<Tables>,
  id: number,
  notes: ReadonlyMap<number, InterviewNotes>,
): Promise<void> {
  const stored = trx.selectFrom('application_changes').select('applications').where('id', '=', id)
  const applications = JSON.parse((await stored.executeTakeFirstOrThrow()).applications) as Recorded['applications']
  const noted = applications.map((each) => ({ ...each, ...notes.get(each.id) }))
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
  const recorded = readChange(row)
  // A change that an earlier version has recorded may name a date too.
  const applications = recorded.applications.map((each) => ({ ...each, before: undoableColumns(each.before) }))
  return {
    ...recorded,
    change: undoableColumns(recorded.change),
    applications,
    at: new Date(row.at),
    isUndone: row.undone_at !== null,
  }
}

function readChange(row: { change: string; applications: string }): Recorded {
  const { posting, ...change } = JSON.parse(row.change) as UndoableColumns & Pick<Recorded, 'posting'>
  const applications = (JSON.parse(row.applications) as RecordedApplication[]).map(({ interviews, ...each }) => ({
    ...each,
    ...(interviews && { interviews: interviews.map(withId) }),
  }))
  return { change, posting, applications }
}

function withId(note: CancelledNote | number): CancelledNote {
  return typeof note === 'number' ? { id: note } : note
}

/** A recorded change that has filled a posting. */
type StoredFilling = Recorded & { id: number; at: string; posting: FilledPosting }

/** The change that has filled a posting at a time, while it is kept and not undone. */
export async function findFilling(
  trx: Transaction<Tables>,
  { id, at }: { id: number; at: string },
): Promise<StoredFilling | undefined> {
  const rows = trx.selectFrom('application_changes').selectAll().where('at', '=', at).where('undone_at', 'is', null)
  const changes = (await rows.execute()).map((row) => ({ id: row.id, at: row.at, ...readChange(row) }))
  return changes.find((one): one is StoredFilling => one.posting?.id === id)
}

/** The applications that later changes, not undone, gave another value of what the change did: status, archive or person. */
export async function listChangedSince(trx: Transaction<Tables>, id: number, change: UndoableColumns) {
  if (isOfInterviewsAlone(change)) return new Set<number>()
  const later = await trx
    .selectFrom('application_changes')
    .select(['change', 'applications'])
    .where('id', '>', id)
    .where('undone_at', 'is', null)
    .execute()
  const decided = UNDOABLE.find((column) => column in change)
  const ofField = later.filter((row) => decided && decided in (JSON.parse(row.change) as UndoableColumns))
  const changed = ofField.flatMap((row) => JSON.parse(row.applications) as Recorded['applications'])
  return new Set(changed.map((application) => application.id))
}

/** Whether a change has planned or cancelled interviews, and decided nothing. */
export function isOfInterviewsAlone(change: UndoableColumns): boolean {
  return Object.keys(change).length === 0
}

/** The change that has planned an interview, while it is kept. */
export async function findPlanningChange(
  trx: Transaction<Tables>,
  { id, created_at }: Pick<InterviewRow, 'id' | 'created_at'>,
): Promise<number | null> {
  const changes = trx.selectFrom('application_changes').select(['id', 'applications']).where('at', '=', created_at)
  const found = (await changes.execute()).find((change) =>
    (JSON.parse(change.applications) as Recorded['applications']).some(({ dated = [] }) =>
      dated.some((each) => each.id === id),
    ),
  )
  return found?.id ?? null
}

/** A change that has cancelled an interview, and until when it can be undone. */
type Cancellation = { changeId: number; undoableUntil: string }

/**
 * The changes that can be undone, and have each cancelled one interview and done nothing else, by interview. Undoing another one
 * would bring back more than the interview.
 */
export async function findCancellations(
  db: Db,
  interviews: readonly Pick<InterviewRow, 'id' | 'cancelled_at'>[],
  now: Date,
): Promise<Map<number, Cancellation>> {
  const earliest = new Date(now.getTime() - UNDO_TIME_MS).toISOString()
  const times = interviews.flatMap(({ cancelled_at }) => cancelled_at ?? []).filter((at) => at >= earliest)
  if (times.length === 0) return new Map()
  const rows = await db
    .selectFrom('application_changes')
    .select(['id', 'at', 'change', 'applications'])
    .where('at', 'in', times)
    .where('undone_at', 'is', null)
    // Of two at one instant, the later change counts.
    .orderBy('id')
    .execute()
  return new Map(
    rows.flatMap((row): [number, Cancellation][] => {
      const cancelled = onlyCancelled(readChange(row))
      const undoable = undoableUntil(new Date(row.at)).toISOString()
      return cancelled === undefined ? [] : [[cancelled, { changeId: row.id, undoableUntil: undoable }]]
    }),
  )
}

/** The interview that a change has cancelled; undefined where it has done anything else. */
function onlyCancelled({ change, posting, applications }: Recorded): number | undefined {
  const [{ interviews = [], dated } = {}, ...others] = applications
  const isAlone = interviews.length === 1 && !dated && others.length === 0
  return isAlone && !posting && isOfInterviewsAlone(change) ? interviews[0]?.id : undefined
}

/** Records that a change was undone. */
export async function markUndone(trx: Transaction<Tables>, id: number, now: Date): Promise<void> {
  await trx.updateTable('application_changes').set({ undone_at: now.toISOString() }).where('id', '=', id).execute()
}

/** The last moment at which a change can be undone. */
export function undoableUntil(at: Date): Date {
  return new Date(at.getTime() + UNDO_TIME_MS)
}

/** The history of an application or a posting, whose events name a change only while it can be undone. */
export async function withUndoableChanges<Entry extends { event: ApplicationEvent | JobEvent }>(
  db: Kysely<Tables>,
  history: readonly Entry[],
  { by, now }: { by: Account; now: Date },
): Promise<Entry[]> {
  const ids = history.flatMap(({ event }) => ('changeId' in event && event.changeId ? [event.changeId] : []))
  if (ids.length === 0) return [...history]
  const rows = await db
    .selectFrom('application_changes')
    .selectAll()
    .where('id', 'in', ids)
    .where('undone_at', 'is', null)
    .where('at', '>=', new Date(now.getTime() - UNDO_TIME_MS).toISOString())
    .execute()
  const until = new Map<number, string>()
  for (const row of rows)
    if (await mayUndo(db, by, readChange(row))) until.set(row.id, undoableUntil(new Date(row.at)).toISOString())
  return history.map((entry) => ({ ...entry, event: withUndoTime(entry.event, until) }))
}

/**
 * Whether an account may undo a change: it decides about all applications of the change that are still there, and has changed no
 * posting with it.
 */
export async function mayUndo(
  db: Kysely<Tables>,
  by: Account,
  { applications, posting }: Pick<Recorded, 'applications' | 'posting'>,
): Promise<boolean> {
  if (reachOf(by.role, APPLICATIONS.decide) === 'all') return true
  const ids = applications.map((application) => application.id)
  const permitted = await permittedApplications(db, by, APPLICATIONS.decide, ids)
  if (posting !== undefined || permitted.length === 0) return false
  const stored = await db.selectFrom('applications').select('id').where('id', 'in', ids).execute()
  return stored.length === permitted.length
}

function withUndoTime<Event extends ApplicationEvent | JobEvent>(event: Event, until: ReadonlyMap<number, string>) {
  if (!('changeId' in event) || event.changeId === undefined) return event
  const { changeId, ...rest } = event
  const undoableUntil = until.get(changeId)
  return undoableUntil === undefined ? rest : { ...rest, changeId, undoableUntil }
}
