import { setImmediate } from 'node:timers/promises'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { engineOf } from '../../../platform/database/engine.ts'
import { schemaDialectOf } from '../../../platform/database/schema-dialect.ts'
import type { Db } from '../../../platform/database/tables.ts'
import { seesAll } from '../../accounts/seen-by.ts'
import { findResumeText } from '../../resumes/resume-text-queries.ts'
import { APPLICANT_COLUMNS, type SearchedApplication } from './application-fields.ts'
import { applicationEntries, isEntry, jobEntry, resumeEntries, type SearchTerm } from './search-index-entries.ts'

/**
 * The text index of applications: FTS5 on SQLite, GIN indexes over `tsvector` on PostgreSQL. Both hold the words that
 * `search-words.ts` makes and neither reads text by itself, so that both find the same. The words of a resume stand apart, in
 * a column of their own or with a mark, so that a change of the application leaves them alone.
 */

/** Applications indexed in one statement; each may have a long text. */
const BATCH = 100
/** Entries of a resume that SQLite takes out at a time, in some milliseconds; other requests come between. */
const RESUME_PART = 200
/** Before the words of a resume on SQLite. */
const RESUME_MARK = '#'

/**
 * Puts applications into the text index, in the transaction that stores them.
 * @param applications with the texts of their resumes, if these are stored already
 */
export async function indexApplications(
  db: Db,
  applications: readonly (SearchedApplication & { resume_text?: string | null | undefined })[],
): Promise<void> {
  if (applications.length === 0) return
  if (engineOf(db) === 'sqlite') {
    const rows = applications.map((application) => {
      const resume = markedEntries(db, application.resume_text ?? '')
      return sql`(${application.id}, ${[...applicationEntries(db, application), ...resume].join(' ')})`
    })
    await sql`insert into application_search (rowid, words) values ${sql.join(rows)}`.execute(db)
    return
  }
  const rows = applications.map((application) => {
    const resume = resumeEntries(db, application.resume_text ?? '')
    return sql`(${application.id}, ${vectorOf(applicationEntries(db, application))}, ${vectorOf(resume)})`
  })
  await sql`insert into application_search (rowid, words, resume_words) values ${sql.join(rows)}`.execute(db)
}

/** Brings the text index up to date with a change of an application. @param before as it was put in */
export async function reindexApplication(
  db: Db,
  before: SearchedApplication,
  after: SearchedApplication,
): Promise<void> {
  const [old, next] = [applicationEntries(db, before), applicationEntries(db, after)]
  if (engineOf(db) === 'postgres') {
    await sql`update application_search set words = ${vectorOf(next)} where rowid = ${after.id}`.execute(db)
    return
  }
  const [isOld, isNext] = [new Set(old), new Set(next)]
  const gone = old.filter((entry) => !isNext.has(entry))
  await changeWords(db, after.id, { gone, added: next.filter((entry) => !isOld.has(entry)) })
}

/** Brings the text index up to date with a text of a resume. @param before the one that was put in; empty for none */
export async function reindexResume(db: Db, id: number, before: string, after: string): Promise<void> {
  if (engineOf(db) === 'postgres') {
    const words = vectorOf(resumeEntries(db, after))
    await sql`update application_search set resume_words = ${words} where rowid = ${id}`.execute(db)
    return
  }
  const old = markedEntries(db, before)
  for (let begin = 0; begin < old.length; begin += RESUME_PART) {
    await changeWords(db, id, { gone: old.slice(begin, begin + RESUME_PART), added: [] })
    await setImmediate()
  }
  await changeWords(db, id, { gone: [], added: markedEntries(db, after) })
}

/** Takes applications, at least one, out of the text index. @param applications as they were put in */
export async function unindexApplications(db: Db, applications: readonly SearchedApplication[]): Promise<void> {
  if (engineOf(db) === 'postgres') {
    const ids = applications.map(({ id }) => id)
    await db.deleteFrom('application_search').where('rowid', 'in', ids).execute()
    return
  }
  // The index stores no text, so a deletion names the words.
  for (const application of applications) {
    await reindexResume(db, application.id, (await findResumeText(db, application.id))?.text ?? '', '')
    await removeWords(db, application.id, applicationEntries(db, application))
  }
}

/** The entries of a resume on SQLite. */
function markedEntries(db: Db, text: string): string[] {
  return resumeEntries(db, text).map((entry) => RESUME_MARK + entry)
}

/** Changes words of an application on SQLite. FTS5 counts rows, so each deletion needs its insertion, of no words too. */
async function changeWords(db: Db, id: number, { gone, added }: { gone: string[]; added: string[] }): Promise<void> {
  await removeWords(db, id, gone)
  await sql`insert into application_search (rowid, words) values (${id}, ${added.join(' ')})`.execute(db)
}

async function removeWords(db: Db, id: number, words: string[]): Promise<void> {
  await sql`insert into application_search (application_search, rowid, words)
    values ('delete', ${id}, ${words.join(' ')})`.execute(db)
}

/**
 * Rebuilds the text index. Call it while no server runs: it takes minutes, and nothing else may change the index.
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
  const indexes = Object.entries(schemaDialectOf(db).searchIndexes)
  for (const [name] of indexes) await sql`drop index if exists ${sql.ref(name)}`.execute(db)
  const count = await indexInBatches(db, signal)
  for (const [, statement] of indexes) await sql.raw(statement).execute(db)
  return count
}

async function indexInBatches(db: Db, signal: AbortSignal): Promise<number> {
  let count = 0
  for (let after = 0; ; ) {
    signal.throwIfAborted()
    const rows = await db
      .selectFrom('applications')
      .leftJoin('resume_texts', 'resume_texts.application_id', 'applications.id')
      .select([...Object.values(APPLICANT_COLUMNS), 'id', 'job_id', 'feedback', 'question_answers'])
      .select('resume_texts.text as resume_text')
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

/** The ids of applications that have all terms of a query, in no order. */
function matchingIds(db: Db, terms: readonly SearchTerm[]): RawBuilder<{ rowid: number }> {
  return sql`select rowid from application_search where ${isMatch(db, terms)}`
}

/**
 * Whether an application has all terms of a query. PostgreSQL looks each application up that it comes to, so it must come to
 * few.
 */
export function hasTerms(db: Db, terms: readonly SearchTerm[]): Expression<SqlBool> {
  // A scalar subquery, so that the planner does not collect all matches first.
  const isIndexed = (some: readonly SearchTerm[]) =>
    sql`(select ${isMatch(db, some)} from application_search where rowid = applications.id)`
  return inTitleOr(isIndexed, terms)
}

/** The same where the database comes to many applications: all matches are collected first. */
export function isAmongMatches(db: Db, terms: readonly SearchTerm[]): Expression<SqlBool> {
  // The offset keeps PostgreSQL from comparing application by application.
  const end = sql.raw(engineOf(db) === 'postgres' ? 'offset 0' : '')
  return inTitleOr((some) => sql`+id in (${matchingIds(db, some)} ${end})`, terms)
}

/** Titles are compared by the posting of an application: the index would be searched for hundreds of them. */
function inTitleOr(
  isIndexed: (some: readonly SearchTerm[]) => Expression<unknown>,
  terms: readonly SearchTerm[],
): Expression<SqlBool> {
  const titled = terms.filter(({ jobIds }) => jobIds.length > 0)
  const others = terms.filter(({ jobIds }) => jobIds.length === 0)
  const conditions: Expression<unknown>[] = titled.map(
    ({ word, jobIds }) => sql`(job_id in (${sql.join(jobIds)}) or ${isIndexed([{ word, jobIds: [] }])})`,
  )
  if (others.length > 0) conditions.push(isIndexed(others))
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** The ids of at most so many applications that have all terms of a query and are seen, in no order. */
export async function findMatches(db: Db, terms: readonly SearchTerm[], most: number): Promise<number[]> {
  const found = db.selectFrom('application_search').select('rowid').where(isMatch(db, terms)).limit(most)
  // Beside the index: SQLite would else look into it for each application that is seen.
  const seen = seesAll(db) ? found : found.where(sql<SqlBool>`+rowid in (select id from applications)`)
  return (await seen.execute()).map(({ rowid }) => rowid)
}

/**
 * Runs the reads of a search, on PostgreSQL in a transaction that prefers indexes: its planner counts a stored vector as if it
 * cost nothing to fetch, and for a common word would fetch those of all applications, in seconds instead of milliseconds. A
 * word of titles is left to the planner: the index has to collect the applications of each posting.
 */
export function searchByIndex<Result>(
  db: Db,
  terms: readonly SearchTerm[],
  search: (db: Db) => Promise<Result>,
): Promise<Result> {
  if (engineOf(db) === 'sqlite' || terms.some(({ jobIds }) => jobIds.length > 0)) return search(db)
  return db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx.withoutPlugins())
    return search(trx)
  })
}

function isMatch(db: Db, terms: readonly SearchTerm[]): RawBuilder<SqlBool> {
  if (engineOf(db) === 'sqlite') {
    const every = terms.map((term) => `(${fieldQuery(db, term)} OR ${wordQuery(db, term.word, RESUME_MARK)})`)
    return sql`application_search match ${every.join(' AND ')}`
  }
  const every = terms.map(
    (term) => sql`(words @@ ${fieldQuery(db, term)}::tsquery or resume_words @@ ${wordQuery(db, term.word)}::tsquery)`,
  )
  return sql`(${sql.join(every, sql` and `)})`
}

/** A term in the fields of an application and the title of its posting, in the query language of the engine. */
function fieldQuery(db: Db, { word, jobIds }: SearchTerm): string {
  const or = engineOf(db) === 'sqlite' ? ' OR ' : ' | '
  return [wordQuery(db, word), ...jobIds.map((id) => quoted(db, jobEntry(id)))].join(or)
}

function wordQuery(db: Db, word: string, mark = ''): string {
  const anyEnd = engineOf(db) === 'sqlite' ? '*' : ':*'
  return quoted(db, mark + word) + (isEntry(db, word) ? '' : anyEnd)
}

/** Words are letters and digits alone. */
function quoted(db: Db, entry: string): string {
  return engineOf(db) === 'sqlite' ? `"${entry}"` : `'${entry}'`
}

function vectorOf(entries: readonly string[]): RawBuilder<string> {
  return sql`array_to_tsvector(${entries}::text[])`
}
