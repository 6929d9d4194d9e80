import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/tables.ts'

/** What colleagues write about an application, with what it said before. */
const WRITTEN = {
  comments: { text: 'text', versions: 'comment_versions', of: 'comment_id' },
  scorecards: { text: 'answers', versions: 'scorecard_versions', of: 'scorecard_id' },
} as const

/** Characters of an application's comments or scorecards as they are stored, earlier versions included: these stay readable. */
export async function countCharacters(
  trx: Transaction<Tables>,
  kind: keyof typeof WRITTEN,
  applicationId: number,
): Promise<number> {
  const { text, versions, of } = WRITTEN[kind]
  const { rows } = await sql<{ characters: number | string }>`
    select coalesce(sum(length(written.text)), 0) as characters from (
      select ${sql.ref(text)} as text from ${sql.table(kind)} where application_id = ${applicationId}
      union all
      select ${sql.ref(`${versions}.${text}`)} from ${sql.table(versions)}
      inner join ${sql.table(kind)} on ${sql.ref(`${kind}.id`)} = ${sql.ref(`${versions}.${of}`)}
      where ${sql.ref(`${kind}.application_id`)} = ${applicationId}
    ) as written`.execute(trx)
  return Number(rows[0]?.characters)
}
