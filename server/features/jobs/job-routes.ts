import * as z from 'zod'
import {
  changedJobSchema,
  jobCreateSchema,
  jobDeletionQuerySchema,
  jobListQuerySchema,
  jobSchema,
  jobUpdateSchema,
  type PublicJob,
  readJobSchema,
} from '../../../contract/jobs/job.ts'
import { JOBS } from '../../../contract/policies/jobs-policy.ts'
import { may } from '../../../contract/policies/policy.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API } from '../../../contract/wire/paths.ts'
import { idempotencyHeadersSchema, idParamsSchema } from '../../../contract/wire/validation.ts'
import type { JobRow } from '../../platform/database/tables.ts'
import { assembleCachedResponse, sendCached } from '../../platform/http/cached-response.ts'
import { sendOnlyChanges } from '../../platform/http/entity-tags.ts'
import { notFound } from '../../platform/http/request-error.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { type Account, askerOf } from '../accounts/account-queries.ts'
import { actionOf, signedIn } from '../accounts/sessions.ts'
import { securityOf } from '../accounts/tokens/token-operations.ts'
import type { Services } from '../feature.ts'
import { changeJob, createJob, removeJob } from './change-job.ts'
import { presentJob, presentPublicJob } from './job-fields.ts'
import { findJob, listJobs } from './job-queries.ts'
import { isPublic } from './job-rules.ts'
import { missingJob } from './missing-job.ts'
import type { PublishedSnapshot } from './published-jobs.ts'

/** Reading, creating and changing postings. */
export function jobRoutes(app: WellheadApp, services: Services): void {
  const { db, published, today, sessions, clock } = services

  /**
   * How postings are read: in full by those who may, of whom a hiring manager may the own ones, otherwise as by visitors; undefined for
   * what these do not see.
   */
  const presenterFor = async (account: Account | undefined) => {
    const asker = account && (await askerOf(db, account))
    return (job: JobRow) => {
      if (asker && may(asker, JOBS.read, job.id)) return presentJob(job)
      return isPublic(job, today().date) ? presentPublicJob(job) : undefined
    }
  }

  app.get(
    API.jobs,
    {
      onSend: sendOnlyChanges([]),
      schema: {
        operationId: 'listJobs',
        summary: 'List postings: open ones, or with a bearer token all that the account sees',
        responseHeaders: ['ETag'],
        tags: ['jobs'],
        security: [...securityOf('listJobs'), {}],
        querystring: jobListQuerySchema,
        response: { 200: z.array(readJobSchema), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { active } = request.query
      const account = await sessions.fromBearer(request)
      if (!account) {
        if (active === 'false') return reply.send([])
        return sendCached(request, reply, await publicList(await published.current()))
      }
      const jobs = (await listJobs(db)).filter(
        (job) => active === undefined || isPublic(job, today().date) === (active === 'true'),
      )
      const present = await presenterFor(account)
      return reply.header('Cache-Control', 'no-store').send(jobs.flatMap((job) => present(job) ?? []))
    },
  )

  app.get(
    API.job,
    {
      schema: {
        operationId: 'getJob',
        summary: 'Read a posting: an open one, or with a bearer token any that the account sees',
        tags: ['jobs'],
        security: [...securityOf('getJob'), {}],
        params: idParamsSchema,
        response: { 200: readJobSchema, ...errorResponses },
      },
    },
    async (request, reply) => {
      const account = await sessions.fromBearer(request)
      const stored = await findJob(db, request.params.id)
      const present = await presenterFor(account)
      const job = stored && present(stored)
      if (!job) throw notFound('There is no open position with this number.')
      reply.header('Cache-Control', account ? 'no-store' : 'no-cache')
      return job
    },
  )

  app.post(
    ADMIN_API.adminJobs,
    sessions.guarded({
      may: JOBS.change,
      operationId: 'createJob',
      summary: 'Create a posting',
      tags: ['jobs'],
      headers: idempotencyHeadersSchema,
      body: jobCreateSchema,
      response: { 201: jobSchema, ...errorResponses },
    }),
    async (request, reply) => {
      const idempotencyKey = request.headers['idempotency-key'] ?? null
      const action = { by: signedIn(request), now: clock() }
      const job = await createJob(services, action, { job: request.body, idempotencyKey })
      return reply.code(201).send(presentJob(job))
    },
  )

  app.patch(
    ADMIN_API.adminJob,
    sessions.guarded({
      may: JOBS.change,
      operationId: 'updateJob',
      summary: 'Change a posting',
      tags: ['jobs'],
      params: idParamsSchema,
      body: jobUpdateSchema,
      response: { 200: changedJobSchema, ...errorResponses },
    }),
    async (request) => {
      const action = actionOf(request, clock)
      const changed = await changeJob(services, action, request.body)
      if (!changed) throw await missingJob(db, action.id)
      const { job, changeId } = changed
      if (changeId === null) return presentJob(job)
      services.outbox.wake()
      return { ...presentJob(job), changeId }
    },
  )

  app.delete(
    ADMIN_API.adminJob,
    sessions.guarded({
      may: JOBS.change,
      operationId: 'deleteJob',
      summary: 'Delete a posting; its applications stay',
      tags: ['jobs'],
      params: idParamsSchema,
      querystring: jobDeletionQuerySchema,
      response: { 204: emptyResponse, ...errorResponses },
    }),
    async (request, reply) => {
      const action = actionOf(request, clock)
      await removeJob(services, action, request.query.version)
      return reply.code(204).send(null)
    },
  )
}

/** The list that visitors read. */
export function publicList(snapshot: PublishedSnapshot) {
  return snapshot.response(API.jobs, () =>
    assembleCachedResponse(jsonPieces(snapshot.jobs), {
      contentType: 'application/json; charset=utf-8',
      cacheControl: 'no-cache',
    }),
  )
}

/** The pieces of a list as `JSON.stringify` would write it. */
function* jsonPieces(jobs: readonly PublicJob[]): Generator<string, void> {
  yield '['
  for (const [place, job] of jobs.entries()) yield `${place === 0 ? '' : ','}${JSON.stringify(job)}`
  yield ']'
}
