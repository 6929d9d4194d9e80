import type { Comment, CommentVersions } from '../../../contract/team/comments.ts'
import { PAGE_SIZE } from '../../../contract/wire/limits.ts'
import type { CommentRow, Db } from '../../platform/database/tables.ts'
import { notFound, type RequestError } from '../../platform/http/request-error.ts'

/**
 * A colleague who sees an application. The address is one that others gave to the account: one that its person has typed is proved by
 * nobody, and may be that of an interviewer.
 */
export type NamedViewer = { id: number; name: string; email: string | null }

/** Everyone who sees an application, by name: with its posting for a hiring manager, and never one in quarantine. */
export async function listViewers(db: Db, applicationId: number): Promise<NamedViewer[]> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'username', 'display_name', 'email', 'is_email_given'])
    .where('deactivated_at', 'is', null)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('role', '!=', 'hiring_manager'),
        exists(
          selectFrom('job_assignments')
            .innerJoin('applications', 'applications.job_id', 'job_assignments.job_id')
            .select('applications.id')
            .whereRef('job_assignments.account_id', '=', 'accounts.id')
            .where('applications.id', '=', applicationId)
            .where('applications.quarantined', '=', 0),
        ),
      ]),
    )
    .execute()
  return rows
    .map(({ id, username, display_name, email, is_email_given }) => ({
      ...{ id, name: display_name ?? username, email: is_email_given === 1 ? email : null },
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

/** The comments on an application, oldest first. */
export async function listComments(db: Db, applicationId: number): Promise<Comment[]> {
  const rows = db.selectFrom('comments').selectAll().where('application_id', '=', applicationId).orderBy('id')
  return presentComments(db, await rows.execute())
}

/** Comments as they are read, with those whom they mention by their names of today. */
export async function presentComments(db: Db, rows: readonly CommentRow[]): Promise<Comment[]> {
  const mentioned = rows.map((row) => mentionsOf(row))
  const ids = [...new Set(mentioned.flat())]
  const accounts =
    ids.length > 0
      ? await db.selectFrom('accounts').select(['id', 'username', 'display_name']).where('id', 'in', ids).execute()
      : []
  const names = new Map(accounts.map(({ id, username, display_name }) => [id, display_name ?? username]))
  return rows.map((row, index) => ({
    id: row.id,
    by: { id: row.account_id, name: row.author_name },
    verdict: row.verdict,
    createdAt: row.created_at,
    text: row.text,
    mentions: (mentioned[index] ?? []).flatMap((id) => ({ id, name: names.get(id) ?? '' })).filter(({ name }) => name),
    editedAt: row.edited_at,
    deletedAt: row.deleted_at,
    version: row.version,
  }))
}

/** The ids of the accounts that a comment mentions. */
export function mentionsOf({ mentions }: Pick<CommentRow, 'mentions'>): number[] {
  return JSON.parse(mentions) as number[]
}

/** A comment. */
export function findComment(db: Db, id: number): Promise<CommentRow | undefined> {
  return db.selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The refusal of a comment that does not exist. */
export function noComment(): RequestError {
  return notFound('There is no such comment.')
}

/** The earlier texts of a comment, newest first. */
export async function listCommentVersions(db: Db, commentId: number): Promise<CommentVersions> {
  const versions = await db
    .selectFrom('comment_versions')
    .select(['text', 'until'])
    .where('comment_id', '=', commentId)
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE.most)
    .execute()
  return { versions }
}
