import type { Transaction } from 'kysely'
import { nameKey } from '../../../contract/team/name-key.ts'
import type { NewTag, Tag, TagChange } from '../../../contract/team/tags.ts'
import { TAG } from '../../../contract/wire/limits.ts'
import { announce } from '../../platform/database/announcements.ts'
import { countRows } from '../../platform/database/count-rows.ts'
import { acquireLock, againstRemoval, lockRow } from '../../platform/database/row-locks.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { type Action, type Actor, recordAction } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { moveTagInViews } from '../saved-views/change-views.ts'
import { findTag, findTagByKey, noTag } from './tag-queries.ts'

/** Serialises changes of the set of tags and of their names. */
const TAGS_LOCK = 'tags'

/**
 * Makes a tag. One that has the name already, whatever its case, is returned as it is: two people may think of it at once.
 * @throws {RequestError} `invalid_request` where there are as many as there can be
 */
export function addTag(
  { db }: Pick<Services, 'db'>,
  { by, now }: Omit<Action, 'id'>,
  { name, color }: NewTag,
): Promise<Tag> {
  return db.transaction().execute(async (trx) => {
    await acquireLock(trx, TAGS_LOCK)
    const earlier = await findTagByKey(trx, nameKey(name))
    if (earlier) return findTag(trx, earlier.id)
    await requireRoom(trx)
    const row = { name, name_key: nameKey(name), color, created_at: now.toISOString() }
    const { id } = await trx.insertInto('tags').values(row).returning('id').executeTakeFirstOrThrow()
    await record(trx, 'tag_made', name, { by, now })
    // Nothing is counted while others wait for the lock.
    return { id, name, color, applications: 0 }
  })
}

/**
 * The tags with some names, made where there are none yet, as many as there is room for; in the transaction of what puts them on
 * applications, before it locks any.
 * @param author.by null for the operator
 * @returns their ids, by the keys of their names
 */
export async function findOrMakeTags(
  trx: Transaction<Tables>,
  { by, now }: { by: Actor | null; now: Date },
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  await acquireLock(trx, TAGS_LOCK)
  const rows = await trx.selectFrom('tags').select(['id', 'name_key']).execute()
  const ids = new Map(rows.map((row) => [row.name_key, row.id]))
  for (const name of names) {
    const key = nameKey(name)
    if (ids.has(key) || ids.size >= TAG.most) continue
    const row = { name, name_key: key, color: 'grey', created_at: now.toISOString() } as const
    const made = await trx.insertInto('tags').values(row).returning('id').executeTakeFirstOrThrow()
    ids.set(key, made.id)
    if (by) await record(trx, 'tag_made', name, { by, now })
  }
  return ids
}

/**
 * Renames and recolors a tag, or merges it into another one: its applications get that one, and it is deleted.
 * @returns the tag, or that into which it was merged
 * @throws {RequestError} `not_found`; `invalid_request` for the name of another tag
 */
export function changeTag(
  { db }: Pick<Services, 'db'>,
  { by, id, now }: Action,
  { name, color, mergesInto }: TagChange,
): Promise<Tag> {
  return db.transaction().execute(async (trx) => {
    await acquireLock(trx, TAGS_LOCK)
    const before = await findTag(trx, id)
    if (mergesInto !== undefined) return mergeTag(trx, before, mergesInto, { by, now })
    const same = await findTagByKey(trx, nameKey(name))
    if (same && same.id !== id) throw nameTaken(same.name)
    if (before.name === name && before.color === color) return before
    await trx
      .updateTable('tags')
      .set({ name, name_key: nameKey(name), color })
      .where('id', '=', id)
      .execute()
    await record(trx, 'tag_changed', name, { by, now })
    return findTag(trx, id)
  })
}

/** Deletes a tag, and takes it off all its applications. A repeated deletion succeeds. */
export function deleteTag({ db }: Pick<Services, 'db'>, { by, id, now }: Action): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await acquireLock(trx, TAGS_LOCK)
    await lockAndAnnounceTagged(trx, id)
    const tag = await trx.deleteFrom('tags').where('id', '=', id).returning('name').executeTakeFirst()
    if (tag) await record(trx, 'tag_deleted', tag.name, { by, now })
  })
}

async function mergeTag(
  trx: Transaction<Tables>,
  { id, name }: Tag,
  into: number,
  author: Omit<Action, 'id'>,
): Promise<Tag> {
  if (into === id) throw noTag()
  await findTag(trx, into)
  await lockAndAnnounceTagged(trx, id)
  const moved = trx
    .selectFrom('application_tags')
    .select(({ lit }) => ['application_id', lit(into).as('tag_id')])
    .where('tag_id', '=', id)
  await trx
    .insertInto('application_tags')
    .columns(['application_id', 'tag_id'])
    .expression(moved)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await moveTagInViews(trx, { from: id, to: into })
  await trx.deleteFrom('tags').where('id', '=', id).execute()
  await record(trx, 'tag_merged', name, author)
  return findTag(trx, into)
}

/**
 * Lets an application get a tag no more, and announces those that are about to lose it. They are locked by ascending id, as whatever tags
 * or removes several does: one waits for the other, and both end.
 */
async function lockAndAnnounceTagged(trx: Transaction<Tables>, id: number): Promise<void> {
  await lockRow(trx, 'tags', id)
  const tagged = trx.selectFrom('application_tags').select('application_id').where('tag_id', '=', id)
  const applications = await trx
    .selectFrom('applications')
    .select(['id', 'job_id', 'quarantined'])
    .where('id', 'in', tagged)
    .orderBy('id')
    .$call(againstRemoval(trx))
    .execute()
  await announce(
    trx,
    applications.map((row) => ({ of: 'application', id: row.id, jobId: row.quarantined ? null : row.job_id })),
  )
}

async function requireRoom(trx: Transaction<Tables>): Promise<void> {
  if ((await countRows(trx.selectFrom('tags'))) < TAG.most) return
  throw new RequestError(
    'invalid_request',
    `There are ${TAG.most} tags already. Merge or delete one that you no longer need.`,
  )
}

function nameTaken(name: string): RequestError {
  const message = `There is a tag ${name} already. Choose another name, or merge both.`
  return new RequestError('invalid_request', message, { issues: [{ path: 'name', message }] })
}

async function record(
  trx: Transaction<Tables>,
  action: 'tag_made' | 'tag_changed' | 'tag_merged' | 'tag_deleted',
  name: string,
  { by, now }: { by: Actor; now: Date },
): Promise<void> {
  await announce(trx, [{ of: 'tags' }])
  await recordAction(trx, { by, now, id: by.id, subject: 'account', event: { action, name } })
}
