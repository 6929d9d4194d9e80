import type { FastifyRequest } from 'fastify'
import {
  answeredSchema,
  applicationSchema,
  applicationUpdateSchema,
  applicationVisibilitySchema,
} from '../../../contract/applications/application.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import type { Clock } from '../../platform/clock.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../platform/http/feature.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import { type Sessions, signedIn } from '../accounts/sessions.ts'
import type { Action } from '../audit/audit-queries.ts'
import { presentApplication } from './application-presenter.ts'
import type { ChangeContext } from './changes/apply-changes.ts'
import { changeApplication } from './changes/change-application.ts'
import { changeAnswered } from './changes/mark-answered.ts'
import { removeApplications } from './changes/remove-applications.ts'

type Dependencies = ChangeContext & { sessions: Sessions; outbox: Outbox; clock: Clock }

/** Deciding on one application (`spec.md` section 7). */
export function applicationRoutes(app: WellheadApp, { sessions, outbox, clock, ...context }: Dependencies): void {
  const actionOf = (request: Pick<FastifyRequest, 'account'> & { params: { id: number } }): Action => ({
    by: signedIn(request),
    id: request.params.id,
    now: clock(),
  })
  const ofOne = { tags: ['applications'], params: idParamsSchema }

  app.patch(
    ADMIN_API.application,
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
      const application = await changeApplication(context, actionOf(request), changes, version)
      outbox.wake()
      return presentApplication(application)
    },
  )

  app.patch(
    ADMIN_API.adminApplication,
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
      const application = await changeApplication(context, actionOf(request), changes, version)
      outbox.wake()
      return presentApplication(application)
    },
  )

  app.put(
    ADMIN_API.answeredApplication,
    sessions.guarded({ ...ofOne, body: answeredSchema, response: { 200: applicationSchema, ...errorResponses } }),
    async (request) => presentApplication(await changeAnswered(context.db, actionOf(request), request.body.answered)),
  )

  app.delete(
    ADMIN_API.adminApplication,
    sessions.guarded({ ...ofOne, response: { 204: emptyResponse, ...errorResponses } }),
    async (request, reply) => {
      const { id, ...author } = actionOf(request)
      await removeApplications({ db: context.db, outbox }, author, [id])
      return reply.code(204).send(null)
    },
  )
}
