import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod'
import type {
  Comment,
  CommentChange,
  CommentVersions,
  commentsSchema,
  NewComment,
} from '../../../contract/team/comments.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { IDEMPOTENCY_HEADER, pathTo } from '../../../contract/wire/paths.ts'
import { failureMessage } from '../../api/api-error.ts'
import { readToken, readUser } from '../../api/auth-store.ts'
import { conditionalRead, shareWithETag } from '../../api/conditional-read.ts'
import { isEditConflict } from '../../api/edit-conflict.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { toast } from '../../ui/toast/toast.ts'
import { pollOptions } from '../api/poll-options.ts'
import { commentEdits } from './comment-drafts.ts'

/** The comments on an application, and who can be mentioned. */
export function commentsQuery(token: string | null, applicationId: number) {
  const address = pathTo(ADMIN_API.comments, applicationId)
  return queryOptions({
    ...pollOptions,
    queryKey: [address, token],
    queryFn: (reading) =>
      conditionalRead(reading, address, {
        token,
        read: (response) => response.json() as Promise<z.output<typeof commentsSchema>>,
      }),
    structuralSharing: shareWithETag,
  })
}

/** The earlier texts of a comment. */
export function commentVersionsQuery(token: string | null, { id, version }: Comment) {
  const address = pathTo(ADMIN_API.commentVersions, id)
  return queryOptions({
    queryKey: [address, version, token],
    queryFn: ({ signal }) => jsonRequest<CommentVersions>('GET', address, { token, signal }),
  })
}

/** What is done with a comment: written with the key of its attempt, changed, or deleted. */
type CommentWrite =
  | { comment: NewComment; key: string }
  | { changed: Comment; change: CommentChange }
  | { deleted: Comment }

const FAILURES = {
  comment: 'Comment was not sent',
  changed: 'Comment was not changed',
  deleted: 'Comment was not deleted',
}

/** Returns the action that writes, changes or deletes a comment on an application; the list is then read anew. */
export function useCommentWrite(applicationId: number) {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn: (write: CommentWrite) => send(applicationId, write),
    onSuccess: (_saved, write) => {
      if ('deleted' in write) toast({ title: 'Comment deleted' })
      // Also where the form has gone meanwhile.
      if ('changed' in write) commentEdits.remove(write.changed.id, readUser()?.username)
    },
    onError: (error, write) => {
      // The form itself then shows both texts.
      if ('changed' in write && isEditConflict(error)) return
      const title = FAILURES['comment' in write ? 'comment' : 'changed' in write ? 'changed' : 'deleted']
      showFailure(error, { title, description: failureMessage(error) })
    },
    onSettled: () => client.invalidateQueries({ queryKey: [pathTo(ADMIN_API.comments, applicationId)] }),
  })
}

function send(applicationId: number, write: CommentWrite): Promise<Comment> {
  const token = readToken()
  if ('comment' in write) {
    const headers = { [IDEMPOTENCY_HEADER]: write.key }
    return jsonRequest('POST', pathTo(ADMIN_API.comments, applicationId), { token, body: write.comment, headers })
  }
  const { id } = 'changed' in write ? write.changed : write.deleted
  const address = pathTo(ADMIN_API.comment, id)
  if ('deleted' in write) return jsonRequest('DELETE', address, { token })
  return jsonRequest('PATCH', address, { token, body: write.change })
}
