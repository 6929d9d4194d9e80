import type { Kysely } from 'kysely'
import { NO_JOB } from '../../../contract/applications/application-terms.ts'
import { APPLICATIONS } from '../../../contract/policies/applications-policy.ts'
import { reachOf } from '../../../contract/policies/policy.ts'
import type { ListFilter } from '../../../contract/search/list-filter.ts'
import { listFilterSchema, type MissingName, type SavedView } from '../../../contract/team/saved-views.ts'
import type { Db, SavedViewRow, Tables } from '../../platform/database/tables.ts'
import { notFound, type RequestError } from '../../platform/http/request-error.ts'
import { seenBy, type Viewer } from '../accounts/seen-by.ts'
import { listAssignees } from '../applications/stored/assignees.ts'
import { shownName } from '../audit/audit-queries.ts'

/** The views of a person and those that are shared, by name, without those that this version cannot show. */
export async function listViews(db: Kysely<Tables>, viewer: Viewer): Promise<SavedView[]> {
  const views = await presentViews(db, await selectSeen(db, viewer.id).execute(), viewer)
  return views.toSorted((one, other) => one.name.localeCompare(other.name) || one.id - other.id)
}

/** A view that a person reads: one of another person that is not shared is not found. */
export function findView(db: Db, id: number, viewerId: number): Promise<SavedViewRow | undefined> {
  return selectSeen(db, viewerId).where('id', '=', id).executeTakeFirst()
}

/** The view of a person that has a name already, whatever its case and Unicode form. */
export function findViewByKey(db: Db, authorId: number, nameKey: string): Promise<SavedViewRow | undefined> {
  const named = db.selectFrom('saved_views').selectAll().where('author_id', '=', authorId)
  return named.where('name_key', '=', nameKey).executeTakeFirst()
}

/** What a view shows; undefined where this version cannot show that: another version has stored it. */
export function filterOf({ filter }: Pick<SavedViewRow, 'filter'>): ListFilter | undefined {
  return listFilterSchema.safeParse(JSON.parse(filter)).data
}

/** One view as a person reads it. @throws {RequestError} `not_found` for one that this version cannot show */
export async function presentView(db: Kysely<Tables>, row: SavedViewRow, viewer: Viewer): Promise<SavedView> {
  const [view] = await presentViews(db, [row], viewer)
  if (!view) throw noView()
  return view
}

/** The refusal of a view that does not exist, or that another person keeps. */
export function noView(): RequestError {
  return notFound('There is no such view.')
}

function selectSeen(db: Db, viewerId: number) {
  return db
    .selectFrom('saved_views')
    .selectAll()
    .where(({ eb, or }) => or([eb('private_to', '=', viewerId), eb('private_to', 'is', null)]))
}

async function presentViews(db: Kysely<Tables>, rows: readonly SavedViewRow[], viewer: Viewer): Promise<SavedView[]> {
  const views = rows.flatMap((row) => {
    const filter = filterOf(row)
    return filter ? [{ row, filter }] : []
  })
  const names = await findNames(db, rows)
  const missingIn = await findMissing(
    db,
    views.map(({ filter }) => filter),
    viewer,
  )
  return views.map(({ row, filter }) => ({
    ...{ id: row.id, name: row.name, filter, isShared: row.private_to === null },
    ...{ isOwn: row.author_id === viewer.id, by: names.get(row.author_id) ?? null },
    ...rightsOn(row, viewer),
    missing: missingIn(filter),
    version: row.version,
  }))
}

/**
 * What a person may do with a view: its author and owners delete it, and change it, which for a shared one takes that they may share.
 * An author who may not share any more changes it once it is taken back.
 */
export function rightsOn(
  { author_id, private_to }: Pick<SavedViewRow, 'author_id' | 'private_to'>,
  { id, role }: Viewer,
): Pick<SavedView, 'mayChange' | 'mayDelete'> {
  const mayDelete = author_id === id || role === 'owner'
  const mayShare = reachOf(role, APPLICATIONS.shareViews) !== null
  return { mayChange: mayDelete && (private_to !== null || mayShare), mayDelete }
}

async function findNames(db: Db, rows: readonly SavedViewRow[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(rows.map(({ author_id }) => author_id))]
  if (ids.length === 0) return new Map()
  const accounts = db.selectFrom('accounts').select(['id', 'username', 'display_name as displayName'])
  return new Map((await accounts.where('id', 'in', ids).execute()).map((row) => [row.id, shownName(row)]))
}

/** Says what of a filter a person does not find: what is hidden is missing like what does not exist. */
async function findMissing(
  db: Kysely<Tables>,
  filters: readonly ListFilter[],
  viewer: Viewer,
): Promise<(filter: ListFilter) => MissingName[]> {
  const seen = seenBy(db, viewer)
  const jobs = await findIds(
    seen,
    'jobs',
    filters.flatMap(({ job }) => idsIn(job)),
  )
  const tags = await findIds(
    seen,
    'tags',
    filters.flatMap((filter) => idsIn(filter.tags)),
  )
  const isNamed = filters.some(({ assigned }) => idsIn(assigned).length > 0)
  const people = new Set(isNamed ? (await listAssignees(db, viewer)).map(({ id }) => id) : [])
  const seesGeneral = reachOf(viewer.role, APPLICATIONS.read) === 'all'
  return ({ job, assigned, tags: named }) => [
    ...((job === NO_JOB && !seesGeneral) || idsIn(job).some((id) => !jobs.has(id)) ? ['job' as const] : []),
    ...(idsIn(assigned).some((id) => !people.has(id)) ? ['assigned' as const] : []),
    ...(idsIn(named).some((id) => !tags.has(id)) ? ['tags' as const] : []),
  ]
}

async function findIds(db: Db, table: 'jobs' | 'tags', ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The ids of a filter's field; none for words such as `me`, and where it is empty. */
function idsIn(text: string): number[] {
  return text.split(',').map(Number).filter(Number.isInteger).filter(Boolean)
}
