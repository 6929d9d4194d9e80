import type { Tag } from '../../../contract/team/tags.ts'
import { countRows } from '../../platform/database/count-rows.ts'
import type { Db, TagRow } from '../../platform/database/tables.ts'
import { notFound, type RequestError } from '../../platform/http/request-error.ts'

/** All tags by name, each with the number of its applications that are seen and not quarantined. */
export async function listTags(db: Db): Promise<Tag[]> {
  const rows = await db.selectFrom('tags').select(['id', 'name', 'color']).execute()
  const counted = await selectTagged(db)
    .select(['tag_id', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('tag_id')
    .execute()
  const counts = new Map(counted.map(({ tag_id, count }) => [tag_id, Number(count)]))
  return rows
    .map((row) => ({ ...row, applications: counts.get(row.id) ?? 0 }))
    .toSorted((one, other) => one.name.localeCompare(other.name) || one.id - other.id)
}

/** One tag, as {@link listTags} has it. */
export async function findTag(db: Db, id: number): Promise<Tag> {
  const tag = await db.selectFrom('tags').select(['id', 'name', 'color']).where('id', '=', id).executeTakeFirst()
  if (!tag) throw noTag()
  return { ...tag, applications: await countRows(selectTagged(db).where('tag_id', '=', id)) }
}

/** Which seen applications have which tag; not those in quarantine. */
function selectTagged(db: Db) {
  return db
    .selectFrom('application_tags')
    .innerJoin('applications', 'applications.id', 'application_tags.application_id')
    .where('applications.quarantined', '=', 0)
}

/** The tag that has a name already, whatever its case and Unicode form. */
export function findTagByKey(db: Db, nameKey: string): Promise<TagRow | undefined> {
  return db.selectFrom('tags').selectAll().where('name_key', '=', nameKey).executeTakeFirst()
}

/** The refusal of a tag that does not exist. */
export function noTag(): RequestError {
  return notFound('There is no such tag.')
}
