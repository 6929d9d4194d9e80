import { type Kysely, sql } from 'kysely'
import { schemaDialectOf } from '../../schema-dialect.ts'
import type { Tables } from '../../tables.ts'

/**
 * Makes room for the time at which the link of a question was shown, to be passed on by hand. So were those without a mail, when they
 * were asked.
 */
export async function addShownLinks(db: Kysely<Tables>): Promise<void> {
  const text = sql.raw(schemaDialectOf(db).text)
  await sql`alter table colleague_questions add column link_shown_at ${text}`.execute(db)
  await sql`update colleague_questions set link_shown_at = created_at
    where not exists (select 1 from mails where mails.colleague_question_id = colleague_questions.id)`.execute(db)
}
