import { type Kysely, sql } from 'kysely'

/** Lets `ΚΩΣ` be found in `Κώστας` in what was stored before: a sigma at the end of a word is folded as any other. */
export async function foldFinalSigma(db: Kysely<unknown>): Promise<void> {
  await sql`update applications
    set name_key = replace(name_key, 'ς', 'σ'), search_text = replace(search_text, 'ς', 'σ')
    where search_text like '%ς%'`.execute(db)
}
