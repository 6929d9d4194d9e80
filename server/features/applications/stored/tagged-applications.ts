import type { Db } from '../../../platform/database/tables.ts'
import type { ApplicationFilter } from './application-list-queries.ts'

/** So many are read by their numbers; with more, lists and counts look at each application in their own order. */
const FEW = 1_000

/** The applications that have all of some tags, whether seen or not. @returns undefined without tags, and where there are many */
export async function findFewTagged(db: Db, tagIds: ApplicationFilter['tagIds']): Promise<number[] | undefined> {
  const [first, ...others] = tagIds ?? []
  if (first === undefined) return undefined
  let tagged = db.selectFrom('application_tags').select('application_id').where('tag_id', '=', first)
  for (const tag of others)
    tagged = tagged.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('application_tags as also')
          .select('also.tag_id')
          .whereRef('also.application_id', '=', 'application_tags.application_id')
          .where('also.tag_id', '=', tag),
      ),
    )
  const rows = await tagged.limit(FEW + 1).execute()
  return rows.length > FEW ? undefined : rows.map(({ application_id }) => application_id)
}

/** The names of all tags, by id. */
export async function listTagNames(db: Db): Promise<Map<number, string>> {
  const tags = await db.selectFrom('tags').select(['id', 'name']).execute()
  return new Map(tags.map(({ id, name }) => [id, name]))
}
