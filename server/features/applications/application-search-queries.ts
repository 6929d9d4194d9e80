import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { APPLICANT_FIELDS } from '../../../contract/application.ts'
import { engineOf } from '../../platform/database/engine.ts'
import type { Db } from '../../platform/database/tables.ts'
import { type SearchedApplication, searchEntries } from './application-fields.ts'
import type { SearchTerm } from './search-words.ts'

/**
 * The text index of applications: FTS5 on SQLite, a GIN index over `tsvector` on PostgreSQL. Both hold the words that
 * `search-words.ts` makes and neither reads text by itself, so that both find the same.
 */

/** Applications indexed in one statement. */
const BATCH = 500

/** Puts applications into the text index, in the transaction that stores them. */
export async function indexApplications(db: Db, applications: readonly SearchedApplication[]): Promise<void> {
  if (applications.length === 0) return
  const rows = applications.map((application) => sql`(${application.id}, ${wordsColumn(db, application)})`)
  await sql`insert into application_search (rowid, words) values ${sql.join(rows)}`.execute(db)
}

/** Brings the text index up to date with a change of an application. */
export async function reindexApplication(
  db: Db,
  before: SearchedApplication,
  after: SearchedApplication,
): Promise<void> {
  if (engineOf(db) === 'postgres') {
    await sql`update application_search set words = ${wordsColumn(db, after)} where rowid = ${after.id}`.execute(db)
    return
  }
  await unindexApplications(db, [before])
  await indexApplications(db, [after])
}

/** Takes applications, at least one, out of the text index. @param applications as they were put in */
export async function unindexApplications(db: Db, applications: readonly SearchedApplication[]): Promise<void> {
  if (engineOf(db) === 'postgres') {
    const ids = applications.map(({ id }) => id)
    await db.deleteFrom('application_search').where('rowid', 'in', ids).execute()
    return
  }
  // The index stores no text, so a deletion names the words. One at a time: those of all may be many.
  for (const application of applications) {
    await sql`insert into application_search (application_search, rowid, words)
      values ('delete', ${application.id}, ${searchEntries(application).join(' ')})`.execute(db)
  }
}

/** Fills the empty text index of a database whose applications were stored without it. */
export async function indexAllApplications(db: Db): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('applications')
      .select([...APPLICANT_FIELDS, 'id', 'feedback'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    await indexApplications(db, rows)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

/** The ids of applications that have all terms of a query, at most so many of them, in no order. */
export function matchingIds(db: Db, terms: readonly SearchTerm[], limit: number): RawBuilder<unknown> {
  return sql`(select rowid from application_search where ${isMatch(db, terms)} limit ${limit})`
}

/** How many applications have all terms of a query; `most` where there are as many or more. */
export async function countMatches(db: Db, terms: readonly SearchTerm[], most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${matchingIds(db, terms, most)} as matching`.execute(db)
  return rows[0]?.count ?? 0
}

/** Whether an application of a list that is read in its order has all terms of a query that very many have. */
export function hasTerms(db: Db, terms: readonly SearchTerm[]): Expression<SqlBool> {
  return engineOf(db) === 'sqlite'
    ? sql<SqlBool>`+id in (select rowid from application_search where ${isMatch(db, terms)})`
    : // A scalar subquery, so that the planner compares the rows it comes to and does not collect all matches first.
      sql<SqlBool>`(select ${isMatch(db, terms)} from application_search where rowid = applications.id)`
}

function wordsColumn(db: Db, application: SearchedApplication): RawBuilder<string> {
  const entries = searchEntries(application)
  return engineOf(db) === 'sqlite' ? sql`${entries.join(' ')}` : sql`array_to_tsvector(${entries}::text[])`
}

function isMatch(db: Db, terms: readonly SearchTerm[]): RawBuilder<SqlBool> {
  if (engineOf(db) === 'sqlite') {
    const match = terms.map(({ entry, isBeginning }) => `"${entry}"${isBeginning ? '*' : ''}`).join(' AND ')
    return sql`application_search match ${match}`
  }
  const query = terms.map(({ entry, isBeginning }) => `'${entry}'${isBeginning ? ':*' : ''}`).join(' & ')
  return sql`words @@ ${query}::tsquery`
}
