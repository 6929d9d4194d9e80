import { encodeReceipt, RECEIPT_PARAMETER, readReceipt } from '../../../contract/applications/receipt.ts'
import {
  MESSAGE_TABS,
  type MessageState,
  type MessageTab,
  statesOf,
} from '../../../contract/messages/message-states.ts'
import type { Message, MessageCounts, MessageListQuery } from '../../../contract/messages/messages.ts'
import { recordOf } from '../../../contract/wire/records.ts'
import type { Db, MessageColumns, MessageRow } from '../../platform/database/tables.ts'
import { canBeTakenBack, selectMessages } from './message-queries.ts'
import { isByHand } from './one-mail.ts'

/** A page of messages, newest first, and whether there are more. */
export async function listMessages(
  db: Db,
  { tab, applicationId, before, limit }: MessageListQuery,
): Promise<{ messages: MessageRow[]; more: boolean }> {
  let list = selectMessages(db)
  if (tab) list = list.where('state', 'in', statesOf(tab))
  if (applicationId !== undefined) list = list.where('application_id', '=', applicationId)
  if (before !== undefined) list = list.where('id', '<', before)
  const rows = await list
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return { messages: rows.slice(0, limit), more: rows.length > limit }
}

/** How many messages each tab has. */
export async function countMessages(db: Db, applicationId?: number): Promise<Record<MessageTab, number>> {
  let grouped = db
    .selectFrom('mails')
    .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
    .where('application_id', 'is not', null)
    .$narrowType<Pick<MessageColumns, 'state'>>()
  if (applicationId !== undefined) grouped = grouped.where('application_id', '=', applicationId)
  const rows = await grouped.groupBy('state').execute()
  const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]))
  return recordOf(MESSAGE_TABS, (tab) => statesOf(tab).reduce((sum, state) => sum + (counts.get(state) ?? 0), 0))
}

/** How many messages wait for an admin; read from the index alone. */
export async function countWaiting(db: Db): Promise<MessageCounts> {
  const waiting = db
    .selectFrom('mails')
    .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
    .where('state', 'in', ['draft', 'failed', 'bounced', 'perhaps_sent'])
    .where('application_id', 'is not', null)
    .groupBy('state')
  const counts = new Map((await waiting.execute()).map(({ state, count }) => [state, Number(count)]))
  const countOf = (state: MessageState) => counts.get(state) ?? 0
  return { drafts: countOf('draft'), problems: countOf('failed') + countOf('bounced') + countOf('perhaps_sent') }
}

/** The receipt that goes along; a text of an earlier version has it as a link already. */
function encodedReceipt({ receipt, body }: MessageRow): string | null {
  const signed = receipt === null || body.includes(`#${RECEIPT_PARAMETER}=`) ? undefined : readReceipt(receipt)
  return signed ? encodeReceipt(signed) : null
}

/** Stored messages as admins read them, in their order. */
export async function presentMessages(db: Db, rows: readonly MessageRow[]): Promise<Message[]> {
  if (rows.length === 0) return []
  const applications = await db
    .selectFrom('applications')
    .select(['id', 'job_id'])
    .where('id', 'in', [...new Set(rows.map(({ application_id }) => application_id))])
    .execute()
  const jobs = new Map(applications.map(({ id, job_id }) => [id, job_id]))
  return rows.map((row) => presentMessage(row, jobs.get(row.application_id) ?? null))
}

function presentMessage(row: MessageRow, jobId: number | null): Message {
  return {
    ...{ id: row.id, applicationId: row.application_id, jobId },
    kind: row.kind,
    state: row.state,
    toName: row.to_name,
    toAddress: row.to_address,
    isToInterviewer: row.to_interviewer === 1,
    subject: row.subject,
    body: row.body,
    receipt: encodedReceipt(row),
    createdAt: row.created_at,
    by: row.username,
    notBefore: row.not_before,
    attempts: row.attempts,
    settledAt: row.settled_at,
    response: row.response,
    isByHand: isByHand(row),
    canBeTakenBack: canBeTakenBack(row),
  }
}
