import { type Expression, type SqlBool, sql } from 'kysely'
import { engineOf } from '../database/engine.ts'
import { readByText } from '../database/planned-reads.ts'
import type { Db } from '../database/tables.ts'

/** Whether an application's text has another in it. */
export function hasText(folded: string): Expression<SqlBool> {
  return sql<SqlBool>`search_text like ${patternOf(folded)} escape '\\'`
}

/**
 * Whether the text index can tell who may have a text in theirs. It knows three characters in a row: any three on SQLite,
 * three letters or digits on PostgreSQL.
 */
export function isInTextIndex(db: Db, folded: string): boolean {
  return engineOf(db) === 'sqlite' ? gramsOf(folded).length > 0 : /[\p{L}\p{N}]{3}/u.test(folded)
}

/**
 * Numbers of all applications that may have a text in theirs; some may not.
 * @param most where there are more of them, so many of them
 */
export async function findByText(db: Db, folded: string, most: number): Promise<number[]> {
  const { rows } = await readByText(db, () =>
    (engineOf(db) === 'sqlite' ? bySqlite : byPostgres)(folded, most).execute(db),
  )
  return rows.map(({ id }) => id)
}

function bySqlite(folded: string, most: number) {
  const all = gramsOf(folded)
    .map((gram) => `"${gram.replaceAll('"', '""')}"`)
    .join(' AND ')
  return sql<{ id: number }>`
    select id from (select rowid as id from application_search where application_search match ${all} limit ${most})
    union all
    select id from applications where id > (select indexed_to from application_search_state)`
}

function byPostgres(folded: string, most: number) {
  return sql<{ id: number }>`
    select id from applications where search_text like ${patternOf(folded)} escape '\\' limit ${most}`
}

/** Every three characters in a row that a text has. */
function gramsOf(text: string): string[] {
  const characters = [...text]
  return [...new Set(characters.slice(2).map((last, index) => `${characters[index]}${characters[index + 1]}${last}`))]
}

function patternOf(folded: string): string {
  return `%${folded.replaceAll(/[\\%_]/g, '\\$&')}%`
}
