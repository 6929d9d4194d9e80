import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { engineOf } from '../../platform/database/engine.ts'
import type { Db } from '../../platform/database/tables.ts'

/** So many parts of a text, beside each other and of three characters, are tried whether they are rare. */
const MOST_TRIED = 3

/** Whether an application's text has another in it. */
export function hasText(folded: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`search_text like ${`%${folded.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`
}

/**
 * Whether the text index can tell who may have a text in theirs. It knows three characters in a row: any three on SQLite,
 * three letters or digits on PostgreSQL.
 */
export function isInTextIndex(db: Db, folded: string): boolean {
  return engineOf(db) === 'sqlite' ? gramsOf(folded).length > 0 : /[\p{L}\p{N}]{3}/u.test(folded)
}

/**
 * Of which applications the text index says that they may have a text in theirs; some may not.
 * @param most where there are more of them, at least so many of them
 */
export function mayHaveText(db: Db, folded: string, most: number): Expression<SqlBool> {
  return engineOf(db) === 'sqlite' ? mayHaveGrams(gramsOf(folded).join(' AND '), most) : hasText(folded)
}

/**
 * The same by three characters of the text that few have, which costs next to nothing: their list is short, where those
 * of the others may be long. Undefined where there are none. PostgreSQL looks for such by itself.
 */
export async function mayHaveRareText(db: Db, folded: string, few: number): Promise<Expression<SqlBool> | undefined> {
  if (engineOf(db) === 'postgres') return undefined
  for (const gram of gramsOf(folded).filter(isTried)) {
    const { rows } = await withGrams(gram, few + 1).execute(db)
    if (rows.length <= few) return mayHaveGrams(gram, few)
  }
  return undefined
}

function isTried(_: string, index: number): boolean {
  return index % 3 === 0 && index < 3 * MOST_TRIED
}

function mayHaveGrams(match: string, most: number): Expression<SqlBool> {
  return sql<SqlBool>`id in (
    select rowid from (${withGrams(match, most)}) union all
    select id from applications where id > (select indexed_to from application_search_state))`
}

function withGrams(match: string, most: number) {
  return sql`select rowid from application_search where application_search match ${match} limit ${most}`
}

/** Every three characters in a row that a text has, as FTS5 is asked for them. */
function gramsOf(text: string): string[] {
  const characters = [...text]
  const grams = characters.slice(2).map((last, index) => `${characters[index]}${characters[index + 1]}${last}`)
  return [...new Set(grams)].map((gram) => `"${gram.replaceAll('"', '""')}"`)
}
