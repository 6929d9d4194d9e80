import type { Transaction } from 'kysely'
import type { Tagged, Tagging } from '../../../contract/team/tags.ts'
import { TAG } from '../../../contract/wire/limits.ts'
import { againstRemoval } from '../../platform/database/row-locks.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { lockAndFind } from '../applications/changes/apply-changes.ts'
import { whyHidden } from '../applications/changes/set-aside.ts'
import { presentApplication } from '../applications/stored/application-presenter.ts'
import { type ApplicationWithResume, findApplications } from '../applications/stored/application-queries.ts'
import { type Action, recordActions } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { noTag } from './tag-queries.ts'

/**
 * Puts tags on applications and takes others off, in one transaction. The last request takes nothing from another person: only the named
 * tags change. An application that would have too many is refused, and the others are changed.
 * @throws {RequestError} `not_found` for a tag that does not exist
 */
export function tagApplications(
  { db }: Pick<Services, 'db'>,
  author: Omit<Action, 'id'>,
  { put, take, applications }: Tagging,
): Promise<Tagged> {
  return db.transaction().execute(async (trx) => {
    const names = await findNames(trx, [...put, ...take])
    const stored = await lockAndFind(trx, applications)
    const { changes, ...outcome } = sortNamed(applications, stored, { put, take })
    await store(trx, changes)
    await recordActions(
      trx,
      author,
      changes.flatMap(({ id, added, removed }) => [
        ...added.map((tag) => eventOf(id, 'tagged', names.get(tag))),
        ...removed.map((tag) => eventOf(id, 'untagged', names.get(tag))),
      ]),
    )
    const changed = await findApplications(
      trx,
      changes.map(({ id }) => id),
    )
    return { changed: changed.map(presentApplication), ...outcome }
  })
}

/** What becomes of the tags of one application, and how many it has then. */
type Change = { id: number; added: number[]; removed: number[]; count: number }

/** Sorts the applications of a request: those to be changed, those that are so already, and those that are refused. */
function sortNamed(
  ids: readonly number[],
  stored: ReadonlyMap<number, ApplicationWithResume>,
  { put, take }: Pick<Tagging, 'put' | 'take'>,
) {
  const sorted: Omit<Tagged, 'changed'> & { changes: Change[] } = { changes: [], refused: [], unchanged: [] }
  for (const id of ids) {
    const row = stored.get(id)
    const change = row && changeOf(row, put, take)
    const reason = refusalOf(row, change)
    if (reason) sorted.refused.push({ id, name: row?.name ?? null, reason })
    else if (change) sorted.changes.push(change)
    else sorted.unchanged.push(id)
  }
  return sorted
}

function refusalOf(row: ApplicationWithResume | undefined, change: Change | undefined) {
  if (!row) return 'not_found'
  const hidden = whyHidden(row)
  if (hidden) return hidden
  return change && change.count > TAG.mostOfApplication ? 'too_many_tags' : undefined
}

function changeOf(row: ApplicationWithResume, put: readonly number[], take: readonly number[]): Change | undefined {
  const { id, tagIds } = presentApplication(row)
  const added = put.filter((tag) => !tagIds.includes(tag))
  const removed = take.filter((tag) => tagIds.includes(tag))
  if (added.length + removed.length === 0) return undefined
  return { id, added, removed, count: tagIds.length + added.length - removed.length }
}

async function store(trx: Transaction<Tables>, changes: readonly Change[]): Promise<void> {
  const rows = changes.flatMap(({ id, added }) => added.map((tag_id) => ({ application_id: id, tag_id })))
  if (rows.length > 0) await trx.insertInto('application_tags').values(rows).execute()
  for (const tag of new Set(changes.flatMap(({ removed }) => removed))) {
    const ids = changes.filter(({ removed }) => removed.includes(tag)).map(({ id }) => id)
    await trx.deleteFrom('application_tags').where('tag_id', '=', tag).where('application_id', 'in', ids).execute()
  }
}

/** Names by id. The tags stay until the transaction ends. */
async function findNames(trx: Transaction<Tables>, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await trx
    .selectFrom('tags')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .orderBy('id')
    .$call(againstRemoval(trx))
    .execute()
  if (rows.length < ids.length) throw noTag()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function eventOf(id: number, action: 'tagged' | 'untagged', name = '') {
  return { id, subject: 'application', event: { action, name } } as const
}
