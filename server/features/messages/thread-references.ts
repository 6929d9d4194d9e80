import { SENT_MAIL } from '../../../contract/messages/mail-terms.ts'
import type { Db, MessageRow } from '../../platform/database/tables.ts'
import { isInOrPerhapsSent } from '../../platform/mail/perhaps-sent.ts'

/** Message-IDs that a message names. */
const MOST_REFERENCES = 20

/**
 * The Message-IDs of what an application was sent before, oldest first, so that a mail program shows one conversation; and those of the
 * latest reply of the applicant, so that it shows an answer to it.
 */
export async function listReferences(db: Db, message: MessageRow): Promise<string[]> {
  const { application_id, id, to_interviewer, to_address } = message
  const rows = await db
    .selectFrom('mails')
    .select(['message_id', 'created_at'])
    .where('application_id', '=', application_id)
    .where('to_interviewer', '=', to_interviewer)
    .where('to_address', '=', to_address)
    .where('id', '<', id)
    .where(isInOrPerhapsSent(SENT_MAIL))
    .orderBy('id', 'desc')
    .limit(MOST_REFERENCES)
    .execute()
  const sent = rows.map(({ message_id }) => message_id).reverse()
  const reply = to_interviewer === 1 ? undefined : await findLatestReply(db, message)
  if (!reply) return sent
  const replied = JSON.parse(reply.reference_ids) as string[]
  const isLatest = reply.received_at >= (rows[0]?.created_at ?? '')
  const all = isLatest ? [...sent, ...replied] : [...replied, ...sent]
  // Each where it stands last.
  return all.filter((each, index) => all.lastIndexOf(each) === index).slice(-MOST_REFERENCES)
}

/** One from another address is not answered: its conversation may be that of a stranger. */
function findLatestReply(db: Db, { application_id, created_at }: MessageRow) {
  return db
    .selectFrom('replies')
    .select(['reference_ids', 'received_at'])
    .where('application_id', '=', application_id)
    .where('nature', '=', 'reply')
    .where('is_other_address', '=', 0)
    .where('received_at', '<', created_at)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}
