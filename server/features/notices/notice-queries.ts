import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { NOTICE_CHANNELS, NOTICE_KINDS, type NoticeChannel } from '../../../contract/team/notice-kinds.ts'
import type { NoticeSettings, Notices, ReadNotices } from '../../../contract/team/notices.ts'
import { NOTICE } from '../../../contract/wire/limits.ts'
import { recordOf } from '../../../contract/wire/records.ts'
import { deleteUnlocked, lockRows } from '../../platform/database/row-locks.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { seenBy, type Viewer } from '../accounts/seen-by.ts'
import { isTrueOrRead } from './true-notices.ts'

const DAY_MS = 24 * 60 * 60_000
/** Notices that one step deletes: other requests come between. */
const BATCH = 500

/** A page of the notices of a person, newest first, and how many are unread: only about applications that the person sees. */
export async function listNotices(db: Kysely<Tables>, viewer: Viewer, before?: number): Promise<Notices> {
  const shown = shownNotices(db, viewer)
  const batches = await shown
    .select(({ fn }) => [fn.min('notices.id').as('id'), fn.countAll<number | string>().as('count')])
    .select(({ fn }) => fn.count<number | string>('notices.read_at').as('read'))
    .groupBy('notices.batch')
    .$if(before !== undefined, (all) => all.having(({ fn }) => fn.min('notices.id'), '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(NOTICE.pageSize + 1)
    .execute()
  const page = batches.slice(0, NOTICE.pageSize)
  const rows = await findFirsts(
    seenBy(db, viewer),
    page.map(({ id }) => id),
  )
  const unread = await shown
    .select(({ fn }) => fn.count<number | string>('notices.batch').distinct().as('count'))
    .where('notices.read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    notices: page.flatMap(({ id, count, read }) => {
      const row = rows.get(id)
      return row ? [{ ...row, count: Number(count), isRead: Number(read) === Number(count) }] : []
    }),
    unread: Number(unread.count),
    hasEarlier: batches.length > NOTICE.pageSize,
  }
}

/** The first notices of batches as they are shown, by id. */
async function findFirsts(db: Kysely<Tables>, ids: readonly number[]) {
  // PostgreSQL refuses an empty list.
  if (ids.length === 0) return new Map<number, never>()
  const rows = await db
    .selectFrom('notices')
    .innerJoin('applications', 'applications.id', 'notices.application_id')
    .leftJoin('jobs', 'jobs.id', 'applications.job_id')
    .select(['notices.id', 'notices.kind', 'notices.by_name', 'notices.comment_id', 'notices.created_at'])
    .select(['notices.application_id', 'applications.name', 'jobs.title'])
    .where('notices.id', 'in', ids)
    .execute()
  const presented = rows.map((row) => ({
    ...{ id: row.id, kind: row.kind, by: row.by_name, commentId: row.comment_id, at: row.created_at },
    application: { id: row.application_id, name: row.name, job: row.title },
  }))
  return new Map(presented.map((notice) => [notice.id, notice]))
}

/** The notices of a person that are not switched off in the page. The join leaves those of which the application is not seen. */
function shownNotices(db: Kysely<Tables>, viewer: Viewer) {
  return seenBy(db, viewer)
    .selectFrom('notices')
    .innerJoin('applications', 'applications.id', 'notices.application_id')
    .where('notices.account_id', '=', viewer.id)
    .where('notices.withdrawn_at', 'is', null)
    .where(isTrueOrRead)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('muted_notices')
            .select('muted_notices.kind')
            .whereRef('muted_notices.account_id', '=', 'notices.account_id')
            .whereRef('muted_notices.kind', '=', 'notices.kind')
            .where('muted_notices.channel', '=', 'page'),
        ),
      ),
    )
}

/**
 * Notes that a person has read a notice, and those before it where asked; a repeated request changes nothing. A notice that is not
 * shown stays unread: one that is no longer true would come back as read.
 */
export function readNotices(
  db: Kysely<Tables>,
  viewer: Viewer,
  { id, andEarlier, now }: ReadNotices & { now: Date },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const own = trx.selectFrom('notices').where('account_id', '=', viewer.id)
    const batches = own.select('batch').where('id', andEarlier ? '<=' : '=', id)
    const shown = await shownNotices(trx, viewer)
      .select('notices.id')
      .where('notices.read_at', 'is', null)
      .where('notices.batch', 'in', batches)
      .execute()
    // PostgreSQL refuses an empty list.
    if (shown.length === 0) return
    const ids = shown.map((notice) => notice.id)
    await lockRows(trx, own.select('id').where('id', 'in', ids).orderBy('id'))
    await trx
      .updateTable('notices')
      .set({ read_at: now.toISOString() })
      .where('id', 'in', ids)
      .where('read_at', 'is', null)
      .execute()
  })
}

/** Which notices reach a person, and how: all that is not switched off. */
export async function readNoticeSettings(db: Db, accountId: number): Promise<NoticeSettings> {
  const rows = await db
    .selectFrom('muted_notices')
    .select(['kind', 'channel'])
    .where('account_id', '=', accountId)
    .execute()
  const reaches = (kind: string, channel: NoticeChannel) =>
    !rows.some((row) => row.kind === kind && row.channel === channel)
  return recordOf(NOTICE_KINDS, (kind) => recordOf(NOTICE_CHANNELS, (channel) => reaches(kind, channel)))
}

/** Whether a person wants a kind of notice by mail. */
export async function isMailed(db: Db, accountId: number, kind: keyof NoticeSettings): Promise<boolean> {
  return (await readNoticeSettings(db, accountId))[kind].mail
}

/** Stores which notices reach a person, and how. */
export function saveNoticeSettings(db: Kysely<Tables>, accountId: number, settings: NoticeSettings): Promise<void> {
  const muted = NOTICE_KINDS.flatMap((kind) =>
    NOTICE_CHANNELS.filter((channel) => !settings[kind][channel]).map((channel) => ({
      ...{ account_id: accountId, kind, channel },
    })),
  )
  return db.transaction().execute(async (trx) => {
    await trx.deleteFrom('muted_notices').where('account_id', '=', accountId).execute()
    if (muted.length === 0) return
    // Another window may save the same at the same time.
    await trx
      .insertInto('muted_notices')
      .values(muted)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

/** Deletes notices that were kept long enough, some at a time. */
export async function forgetOldNotices(db: Kysely<Tables>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - NOTICE.keptDays * DAY_MS).toISOString()
  const old = db.selectFrom('notices').where('created_at', '<', before).orderBy('created_at').limit(BATCH)
  while ((await deleteUnlocked(db, 'notices', old)) === BATCH) await yieldToOthers()
}
