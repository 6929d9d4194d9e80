import type { Transaction } from 'kysely'
import { NOTICE_KIND, type NoticeKind } from '../../../contract/team/notice-kinds.ts'
import { NOTICE } from '../../../contract/wire/limits.ts'
import { announce } from '../../platform/database/announcements.ts'
import { deleteUnlocked, lockRows } from '../../platform/database/row-locks.ts'
import type { NoticeRow, Tables } from '../../platform/database/tables.ts'
import { DECIDED, newMessageId, queueMails } from '../../platform/mail/mail-queue.ts'

/** A notice is mailed after this time, so that its cause can still be corrected. In milliseconds. */
const MAIL_DELAY_MS = 60_000

/** What a person is told of. */
type Cause = {
  kind: NoticeKind
  /** Names what happened: each person is told of it once. */
  name: string
  /** What it is about: of several, each person is told once, and by one mail. */
  applications: readonly number[]
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
  { kind, name, applications, commentId, to, by }: Cause,
  { now, publicUrl }: { now: Date; publicUrl: string },
): Promise<void> {
  const about = { kind, comment_id: commentId ?? null, created_at: now.toISOString() }
  const author = { by_account_id: by?.id ?? null, by_name: by?.name ?? null }
  const rows = [...new Set(to)]
    .filter((account_id) => account_id !== by?.id)
    .flatMap((account_id) => {
      const batch = `${kind}:${name}:${account_id}`
      return applications.map((application_id, index) => ({
        ...{ ...about, ...author, account_id, application_id, batch },
        cause: index === 0 ? batch : `${batch}:${application_id}`,
      }))
    })
  if (rows.length === 0) return
  const written = await trx
    .insertInto('notices')
    .values(rows)
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .returningAll()
    .execute()
  const firsts = written.filter(({ cause, batch }) => cause === batch)
  const mails = (NOTICE_KIND[kind].isMailedOtherwise ? [] : firsts).map((notice) => ({
    ...mailOf(notice),
    message_id: newMessageId(publicUrl),
  }))
  if (mails.length > 0) await queueMails(trx, mails, { now, delayMs: MAIL_DELAY_MS, place: DECIDED })
  for (const { account_id } of firsts) await forgetBeyondMost(trx, { account_id, kind })
  await announce(
    trx,
    firsts.map(({ account_id }) => ({ of: 'notices', id: account_id }) as const),
  )
}

function mailOf({ batch, account_id, comment_id, by_name }: NoticeRow) {
  return {
    ...({ kind: 'notice', state: 'waiting' } as const),
    reason: batch,
    account_id,
    comment_id,
    username: by_name,
  }
}

/** The oldest notices of a kind make room for new ones: many assignments take no mention away. */
async function forgetBeyondMost(
  trx: Transaction<Tables>,
  { account_id, kind }: Pick<NoticeRow, 'account_id' | 'kind'>,
): Promise<void> {
  const ofKind = trx.selectFrom('notices').where('account_id', '=', account_id).where('kind', '=', kind)
  const newestFirst = ofKind.select('id').orderBy('id', 'desc')
  const { id } = (await newestFirst.offset(NOTICE.mostOfKind).limit(1).executeTakeFirst()) ?? {}
  if (id === undefined) return
  // What another transaction changes goes with a later one.
  await deleteUnlocked(trx, 'notices', ofKind.where('id', '<=', id))
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
  const ofComment = trx
    .selectFrom('notices')
    .select('id')
    .where('comment_id', '=', commentId)
    .where('withdrawn_at', 'is', null)
  const gone = from === 'all' ? ofComment : ofComment.where('account_id', 'in', from)
  await lockRows(trx, gone.orderBy('id'))
  await trx.updateTable('notices').set({ withdrawn_at: now.toISOString() }).where('id', 'in', gone).execute()
  const waiting = trx.deleteFrom('mails').where('comment_id', '=', commentId).where('state', '=', 'waiting')
  await (from === 'all' ? waiting : waiting.where('account_id', 'in', from)).execute()
}
