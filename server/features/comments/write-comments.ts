import type { Transaction } from 'kysely'
import type { Comment, CommentChange, NewComment } from '../../../contract/team/comments.ts'
import { hashContent } from '../../platform/database/content-hash.ts'
import { lockRow } from '../../platform/database/row-locks.ts'
import type { CommentRow, Db, Tables } from '../../platform/database/tables.ts'
import { eraseDeleted } from '../../platform/database/watch-database.ts'
import { changedMeanwhile, idempotencyKeyReused, RequestError } from '../../platform/http/request-error.ts'
import type { Account } from '../accounts/account-queries.ts'
import { applicationGone, findApplication } from '../applications/stored/application-queries.ts'
import { type Action, type Actor, recordAction, shownName } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { notify, withdrawNotices } from '../notices/notify.ts'
import { requireMentionRoom, requireRoom, requireVersionRoom } from './comment-limits.ts'
import { findComment, listViewers, mentionsOf, noComment, presentComments } from './comment-queries.ts'

/**
 * Writes a comment on an application, and tells those whom it mentions.
 * @param idempotencyKey of the request; a second request with the same key and text returns the first one's comment
 * @throws {RequestError} `not_found`; `invalid_request` for a mention of a person who does not see the application, and for too many
 * comments or characters; `too_many_requests` for too many mentions; `idempotency_key_reused`
 */
export async function addComment(
  { db, outbox, config }: Pick<Services, 'db' | 'outbox' | 'config'>,
  { by, id, now }: Action,
  { text, mentions }: NewComment,
  idempotencyKey: string | null,
): Promise<Comment> {
  const key = idempotencyKey && hashContent([by.id, idempotencyKey])
  const comment = await db.transaction().execute(async (trx) => {
    await lockAuthor(trx, by)
    // One comment after the other: they are counted, and one that is sent twice is stored once.
    await lockRow(trx, 'applications', id, 'no key update')
    if (!(await findApplication(trx, id))) throw applicationGone()
    const earlier = key ? await findByKey(trx, key) : undefined
    if (earlier) return presentEarlier(trx, earlier, { id, text })
    await requireRoom(trx, id, text)
    await requireReaders(trx, id, mentions)
    const row = await trx
      .insertInto('comments')
      .values({
        ...{ application_id: id, account_id: by.id, author_name: shownName(by), text },
        ...{ mentions: JSON.stringify(mentions), created_at: now.toISOString(), idempotency_key: key },
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await record(trx, 'comment_added', row, { by, now })
    await notifyMentioned(trx, row, mentions, { by, now, publicUrl: config.publicUrl })
    return present(trx, row)
  })
  outbox.wake()
  return comment
}

/**
 * Changes the text of a comment, whose earlier text stays readable, and tells those whom it mentions anew.
 * @throws {RequestError} `not_found`; `forbidden` for a comment of another person; `changed_meanwhile`; `invalid_request` and
 * `too_many_requests` as {@link addComment}
 */
export async function changeComment(
  { db, outbox, config }: Pick<Services, 'db' | 'outbox' | 'config'>,
  { by, id, now }: Action,
  { text, mentions, version }: CommentChange,
): Promise<Comment> {
  const comment = await db.transaction().execute(async (trx) => {
    await lockAuthor(trx, by)
    const before = await lockOwn(trx, id, by)
    const isSame = before.text === text && before.mentions === JSON.stringify(mentions)
    if (isSame) return present(trx, before)
    if (before.version !== version) throw changedMeanwhile(await present(trx, before))
    await requireReaders(trx, before.application_id, mentions)
    const at = now.toISOString()
    if (before.text !== text) {
      await requireVersionRoom(trx, { id, applicationId: before.application_id }, text)
      await trx.insertInto('comment_versions').values({ comment_id: id, text: before.text, until: at }).execute()
    }
    const row = await trx
      .updateTable('comments')
      .set({ text, mentions: JSON.stringify(mentions), version: version + 1, edited_at: at })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await record(trx, 'comment_changed', row, { by, now })
    const mentionedBefore = mentionsOf(before)
    const anew = mentions.filter((each) => !mentionedBefore.includes(each))
    const gone = mentionedBefore.filter((each) => !mentions.includes(each))
    await withdrawNotices(trx, { commentId: id, from: gone }, now)
    await notifyMentioned(trx, row, anew, { by, now, publicUrl: config.publicUrl })
    return present(trx, row)
  })
  outbox.wake()
  return comment
}

/**
 * Deletes the text of a comment and of its versions; a line stays. A repeated deletion succeeds.
 * @throws {RequestError} `not_found`; `forbidden` for a comment of another person, unless an owner deletes it
 */
export async function deleteComment(
  { db }: Pick<Services, 'db'>,
  { by, id, now }: Action & { by: Account },
): Promise<Comment> {
  const comment = await db.transaction().execute(async (trx) => {
    await lockRow(trx, 'comments', id)
    const before = await findComment(trx, id)
    if (!before) throw noComment()
    if (before.account_id !== by.id && by.role !== 'owner') throw notYours('delete')
    if (before.deleted_at !== null) return present(trx, before)
    await trx.deleteFrom('comment_versions').where('comment_id', '=', id).execute()
    await withdrawNotices(trx, { commentId: id, from: 'all' }, now)
    const row = await trx
      .updateTable('comments')
      .set({ text: null, verdict: null, mentions: '[]', version: before.version + 1, deleted_at: now.toISOString() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await record(trx, 'comment_deleted', row, { by, now })
    return present(trx, row)
  })
  eraseDeleted(db)
  return comment
}

/** The mails of one person’s mentions are counted one after the other. Before the application, as in the deletion of an account. */
function lockAuthor(trx: Transaction<Tables>, { id }: Actor): Promise<void> {
  return lockRow(trx, 'accounts', id, 'no key update')
}

/** A comment of one's own that is not deleted, with its application, whose comments are counted. */
async function lockOwn(trx: Transaction<Tables>, id: number, by: Actor): Promise<CommentRow & { text: string }> {
  const read = await findComment(trx, id)
  if (read) await lockRow(trx, 'applications', read.application_id, 'no key update')
  await lockRow(trx, 'comments', id)
  const comment = await findComment(trx, id)
  if (!comment) throw noComment()
  if (comment.account_id !== by.id) throw notYours('change')
  if (comment.text === null) throw changedMeanwhile(await present(trx, comment))
  return { ...comment, text: comment.text }
}

function record(
  trx: Transaction<Tables>,
  action: 'comment_added' | 'comment_changed' | 'comment_deleted',
  { application_id: id }: CommentRow,
  { by, now }: { by: Actor; now: Date },
): Promise<void> {
  return recordAction(trx, { by, now, id, subject: 'application', event: { action } })
}

function findByKey(db: Db, key: string): Promise<CommentRow | undefined> {
  return db.selectFrom('comments').selectAll().where('idempotency_key', '=', key).executeTakeFirst()
}

async function presentEarlier(db: Db, earlier: CommentRow, sent: { id: number; text: string }): Promise<Comment> {
  const isRepeated = earlier.application_id === sent.id && (earlier.text === sent.text || earlier.version > 1)
  if (!isRepeated) throw idempotencyKeyReused()
  return present(db, earlier)
}

async function present(db: Db, row: CommentRow): Promise<Comment> {
  const [comment] = await presentComments(db, [row])
  if (!comment) throw noComment()
  return comment
}

/** The same refusal for a person who does not exist and for one who does not see the application. */
async function requireReaders(db: Db, applicationId: number, mentions: readonly number[]): Promise<void> {
  if (mentions.length === 0) return
  const viewers = new Set((await listViewers(db, applicationId)).map(({ id }) => id))
  if (mentions.every((id) => viewers.has(id))) return
  const message = 'Mention only people who see this application.'
  throw new RequestError('invalid_request', message, { issues: [{ path: 'mentions', message }] })
}

/** Tells those whom a version of a comment mentions anew. @throws {RequestError} `too_many_requests` */
async function notifyMentioned(
  trx: Transaction<Tables>,
  { id, version, application_id }: CommentRow,
  mentions: readonly number[],
  { by, now, publicUrl }: { by: Actor; now: Date; publicUrl: string },
): Promise<void> {
  const to = mentions.filter((each) => each !== by.id)
  if (to.length > 0) await requireMentionRoom(trx, by.id, to.length, now)
  const about = { name: `${id}:${version}`, applications: [application_id], commentId: id }
  await notify(trx, { kind: 'mentioned', ...about, to, by: { id: by.id, name: shownName(by) } }, { now, publicUrl })
}

function notYours(verb: 'change' | 'delete'): RequestError {
  const who = verb === 'change' ? 'its author' : 'its author or an owner'
  return new RequestError('forbidden', `Only ${who} can ${verb} a comment.`)
}
