import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import * as z from 'zod'
import {
  type ApplicationListQuery,
  applicationListQuerySchema,
  applicationSummaryQuerySchema,
  applicationSummarySchema,
  listedApplicationSchema,
} from '../../../../contract/applications/application-list.ts'
import { ASSIGNED_TO_ME } from '../../../../contract/applications/application-terms.ts'
import { APPLICATIONS } from '../../../../contract/policies/applications-policy.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { EXACT_HEADER, TOTAL_HEADER } from '../../../../contract/wire/paths.ts'
import { sendOnlyChanges } from '../../../platform/http/entity-tags.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../../platform/http/route.ts'
import type { Account } from '../../accounts/account-queries.ts'
import { seenBy } from '../../accounts/seen-by.ts'
import { signedIn } from '../../accounts/sessions.ts'
import { securityOf } from '../../accounts/tokens/token-operations.ts'
import type { Services } from '../../feature.ts'
import { presentApplication } from '../stored/application-presenter.ts'
import { readSummary } from './application-summary.ts'
import { readApplicationPage } from './list-applications.ts'
import { readWholeList, streamApplications } from './stream-applications.ts'

/** Reading the applications as a list, and their counts (`docs/decisions/0028`). */
export function applicationListRoutes(app: WellheadApp, { db, sessions, clock, today }: Services): void {
  app.get(
    ADMIN_API.applications,
    {
      onRequest: sessions.requireApplicationsReader,
      config: { may: APPLICATIONS.read },
      onSend: sendOnlyChanges([TOTAL_HEADER, EXACT_HEADER, 'Link']),
      schema: {
        operationId: 'listApplications',
        summary: 'List applications: all, or one page of the matching ones',
        responseHeaders: ['ETag', 'Link', 'X-Total-Count', 'X-Total-Count-Exact'],
        tags: ['applications'],
        security: [...securityOf('listApplications'), { applicationsCookie: [] }],
        querystring: applicationListQuerySchema,
        response: { 200: z.array(listedApplicationSchema), 304: emptyResponse, ...errorResponses },
      },
    },
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      const seen = seenBy(db, signedIn(request))
      const isWholeList = Object.keys(request.query).length === 0
      if (isWholeList) {
        const { rows, isAll } = await readWholeList(seen)
        return isAll ? rows.map(presentApplication) : sendStream(reply, streamApplications(seen, rows))
      }

      const { rows, snippets, offers, total, isExact, next } = await readApplicationPage(
        seen,
        { now: clock(), today: today().date },
        withFilter(request.query, signedIn(request)),
      )
      reply.header(TOTAL_HEADER, total)
      if (!isExact) reply.header(EXACT_HEADER, 'false')
      if (next !== undefined) reply.header('Link', `<${withCursor(request.url, next)}>; rel="next"`)
      return rows.map((row) => {
        const snippet = snippets.get(row.id)
        const offeredTimes = offers.get(row.id)
        return { ...presentApplication(row), ...(snippet && { snippet }), ...(offeredTimes && { offeredTimes }) }
      })
    },
  )

  app.get(
    ADMIN_API.applicationSummary,
    {
      onSend: sendOnlyChanges([]),
      ...sessions.guarded({
        may: APPLICATIONS.read,
        of: 'rows',
        operationId: 'getApplicationSummary',
        summary: 'Count applications and postings for the dashboard',
        responseHeaders: ['ETag'],
        tags: ['applications'],
        querystring: applicationSummaryQuerySchema,
        response: { 200: applicationSummarySchema, 304: emptyResponse, ...errorResponses },
      }),
    },
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return readSummary(seenBy(db, signedIn(request)), withFilter(request.query, signedIn(request)), today())
    },
  )
}

/** Sends JSON in pieces. The response to HEAD has none, so nothing is read for it. */
function sendStream(reply: FastifyReply, pieces: Readable): never {
  const isHead = reply.request.method === 'HEAD'
  if (isHead) pieces.destroy()
  return reply.type('application/json; charset=utf-8').send(isHead ? Readable.from([]) : pieces) as never
}

/** A query that names the person of the filter by the account, and has the tags under the name of the filter. */
export function withFilter<Query extends Pick<ApplicationListQuery, 'assigned' | 'tags'>>(
  { assigned, tags, ...others }: Query,
  { id }: Pick<Account, 'id'>,
) {
  const query = tags === undefined ? others : { ...others, tagIds: tags }
  return assigned === undefined ? query : { ...query, assigneeId: assigned === ASSIGNED_TO_ME ? id : assigned }
}

function withCursor(address: string, cursor: string): string {
  const query = new URLSearchParams(address.split('?')[1])
  query.set('cursor', cursor)
  return `${ADMIN_API.applications}?${query}`
}
