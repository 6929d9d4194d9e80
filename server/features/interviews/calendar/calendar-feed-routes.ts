import type { FastifyReply, FastifyRequest } from 'fastify'
import { calendarFeedSchema, newCalendarFeedSchema } from '../../../../contract/interviews/interview.ts'
import { PEOPLE } from '../../../../contract/policies/people-policy.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { CALENDAR_FEED } from '../../../../contract/wire/paths.ts'
import { notFound } from '../../../platform/http/request-error.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../../platform/http/route.ts'
import { PRIVATE_HEADERS } from '../../../platform/http/security-headers.ts'
import { shareRuns } from '../../../platform/yielding.ts'
import { signedIn } from '../../accounts/sessions.ts'
import type { Services } from '../../feature.ts'
import { listFed } from '../stored/interview-queries.ts'
import { findFeed, isFeedToken, renewFeed, revokeFeed } from './calendar-feed-queries.ts'

const EXTENSION = '.ics'

/** The private calendar feed of each admin. The token is its only key; the log names the route, never the address. */
export function calendarFeedRoutes(app: WellheadApp, { db, interviews, sessions, clock, config }: Services): void {
  const tags = ['interviews']
  const onRequest = async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(PRIVATE_HEADERS)
  }
  // The calendars of all admins are alike. As bytes, callers share them until the slowest has them.
  const makeFeed = shareRuns(async () => {
    const now = clock()
    return Buffer.from(await interviews.feedOf(db, await listFed(db, now), now))
  })

  app.get<{ Params: { file: string } }>(
    CALENDAR_FEED,
    { onRequest, schema: { hide: true } },
    async (request, reply) => {
      const { file } = request.params
      const token = file.endsWith(EXTENSION) ? file.slice(0, -EXTENSION.length) : ''
      if (!(await isFeedToken(db, token))) throw notFound('This calendar does not exist, or not any more.')
      return reply
        .header('content-type', 'text/calendar; charset=utf-8')
        .header('content-disposition', 'inline; filename="interviews.ics"')
        .send(await makeFeed())
    },
  )

  app.get(
    ADMIN_API.calendarFeed,
    sessions.guarded({
      may: PEOPLE.own,
      operationId: 'getCalendarFeed',
      summary: "Read whether the account's calendar feed exists",
      tags,
      response: { 200: calendarFeedSchema, ...errorResponses },
    }),
    async (request) => ({ createdAt: (await findFeed(db, signedIn(request).id)) ?? null }),
  )

  app.post(
    ADMIN_API.calendarFeed,
    sessions.guarded({
      may: PEOPLE.own,
      operationId: 'renewCalendarFeed',
      summary: "Make the account's calendar feed, or give it a new address",
      tags,
      response: { 200: newCalendarFeedSchema, ...errorResponses },
    }),
    async (request) => {
      const now = clock()
      const token = await db.transaction().execute((trx) => renewFeed(trx, signedIn(request), now))
      return {
        url: `${config.publicUrl}${CALENDAR_FEED.replace(':file', token + EXTENSION)}`,
        createdAt: now.toISOString(),
      }
    },
  )

  app.delete(
    ADMIN_API.calendarFeed,
    sessions.guarded({
      may: PEOPLE.own,
      operationId: 'revokeCalendarFeed',
      summary: "End the account's calendar feed",
      tags,
      response: { 204: emptyResponse, ...errorResponses },
    }),
    async (request, reply) => {
      await db.transaction().execute((trx) => revokeFeed(trx, signedIn(request), clock()))
      return reply.code(204).send(null)
    },
  )
}
