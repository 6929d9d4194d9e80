import { setImmediate } from 'node:timers/promises'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { APPLICANT_FIELDS } from '../../../../contract/application.ts'
import { engineOf } from '../../../platform/database/engine.ts'
import { SEARCH_INDEX } from '../../../platform/database/migrations/baseline-postgres.ts'
import type { Db } from '../../../platform/database/tables.ts'
import { findResumeText } from '../../resumes/resume-text-queries.ts'
import type { SearchedApplication } from '../application-fields.ts'
import { indexEntries, indexQuery, type SearchTerm } from './search-index-entries.ts'

/**
 * The text index of applications: FTS5 on SQLite, a GIN index over `tsvector` on PostgreSQL. Both hold the words that
 * `search-words.ts` makes and neither reads text by itself, so that both find the same.
 */

/** Applications indexed in one statement; each may have a long text. */
const BATCH = 100

/**
 * Puts applications into the text index, in the transaction that stores them.
 * @param applications with the texts of their resumes, if these are stored already
 */
export async function indexApplications(db: Db, applications: readonly SearchedApplication[]): Promise<void> {
  if (applications.length === 0) return
  const rows = applications.map((application) => sql`(${application.id}, ${wordsColumn(db, application)})`)
  await sql`insert into application_search (rowid, words) values ${sql.join(rows)}`.execute(db)
}

/**
 * Brings the text index up to date with a change of an application.
 * @param before as it was put in; without `resume_text` the stored text of the resume is meant, and likewise in `after`
 */
export async function reindexApplication(
  db: Db,
  before: SearchedApplication,
  after: SearchedApplication,
): Promise<void> {
  if (after.resume_text === undefined) return reindexApplication(db, before, await withResumeText(db, after))
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
    const entries = indexEntries(db, await withResumeText(db, application))
    await sql`insert into application_search (application_search, rowid, words)
      values ('delete', ${application.id}, ${entries.join(' ')})`.execute(db)
    // Long texts take a while: other requests come between.
    await setImmediate()
  }
}

async function withResumeText(db: Db, application: SearchedApplication): Promise<SearchedApplication> {
  if (application.resume_text !== undefined) return application
  return { ...application, resume_text: (await findResumeText(db, application.id))?.text ?? null }
}

/**
 * Makes the text index anew. Call it while no server runs: it takes minutes, and nothing else may change the index.
 * @returns how many applications are indexed
 */
export async function rebuildIndex(db: Db, signal: AbortSignal): Promise<number> {
  if (engineOf(db) === 'sqlite') {
    await sql`insert into application_search (application_search) values ('delete-all')`.execute(db)
    return indexAllApplications(db, signal)
  }
  await db.deleteFrom('application_search').execute()
  return indexAllApplications(db, signal)
}

/**
 * Fills the empty text index of a database whose applications were stored without it.
 * @returns how many applications are indexed
 */
export async function indexAllApplications(db: Db, signal: AbortSignal): Promise<number> {
  // PostgreSQL builds a whole index many times faster than it extends one.
  if (engineOf(db) === 'postgres') await sql`drop index if exists application_search_by_word`.execute(db)
  const count = await indexInBatches(db, signal)
  if (engineOf(db) === 'postgres') await sql.raw(SEARCH_INDEX).execute(db)
  return count
}

async function indexInBatches(db: Db, signal: AbortSignal): Promise<number> {
  let count = 0
  for (let after = 0; ; ) {
    signal.throwIfAborted()
    const rows = await db
      .selectFrom('applications')
      .leftJoin('resume_texts', 'resume_texts.application_id', 'applications.id')
      .select([...APPLICANT_FIELDS, 'id', 'job_id', 'feedback', 'resume_texts.text as resume_text'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    await indexApplications(db, rows)
    const last = rows.at(-1)
    if (!last) return count
    count += rows.length
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

/**
 * Whether an application has all terms of a query. The index is asked for each application that the database comes to, so
 * it must come to few.
 */
export function hasTerms(db: Db, terms: readonly SearchTerm[]): Expression<SqlBool> {
  return engineOf(db) === 'sqlite'
    ? sql<SqlBool>`exists (select 1 from application_search where ${isMatch(db, terms)} and rowid = applications.id)`
    : // A scalar subquery, so that the planner does not collect all matches first.
      sql<SqlBool>`(select ${isMatch(db, terms)} from application_search where rowid = applications.id)`
}

/** The same where the database comes to many applications: SQLite collects all matches first. */
export function isAmongMatches(db: Db, terms: readonly SearchTerm[]): Expression<SqlBool> {
  if (engineOf(db) === 'postgres') return hasTerms(db, terms)
  return sql<SqlBool>`+id in (select rowid from application_search where ${isMatch(db, terms)})`
}

function wordsColumn(db: Db, application: SearchedApplication): RawBuilder<string> {
  const entries = indexEntries(db, application)
  return engineOf(db) === 'sqlite' ? sql`${entries.join(' ')}` : sql`array_to_tsvector(${entries}::text[])`
}

function isMatch(db: Db, terms: readonly SearchTerm[]): RawBuilder<SqlBool> {
  const query = indexQuery(db, terms)
  return engineOf(db) === 'sqlite' ? sql`application_search match ${query}` : sql`words @@ ${query}::tsquery`
}
