import type { Transaction } from 'kysely'
import * as z from 'zod'
import type { AccountEvent } from '../../../contract/accounts/account-event.ts'
import { APPLICATIONS } from '../../../contract/policies/applications-policy.ts'
import { nameKey } from '../../../contract/team/name-key.ts'
import type { NewSavedView, SavedView, SavedViewChange } from '../../../contract/team/saved-views.ts'
import { SAVED_VIEW } from '../../../contract/wire/limits.ts'
import { countRows } from '../../platform/database/count-rows.ts'
import { acquireLock, lockRow } from '../../platform/database/row-locks.ts'
import { isDifferent } from '../../platform/database/row-versions.ts'
import type { SavedViewRow, Tables } from '../../platform/database/tables.ts'
import { changedMeanwhile, RequestError } from '../../platform/http/request-error.ts'
import type { Account } from '../accounts/account-queries.ts'
import { requireRole } from '../accounts/require-access.ts'
import { unauthorized } from '../accounts/sessions.ts'
import { type Action, recordAction } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { filterOf, findView, findViewByKey, noView, presentView, rightsOn } from './view-queries.ts'

/** Serialises changes of views: names and limits are held to among all of them. Before the account of the author. */
const VIEWS_LOCK = 'saved-views'

/** Who changes which view, and when. */
type ViewAction = Action & { by: Account }

/** What a change of a view stores. */
type ViewColumns = Pick<SavedViewRow, 'name' | 'name_key' | 'filter' | 'private_to'>

/**
 * Saves a view. One of the same person with the same name and content is returned as it is: a request may be sent twice.
 * @throws {RequestError} `invalid_request` for a name that the person has given already, and where there are as many as there can be;
 * `forbidden` for a shared one by someone who may not share
 */
export function addView(
  { db }: Pick<Services, 'db'>,
  { by, now }: Omit<ViewAction, 'id'>,
  { name, filter, isShared }: NewSavedView,
): Promise<SavedView> {
  if (isShared) requireRole(by, APPLICATIONS.shareViews)
  return db.transaction().execute(async (trx) => {
    await acquireLock(trx, VIEWS_LOCK)
    if (!(await lockAccount(trx, by.id))) throw unauthorized()
    const columns = columnsOf({ name, filter, privateTo: isShared ? null : by.id })
    const earlier = await findViewByKey(trx, by.id, columns.name_key)
    if (earlier) {
      if (isDifferent(earlier, columns)) throw nameTaken(earlier.name)
      return presentView(trx, earlier, by)
    }
    await requireRoom(trx, columns.private_to, by.id)
    const row = await trx
      .insertInto('saved_views')
      .values({ author_id: by.id, ...columns, created_at: now.toISOString() })
      .returningAll()
      .executeTakeFirstOrThrow()
    if (isShared) await record(trx, 'view_shared', row, { by, now })
    return presentView(trx, row, by)
  })
}

/**
 * Renames a view, changes what it shows, shares it or takes it back.
 * @throws {RequestError} `not_found`, also for one that another person keeps; `forbidden`; `changed_meanwhile`; `invalid_request` as
 * {@link addView}, and to take back a view whose author has no account any more
 */
export function changeView(
  { db }: Pick<Services, 'db'>,
  { by, id, now }: ViewAction,
  { version, ...change }: SavedViewChange,
): Promise<SavedView> {
  return db.transaction().execute(async (trx) => {
    await acquireLock(trx, VIEWS_LOCK)
    const before = await findOwn(trx, id, by)
    const columns = changedColumns(before, change)
    // Asked of what it becomes: who may not share any more takes back what is shared.
    if (!rightsOn({ ...before, ...columns }, by).mayChange) throw mayNotShare()
    if (!isDifferent(before, columns)) return presentView(trx, before, by)
    if (before.version !== version) throw changedMeanwhile(await presentView(trx, before, by))
    await requireFreeName(trx, before, { key: columns.name_key, by })
    if (columns.private_to !== before.private_to) await requireMove(trx, columns.private_to, by.id)
    const row = await trx
      .updateTable('saved_views')
      .set({ ...columns, version: version + 1 })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const action = actionOfChange(before, row)
    if (action) await record(trx, action, row, { by, now })
    return presentView(trx, row, by)
  })
}

/**
 * Deletes a view. A repeated deletion succeeds, and so does that of one that another person keeps: it does not exist for others.
 * @throws {RequestError} `forbidden` for a shared one of another person, unless an owner deletes it
 */
export function deleteView({ db }: Pick<Services, 'db'>, { by, id, now }: ViewAction): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await acquireLock(trx, VIEWS_LOCK)
    const view = await findView(trx, id, by.id)
    if (!view) return
    if (!rightsOn(view, by).mayDelete) throw notYours('delete')
    await trx.deleteFrom('saved_views').where('id', '=', id).execute()
    if (view.private_to === null) await record(trx, 'shared_view_deleted', view, { by, now })
  })
}

/** Of a stored filter its tags, whatever else another version has stored. */
const taggedSchema = z.looseObject({ tags: z.string() })

/** Lets views that filter by a tag filter by another one, into which it is merged. */
export async function moveTagInViews(
  trx: Transaction<Tables>,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await acquireLock(trx, VIEWS_LOCK)
  const rows = await trx
    .selectFrom('saved_views')
    .select(['id', 'filter', 'version'])
    .where('filter', 'like', `%"tags":"%${from}%"%`)
    .execute()
  for (const { id, filter: stored, version } of rows) {
    const filter = taggedSchema.safeParse(JSON.parse(stored)).data
    if (!filter) continue
    const before = filter.tags.split(',')
    const after = new Set(before.map((tag) => (tag === String(from) ? String(to) : tag)))
    const columns = { filter: JSON.stringify({ ...filter, tags: [...after].join(',') }), version: version + 1 }
    if (before.includes(String(from))) await trx.updateTable('saved_views').set(columns).where('id', '=', id).execute()
  }
}

function columnsOf({
  name,
  filter,
  privateTo,
}: Pick<NewSavedView, 'name' | 'filter'> & { privateTo: number | null }): ViewColumns {
  return { name, name_key: nameKey(name), filter: JSON.stringify(filter), private_to: privateTo }
}

/** A view of the person's own, or for owners any that is shared. */
async function findOwn(trx: Transaction<Tables>, id: number, by: Account): Promise<SavedViewRow> {
  const view = await findView(trx, id, by.id)
  if (!view) throw noView()
  if (!rightsOn(view, by).mayDelete) throw notYours('change')
  return view
}

function changedColumns(before: SavedViewRow, change: Omit<SavedViewChange, 'version'>): ViewColumns {
  const { name = before.name, isShared = before.private_to === null } = change
  const filter = change.filter ?? filterOf(before)
  if (!filter) throw noView()
  return columnsOf({ name, filter, privateTo: isShared ? null : before.author_id })
}

function actionOfChange(before: SavedViewRow, after: SavedViewRow) {
  if (after.private_to !== null) return before.private_to === null ? 'view_taken_back' : undefined
  return before.private_to === null ? 'shared_view_changed' : 'view_shared'
}

/** Keeps an account until the transaction ends: its views refer to it. @returns whether there is one */
async function lockAccount(trx: Transaction<Tables>, id: number): Promise<boolean> {
  await lockRow(trx, 'accounts', id, 'key share')
  return (await trx.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Whether a view can become one that is shared, or one of its author alone. */
async function requireMove(trx: Transaction<Tables>, privateTo: number | null, sharedBy: number): Promise<void> {
  if (privateTo !== null && !(await lockAccount(trx, privateTo)))
    throw new RequestError(
      'invalid_request',
      'Who shared this view has no account any more, so it cannot be taken back. You can delete it.',
    )
  await requireRoom(trx, privateTo, sharedBy)
}

/** @param privateTo whose the view becomes; null for one that `sharedBy` shares */
async function requireRoom(trx: Transaction<Tables>, privateTo: number | null, sharedBy: number): Promise<void> {
  const views = trx.selectFrom('saved_views')
  if (privateTo !== null) {
    const own = await countRows(views.where('private_to', '=', privateTo))
    if (own >= SAVED_VIEW.mostOfPerson)
      throw noRoom(
        `There are ${SAVED_VIEW.mostOfPerson} views of one person already. Delete one that is no longer needed.`,
      )
    return
  }
  const shared = views.where('private_to', 'is', null)
  if ((await countRows(shared.where('author_id', '=', sharedBy))) >= SAVED_VIEW.mostSharedOfPerson)
    throw noRoom(
      `You share ${SAVED_VIEW.mostSharedOfPerson} views already. Delete one, or stop sharing one, then share this.`,
    )
  if ((await countRows(shared)) >= SAVED_VIEW.mostShared)
    throw noRoom(
      `There are ${SAVED_VIEW.mostShared} shared views already. Delete one that is no longer needed, or ask an owner to.`,
    )
}

function noRoom(message: string): RequestError {
  return new RequestError('invalid_request', message)
}

/** A name that the author has given already. What the author keeps for herself does not exist for an owner, so nothing is said of it. */
async function requireFreeName(
  trx: Transaction<Tables>,
  { id, author_id }: SavedViewRow,
  { key, by }: { key: string; by: Account },
): Promise<void> {
  const same = await findViewByKey(trx, author_id, key)
  if (!same || same.id === id) return
  const isRead = same.private_to === null || same.private_to === by.id
  throw isRead ? nameTaken(same.name) : nameRefused('This view cannot have this name. Choose another name.')
}

function nameTaken(name: string): RequestError {
  return nameRefused(`There is a view ${name} already. Choose another name.`)
}

function nameRefused(message: string): RequestError {
  return new RequestError('invalid_request', message, { issues: [{ path: 'name', message }] })
}

function notYours(verb: 'change' | 'delete'): RequestError {
  return new RequestError('forbidden', `Only its author or an owner can ${verb} a shared view.`)
}

function mayNotShare(): RequestError {
  return new RequestError('forbidden', 'Your role does not include sharing views. An owner can change that.')
}

function record(
  trx: Transaction<Tables>,
  action: Extract<AccountEvent, { name: string }>['action'],
  { name }: SavedViewRow,
  { by, now }: Omit<ViewAction, 'id'>,
): Promise<void> {
  return recordAction(trx, { by, now, id: by.id, subject: 'account', event: { action, name } })
}
