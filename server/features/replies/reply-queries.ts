import { sql, type Transaction } from 'kysely'
import { MESSAGE_KIND, type MessageKind } from '../../../contract/messages/message-kinds.ts'
import { recordOf } from '../../../contract/wire/records.ts'
import type { Db, MessageColumns, MessageRow, ReplyRow, Tables } from '../../platform/database/tables.ts'

/** A message that a mail names, with the address of the applicant. */
export type ReferencedMessage = Pick<
  MessageRow,
  'id' | 'application_id' | 'kind' | 'state' | 'to_interviewer' | 'settled_at' | 'perhaps_sent_at'
> & { email: string; message_id: string }

/** Replies that an application keeps. A loop of another program ends here; its later mails stay in the mailbox. */
export const MOST_REPLIES = 500

/** The messages with some Message-IDs, in the order of these. */
export async function findReferenced(db: Db, messageIds: readonly string[]): Promise<ReferencedMessage[]> {
  if (messageIds.length === 0) return []
  const rows = await db
    .selectFrom('mails')
    .innerJoin('applications', 'applications.id', 'mails.application_id')
    .select(['mails.id', 'mails.application_id', 'mails.kind', 'mails.state', 'mails.to_interviewer'])
    .select(['mails.settled_at', 'mails.perhaps_sent_at', 'mails.message_id', 'applications.email'])
    .where('mails.message_id', 'in', messageIds)
    .$narrowType<MessageColumns>()
    .execute()
  return rows.toSorted((one, other) => messageIds.indexOf(one.message_id) - messageIds.indexOf(other.message_id))
}

/** A mail about to be stored. */
export type NewReply = Omit<ReplyRow, 'id' | 'answered_at' | 'answered_by' | 'answered_mail_id'>

/** Stores a mail, unless another copy of it is stored. @returns its id; undefined for a copy */
export async function insertReply(trx: Transaction<Tables>, reply: NewReply): Promise<number | undefined> {
  const inserted = trx
    .insertInto('replies')
    .values(reply)
    .onConflict((conflict) => conflict.column('identity').doNothing())
    .returning('id')
  return (await inserted.executeTakeFirst())?.id
}

/** How many mails an application has. */
export async function countReplies(db: Db, applicationId: number): Promise<number> {
  const all = db.selectFrom('replies').where('application_id', '=', applicationId)
  const { count } = await all.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

/** What people and programs replied about an application, oldest first. */
export function listReplies(db: Db, applicationId: number): Promise<ReplyRow[]> {
  const rows = db.selectFrom('replies').selectAll().where('application_id', '=', applicationId)
  return rows.where('nature', '!=', 'bounce').orderBy('received_at').orderBy('id').execute()
}

/** A reply by its id. */
export function findReply(db: Db, id: number): Promise<ReplyRow | undefined> {
  return db.selectFrom('replies').selectAll().where('id', '=', id).executeTakeFirst()
}

const AUTOMATIC = Object.entries(
  recordOf(Object.keys(MESSAGE_KIND) as MessageKind[], (kind) => MESSAGE_KIND[kind].isAutomatic),
)
  .filter(([, isAutomatic]) => isAutomatic)
  .map(([kind]) => kind as MessageKind)

/** Notes of a reply that was read late that a message of a person answered it meanwhile. */
export async function noteEarlierAnswer(trx: Transaction<Tables>, id: number, applicationId: number): Promise<void> {
  const { received_at, mail_id } = await trx
    .selectFrom('replies')
    .select(['received_at', 'mail_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const answer = await trx
    .selectFrom('mails')
    .select(['id', 'settled_at'])
    .where('application_id', '=', applicationId)
    .where('to_interviewer', '=', 0)
    .where('kind', 'not in', AUTOMATIC)
    .where('state', 'in', ['sent', 'answered'])
    .where('created_at', '>', received_at)
    .where('id', '>', mail_id ?? 0)
    .orderBy('id')
    .executeTakeFirst()
  if (!answer) return
  const columns = { answered_at: answer.settled_at, answered_mail_id: answer.id }
  await trx.updateTable('replies').set(columns).where('id', '=', id).execute()
}

/** Settles a reply by hand, or takes that back. @returns whether that changed anything */
export async function settleReply(
  trx: Transaction<Tables>,
  id: number,
  settled: { at: string; by: string } | null,
): Promise<boolean> {
  const columns = { answered_at: settled?.at ?? null, answered_by: settled?.by ?? null, answered_mail_id: null }
  const { numUpdatedRows } = await trx
    .updateTable('replies')
    .set(columns)
    .where('id', '=', id)
    .where('nature', '=', 'reply')
    .where('answered_at', settled ? 'is' : 'is not', null)
    .where(sql<boolean>`answered_mail_id is null`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
