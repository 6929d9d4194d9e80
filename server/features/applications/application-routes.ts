import { create as contentDisposition } from 'content-disposition'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import {
  applicationSchema,
  applicationUpdateSchema,
  applicationVisibilitySchema,
  resumeQuerySchema,
} from '../../../contract/application.ts'
import { API } from '../../../contract/paths.ts'
import { idParamsSchema } from '../../../contract/validation.ts'
import { RESUME_MEDIA_TYPES } from '../../../contract/vocabulary.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { FileStores } from '../../platform/file-stores/file-stores.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../platform/http/feature.ts'
import { FOREIGN_FILE_POLICY } from '../../platform/http/security-headers.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import { downloadName } from '../../platform/uploads/resume-name.ts'
import { type Sessions, signedIn } from '../accounts/sessions.ts'
import type { Action } from '../audit/audit-queries.ts'
import { presentApplication } from './application-presenter.ts'
import { changeApplication } from './changes/change-application.ts'
import { removeApplications } from './changes/remove-applications.ts'
import { downloadResume, recordOpening } from './resumes/download-resume.ts'

type Dependencies = {
  db: Kysely<Tables>
  stores: FileStores
  sessions: Sessions
  outbox: Outbox
  clock: Clock
}

/** Deciding on one application and reading its resume (`spec.md` section 7). */
export function applicationRoutes(app: WellheadApp, dependencies: Dependencies): void {
  const { db, stores, sessions, outbox, clock } = dependencies
  const actionOf = (request: Pick<FastifyRequest, 'account'> & { params: { id: number } }): Action => ({
    by: signedIn(request),
    id: request.params.id,
    now: clock(),
  })
  const ofOne = { tags: ['applications'], params: idParamsSchema }

  app.patch(
    API.application,
    sessions.guarded({
      ...ofOne,
      body: applicationUpdateSchema,
      response: { 200: applicationSchema, ...errorResponses },
    }),
    async (request) => {
      const { status, feedback, interviewDate, version } = request.body
      const changes = {
        ...(status !== undefined && { status }),
        ...(feedback !== undefined && { feedback: feedback || null }),
        ...(interviewDate !== undefined && { interview_date: interviewDate }),
      }
      const application = await changeApplication(db, actionOf(request), changes, version)
      return presentApplication(application)
    },
  )

  app.patch(
    API.adminApplication,
    sessions.guarded({
      ...ofOne,
      body: applicationVisibilitySchema,
      response: { 200: applicationSchema, ...errorResponses },
    }),
    async (request) => {
      const { archived, quarantined, version } = request.body
      const changes = {
        ...(archived !== undefined && { archived: archived ? (1 as const) : (0 as const) }),
        ...(quarantined !== undefined && { quarantined: 0 as const }),
      }
      const application = await changeApplication(db, actionOf(request), changes, version)
      return presentApplication(application)
    },
  )

  app.delete(
    API.adminApplication,
    sessions.guarded({ ...ofOne, response: { 204: emptyResponse, ...errorResponses } }),
    async (request, reply) => {
      const { id, ...author } = actionOf(request)
      await removeApplications({ db, outbox }, author, [id])
      return reply.code(204).send(null)
    },
  )

  app.get(
    API.resume,
    {
      config: { writes: true },
      ...sessions.guarded({
        ...ofOne,
        querystring: resumeQuerySchema,
        produces: Object.values(RESUME_MEDIA_TYPES),
        response: { 200: z.any().describe('The file as it was sent'), ...errorResponses },
      }),
    },
    async (request, reply) => {
      const opening = { db, stores, clock, log: request.log }
      const event = request.query.prefetch ? 'resume_prefetched' : 'resume_downloaded'
      // Fastify serves HEAD with this route too.
      const sent = request.method === 'GET' ? event : undefined
      const { resume, applicant, content } = await downloadResume(opening, actionOf(request), sent)
      const name = downloadName(resume.original_name, resume.kind, applicant)
      return reply
        .header('Cache-Control', 'no-store')
        .header('Content-Type', RESUME_MEDIA_TYPES[resume.kind])
        .header('Content-Disposition', contentDisposition(name))
        .header('Content-Security-Policy', FOREIGN_FILE_POLICY)
        .header('Content-Length', resume.size)
        .send(content)
    },
  )

  app.post(
    API.resumeOpened,
    sessions.guarded({ ...ofOne, response: { 204: emptyResponse, ...errorResponses } }),
    async (request, reply) => {
      await recordOpening(db, actionOf(request))
      return reply.code(204).send(null)
    },
  )
}
