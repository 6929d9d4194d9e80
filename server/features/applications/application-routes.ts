import {
  answeredSchema,
  applicationSchema,
  applicationUpdateSchema,
  applicationVisibilitySchema,
} from '../../../contract/applications/application.ts'
import { APPLICATIONS } from '../../../contract/policies/applications-policy.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { requireAccess, requireRole } from '../accounts/require-access.ts'
import { actionOf, signedIn } from '../accounts/sessions.ts'
import type { Services } from '../feature.ts'
import { changeApplication } from './changes/change-application.ts'
import { changeAnswered } from './changes/mark-answered.ts'
import { removeApplications } from './changes/remove-applications.ts'
import { presentTo } from './stored/application-presenter.ts'
import { findHeld } from './stored/email-key-queries.ts'

/** Deciding on one application. */
export function applicationRoutes(app: WellheadApp, services: Services): void {
  const { db, sessions, outbox, clock } = services
  const ofOne = { tags: ['applications'], params: idParamsSchema }

  app.patch(
    ADMIN_API.application,
    sessions.guarded({
      may: APPLICATIONS.assess,
      of: 'application',
      operationId: 'updateApplication',
      summary: 'Change status, feedback or interview date of an application',
      ...ofOne,
      body: applicationUpdateSchema,
      response: { 200: applicationSchema, ...errorResponses },
    }),
    async (request) => {
      const { status, feedback, interviewDate, interviews, version: readVersion } = request.body
      const { id } = request.params
      if (status !== undefined)
        await requireAccess(db, signedIn(request), { may: APPLICATIONS.decide, of: 'application', id })
      const changes = {
        ...(status !== undefined && { status }),
        ...(feedback !== undefined && { feedback: feedback || null }),
        ...(interviewDate !== undefined && { interview_date: interviewDate }),
      }
      const application = await changeApplication(services, actionOf(request, clock), changes, {
        readVersion,
        interviews,
      })
      outbox.wake()
      return presentTo(signedIn(request), application)
    },
  )

  app.patch(
    ADMIN_API.adminApplication,
    sessions.guarded({
      may: APPLICATIONS.decide,
      of: 'application',
      operationId: 'moveApplication',
      summary: 'Archive or unarchive an application, or release it from quarantine',
      ...ofOne,
      body: applicationVisibilitySchema,
      response: { 200: applicationSchema, ...errorResponses },
    }),
    async (request) => {
      const { archived, quarantined, interviews, version: readVersion } = request.body
      if (quarantined !== undefined) requireRole(signedIn(request), APPLICATIONS.release)
      const changes = {
        ...(archived !== undefined && { archived: archived ? (1 as const) : (0 as const) }),
        ...(quarantined !== undefined && { quarantined: 0 as const }),
      }
      const application = await changeApplication(services, actionOf(request, clock), changes, {
        readVersion,
        interviews,
      })
      outbox.wake()
      return presentTo(signedIn(request), application)
    },
  )

  app.put(
    ADMIN_API.answeredApplication,
    sessions.guarded({
      may: APPLICATIONS.decide,
      of: 'application',
      operationId: 'markAnswered',
      summary: 'Mark an application as answered by hand, or take the mark back',
      ...ofOne,
      body: answeredSchema,
      response: { 200: applicationSchema, ...errorResponses },
    }),
    async (request) =>
      presentTo(signedIn(request), await changeAnswered(db, actionOf(request, clock), request.body.answered)),
  )

  app.delete(
    ADMIN_API.adminApplication,
    sessions.guarded({
      may: APPLICATIONS.delete,
      operationId: 'deleteApplication',
      summary: 'Delete an application with its resume',
      ...ofOne,
      response: { 204: emptyResponse, ...errorResponses },
    }),
    async (request, reply) => {
      const { id, ...author } = actionOf(request, clock)
      const removed = await removeApplications({ db, outbox }, author, [id])
      if (removed.length === 0 && (await findHeld(db, [id])).size > 0) throw heldForLegalMatter()
      return reply.code(204).send(null)
    },
  )
}

function heldForLegalMatter(): RequestError {
  return new RequestError('legal_hold', 'This person is held for a legal matter, so nothing was deleted.')
}
