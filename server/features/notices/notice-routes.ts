import { APPLICATIONS } from '../../../contract/policies/applications-policy.ts'
import { PEOPLE } from '../../../contract/policies/people-policy.ts'
import {
  noticeSettingsSchema,
  noticesQuerySchema,
  noticesSchema,
  readNoticesSchema,
} from '../../../contract/team/notices.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { sendOnlyChanges } from '../../platform/http/entity-tags.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { signedIn } from '../accounts/sessions.ts'
import type { Services } from '../feature.ts'
import { listNotices, readNoticeSettings, readNotices, saveNoticeSettings } from './notice-queries.ts'

/** What a person is told, and what of it the person wants (`docs/decisions/0144-notices.md`). */
export function noticeRoutes(app: WellheadApp, { db, clock, sessions }: Services): void {
  const tags = ['notices']
  const settings = { may: PEOPLE.own, tags, response: { 200: noticeSettingsSchema, ...errorResponses } }

  app.get(
    ADMIN_API.notices,
    {
      onSend: sendOnlyChanges([]),
      ...sessions.guarded({
        may: APPLICATIONS.read,
        of: 'rows',
        operationId: 'listNotices',
        summary: 'List one’s notices, and count those that are unread',
        responseHeaders: ['ETag'],
        tags,
        querystring: noticesQuerySchema,
        response: { 200: noticesSchema, 304: emptyResponse, ...errorResponses },
      }),
    },
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return listNotices(db, signedIn(request), request.query.before)
    },
  )

  app.post(
    ADMIN_API.readNotices,
    sessions.guarded({
      may: PEOPLE.own,
      operationId: 'readNotices',
      summary: 'Mark one of one’s notices as read, or all up to it',
      tags,
      body: readNoticesSchema,
      response: { 204: emptyResponse, ...errorResponses },
    }),
    async (request, reply) => {
      await readNotices(db, signedIn(request), { ...request.body, now: clock() })
      return reply.code(204).send(null)
    },
  )

  app.get(
    ADMIN_API.noticeSettings,
    sessions.guarded({ ...settings, operationId: 'getNoticeSettings', summary: 'Read which notices reach one' }),
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return readNoticeSettings(db, signedIn(request).id)
    },
  )

  app.put(
    ADMIN_API.noticeSettings,
    sessions.guarded({
      ...settings,
      operationId: 'saveNoticeSettings',
      summary: 'Choose which notices reach one in the page and by mail',
      body: noticeSettingsSchema,
    }),
    async (request) => {
      await saveNoticeSettings(db, signedIn(request).id, request.body)
      return request.body
    },
  )
}
