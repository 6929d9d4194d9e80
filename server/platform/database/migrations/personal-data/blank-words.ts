import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../../tables.ts'

/**
 * Blanks the words in entries of the audit trail about applications that were deleted before removals did so: names of tags and of
 * colleagues. The hash stays in place of the text, as the chain needs it.
 */
export async function blankWordsOfDeleted(db: Kysely<Tables>): Promise<void> {
  const entries = db
    .selectFrom('audit_trail')
    .select(['id', 'event', 'event_hash'])
    .where('subject', '=', 'application')
    .where('action', 'in', ['assigned', 'unassigned', 'tagged', 'untagged'])
    .where('event', '!=', '')
    .where('subject_id', 'in', ({ selectFrom }) =>
      selectFrom('audit_trail as gone')
        .select('gone.subject_id')
        .where('gone.subject', '=', 'application')
        .where('gone.action', '=', 'deleted'),
    )
  for (const { id, event, event_hash } of await entries.orderBy('id').execute())
    await db
      .updateTable('audit_trail')
      .set({ event: '', event_hash: event_hash ?? createHash('sha256').update(event).digest('base64url') })
      .where('id', '=', id)
      .execute()
}
