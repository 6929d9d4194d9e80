import type { Reply } from '../../../contract/messages/replies.ts'
import type { Db, ReplyRow } from '../../platform/database/tables.ts'
import type { LeftOut } from './reply-files.ts'

/** Stored replies as colleagues read them, in their order. */
export async function presentReplies(db: Db, rows: readonly ReplyRow[]): Promise<Reply[]> {
  if (rows.length === 0) return []
  const files = await db
    .selectFrom('resumes')
    .select(['reply_id', 'version', 'original_name', 'kind', 'size', 'scan'])
    .where('application_id', 'in', [...new Set(rows.map(({ application_id }) => application_id))])
    .where('reply_id', 'is not', null)
    .orderBy('version')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    nature: row.nature === 'reply' ? 'reply' : 'automatic',
    messageId: row.mail_id,
    fromName: row.from_name,
    fromAddress: row.from_address,
    isOtherAddress: row.is_other_address === 1,
    subject: row.subject,
    text: row.body,
    quoted: row.quoted,
    isCut: row.is_cut === 1,
    files: files
      .filter(({ reply_id }) => reply_id === row.id)
      .map(({ version, original_name, kind, size, scan }) => ({
        ...{ version, size, name: original_name || `file.${kind}`, isInfected: scan === 'infected' },
      })),
    leftOut: JSON.parse(row.left_out) as LeftOut[],
    receivedAt: row.received_at,
    answeredAt: row.answered_at,
    answeredBy: row.answered_by,
  }))
}
