import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { calendarFeedSchema, newCalendarFeedSchema } from '../../../../contract/interviews/interview.ts'
import { INTERVIEWS } from '../../../../contract/policies/interviews-policy.ts'
import { PEOPLE } from '../../../../contract/policies/people-policy.ts'
import { reachOf } from '../../../../contract/policies/policy.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { CALENDAR_FEED } from '../../../../contract/wire/paths.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { notFound } from '../../../platform/http/request-error.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../../platform/http/route.ts'
import { PRIVATE_HEADERS } from '../../../platform/http/security-headers.ts'
import { shareRuns } from '../../../platform/yielding.ts'
import { seenBy, type Viewer } from '../../accounts/seen-by.ts'
import { signedIn } from '../../accounts/sessions.ts'
import type { Services } from '../../feature.ts'
import { listFed } from '../stored/interview-queries.ts'
import { findFeed, findFeedReader, renewFeed, revokeFeed } from './calendar-feed-queries.ts'

const EXTENSION = '.ics'

/** The private calendar feed of each admin. The token is its only key; the log names the route, never the address. */
export function calendarFeedRoutes(app: WellheadApp, { db, interviews, sessions, clock, config }: Services): void {
  const tags = ['interviews']
  const onRequest = async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(PRIVATE_HEADERS)
  }
  const makeFeed = async (seen: Kysely<Tables>) => {
    const now = clock()
    return Buffer.from(await interviews.feedOf(seen, await listFed(seen, now), now))
  }
  // The calendars of those who see all are alike. As bytes, callers share them until the slowest has them.
  const makeFeedOfAll = shareRuns(() => makeFeed(db))
  const feedOf = (reader: Viewer) =>
    reachOf(reader.role, INTERVIEWS.read) === 'all' ? makeFeedOfAll() : makeFeed(seenBy(db, reader))

  app.get<{ Params: { file: string } }>(
    CALENDAR_FEED,
    { onRequest, schema: { hide: true } },
    async (request, reply) => {
      const { file } = request.params
      const token = file.endsWith(EXTENSION) ? file.slice(0, -EXTENSION.length) : ''
      const reader = await findFeedReader(db, token)
      if (!reader) throw notFound('This calendar does not exist, or not any more.')
      return reply
        .header('content-type', 'text/calendar; charset=utf-8')
        .header('content-disposition', 'inline; filename="interviews.ics"')
        .send(await feedOf(reader))
    },
  )

  app.get(
    ADMIN_API.calendarFeed,
    sessions.guarded({
      may: PEOPLE.calendarFeed,
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
      may: PEOPLE.calendarFeed,
      asksAgain: true,
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
      may: PEOPLE.calendarFeed,
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
