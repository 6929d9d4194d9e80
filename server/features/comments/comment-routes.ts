import { APPLICATIONS } from '../../../contract/policies/applications-policy.ts'
import {
  commentChangeSchema,
  commentsSchema,
  commentVersionsSchema,
  newCommentSchema,
  savedCommentSchema,
} from '../../../contract/team/comments.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { idempotencyHeadersSchema, idParamsSchema } from '../../../contract/wire/validation.ts'
import { sendOnlyChanges } from '../../platform/http/entity-tags.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { actionOf, signedIn } from '../accounts/sessions.ts'
import { applicationGone, findApplication } from '../applications/stored/application-queries.ts'
import type { Services } from '../feature.ts'
import { findComment, listComments, listCommentVersions, listViewers, noComment } from './comment-queries.ts'
import { addComment, changeComment, deleteComment } from './write-comments.ts'

/** What colleagues write to each other about an application (`docs/decisions/0139-comments.md`). */
export function commentRoutes(app: WellheadApp, services: Services): void {
  const { db, sessions, clock } = services
  const ofOne = { tags: ['comments'], params: idParamsSchema }
  const saved = { 200: savedCommentSchema, ...errorResponses }

  app.get(
    ADMIN_API.comments,
    {
      onSend: sendOnlyChanges([]),
      ...sessions.guarded({
        may: APPLICATIONS.read,
        of: 'application',
        operationId: 'listComments',
        summary: 'Read the comments on an application',
        responseHeaders: ['ETag'],
        ...ofOne,
        response: { 200: commentsSchema, 304: emptyResponse, ...errorResponses },
      }),
    },
    async (request, reply) => {
      const { id } = request.params
      if (!(await findApplication(db, id))) throw applicationGone()
      reply.header('Cache-Control', 'no-store')
      const viewers = (await listViewers(db, id)).map(({ id, name }) => ({ id, name }))
      return { comments: await listComments(db, id), viewers }
    },
  )

  app.post(
    ADMIN_API.comments,
    sessions.guarded({
      may: APPLICATIONS.assess,
      of: 'application',
      operationId: 'addComment',
      summary: 'Write a comment on an application',
      ...ofOne,
      headers: idempotencyHeadersSchema,
      body: newCommentSchema,
      response: { 201: savedCommentSchema, ...errorResponses },
    }),
    async (request, reply) => {
      const { id } = request.params
      if (!(await findApplication(db, id))) throw applicationGone()
      const key = request.headers['idempotency-key'] ?? null
      return reply.code(201).send(await addComment(services, actionOf(request, clock), request.body, key))
    },
  )

  app.patch(
    ADMIN_API.comment,
    sessions.guarded({
      may: APPLICATIONS.assess,
      of: 'comment',
      operationId: 'changeComment',
      summary: 'Change a comment of one’s own',
      ...ofOne,
      body: commentChangeSchema,
      response: saved,
    }),
    (request) => changeComment(services, actionOf(request, clock), request.body),
  )

  app.delete(
    ADMIN_API.comment,
    sessions.guarded({
      may: APPLICATIONS.assess,
      of: 'comment',
      operationId: 'deleteComment',
      summary: 'Delete a comment: a line stays that says so',
      ...ofOne,
      response: saved,
    }),
    (request) => deleteComment(services, { ...actionOf(request, clock), by: signedIn(request) }),
  )

  app.get(
    ADMIN_API.commentVersions,
    sessions.guarded({
      may: APPLICATIONS.read,
      of: 'comment',
      operationId: 'listCommentVersions',
      summary: 'Read the earlier texts of a comment',
      ...ofOne,
      response: { 200: commentVersionsSchema, ...errorResponses },
    }),
    async (request) => {
      const { id } = request.params
      if (!(await findComment(db, id))) throw noComment()
      return listCommentVersions(db, id)
    },
  )
}
