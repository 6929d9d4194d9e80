import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/** Names when a link was last opened as the screens and the history do. */
export async function renameLastOpened(db: Kysely<Tables>): Promise<void> {
  for (const table of ['colleague_questions', 'colleague_devices'])
    await sql`alter table ${sql.table(table)} rename column last_look_at to last_opened_at`.execute(db)
}
