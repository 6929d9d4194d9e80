import type { Transaction } from 'kysely'
import type { NoticeKind } from '../../../contract/team/notice-kinds.ts'
import { NOTICE } from '../../../contract/wire/limits.ts'
import { announce } from '../../platform/database/announcements.ts'
import type { NoticeRow, Tables } from '../../platform/database/tables.ts'
import { DECIDED, newMessageId, queueMails } from '../../platform/mail/mail-queue.ts'

/** A notice is mailed after this time, so that its cause can still be corrected. In milliseconds. */
const MAIL_DELAY_MS = 60_000

/** What a person is told of. */
type Cause = {
  kind: NoticeKind
  /** Names what happened: each person is told of it once. */
  name: string
  applicationId: number
  commentId?: number
  /** The accounts that are told; the one that caused it is left out. */
  to: readonly number[]
  /** Who caused it: without an id a colleague without an account; null for the program. */
  by: { id: number | null; name: string } | null
}

/**
 * Tells people of something, in the transaction that causes it: a notice for each, and its mail a minute later. Whether a person wants
 * it, and may see the application, is asked when it is read and when its mail leaves. Wake the outbox afterwards.
 */
export async function notify(
  trx: Transaction<Tables>,
  { kind, name, applicationId, commentId, to, by }: Cause,
  { now, publicUrl }: { now: Date; publicUrl: string },
): Promise<void> {
  const about = { kind, application_id: applicationId, comment_id: commentId ?? null, created_at: now.toISOString() }
  const rows = [...new Set(to)]
    .filter((account_id) => account_id !== by?.id)
    .map((account_id) => ({
      ...{ ...about, account_id, cause: `${kind}:${name}:${account_id}` },
      ...{ by_account_id: by?.id ?? null, by_name: by?.name ?? null },
    }))
  if (rows.length === 0) return
  const told = await trx
    .insertInto('notices')
    .values(rows)
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .returningAll()
    .execute()
  const mails = told.map((notice) => ({ ...mailOf(notice), message_id: newMessageId(publicUrl) }))
  if (mails.length > 0) await queueMails(trx, mails, { now, delayMs: MAIL_DELAY_MS, place: DECIDED })
  for (const { account_id } of told) await forgetBeyondMost(trx, account_id)
  await announce(
    trx,
    told.map(({ account_id }) => ({ of: 'notices', id: account_id }) as const),
  )
}

function mailOf({ cause, account_id, comment_id, by_name }: NoticeRow) {
  return {
    ...({ kind: 'notice', state: 'waiting' } as const),
    reason: cause,
    account_id,
    comment_id,
    username: by_name,
  }
}

/** The oldest notices of a person make room for new ones. */
async function forgetBeyondMost(trx: Transaction<Tables>, accountId: number): Promise<void> {
  const { id } =
    (await trx
      .selectFrom('notices')
      .select('id')
      .where('account_id', '=', accountId)
      .orderBy('id', 'desc')
      .offset(NOTICE.mostOfPerson)
      .limit(1)
      .executeTakeFirst()) ?? {}
  if (id === undefined) return
  await trx.deleteFrom('notices').where('account_id', '=', accountId).where('id', '<=', id).execute()
}

/**
 * Takes back notices about a comment, and their mails that have not left. One that is leaving ends by itself.
 * @param from accounts that are not told any more; `'all'` for a deleted comment
 */
export async function withdrawNotices(
  trx: Transaction<Tables>,
  { commentId, from }: { commentId: number; from: readonly number[] | 'all' },
  now: Date,
): Promise<void> {
  if (from.length === 0) return
  const withdrawn = trx
    .updateTable('notices')
    .set({ withdrawn_at: now.toISOString() })
    .where('comment_id', '=', commentId)
    .where('withdrawn_at', 'is', null)
  await (from === 'all' ? withdrawn : withdrawn.where('account_id', 'in', from)).execute()
  const waiting = trx.deleteFrom('mails').where('comment_id', '=', commentId).where('state', '=', 'waiting')
  await (from === 'all' ? waiting : waiting.where('account_id', 'in', from)).execute()
}
