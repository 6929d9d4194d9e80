import type { FastifyRequest } from 'fastify'
import {
  changeApplicationsSchema,
  deletedApplicationsSchema,
  madeChangeSchema,
  namedApplicationsSchema,
  undoneChangeSchema,
} from '../../../../contract/applications/application-changes.ts'
import { APPLICATIONS } from '../../../../contract/policies/applications-policy.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { idParamsSchema } from '../../../../contract/wire/validation.ts'
import { errorResponses, type WellheadApp } from '../../../platform/http/route.ts'
import { permittedApplications } from '../../accounts/require-access.ts'
import { signedIn } from '../../accounts/sessions.ts'
import type { Services } from '../../feature.ts'
import { findHeld } from '../stored/email-key-queries.ts'
import { changeApplications, refuse } from './change-applications.ts'
import { removeApplications } from './remove-applications.ts'
import { undoChange } from './undo-change.ts'

/** Deciding on many applications in one request, and undoing that (`docs/decisions/0062`). */
export function applicationChangeRoutes(app: WellheadApp, services: Services): void {
  const { db, sessions, outbox, clock } = services
  const authorOf = (request: Pick<FastifyRequest, 'account'>) => ({ by: signedIn(request), now: clock() })
  const tags = ['applications']

  app.post(
    ADMIN_API.applicationChanges,
    sessions.guarded({
      may: APPLICATIONS.decide,
      of: 'named',
      operationId: 'changeApplications',
      summary: 'Give up to 500 applications a status, or archive or unarchive them',
      tags,
      body: changeApplicationsSchema,
      response: { 200: madeChangeSchema, ...errorResponses },
    }),
    async (request) => {
      const { applications: named, ...change } = request.body
      const ids = named.map(({ id }) => id)
      const permitted = new Set(await permittedApplications(db, signedIn(request), APPLICATIONS.decide, ids))
      const applications = named.filter(({ id }) => permitted.has(id))
      const made = await changeApplications(services, authorOf(request), { ...change, applications })
      outbox.wake()
      const others = ids.filter((id) => !permitted.has(id)).map((id) => refuse(id, undefined, 'not_found'))
      return { ...made, refused: [...made.refused, ...others] }
    },
  )

  app.post(
    ADMIN_API.undoApplicationChange,
    sessions.guarded({
      may: APPLICATIONS.decide,
      of: 'named',
      operationId: 'undoApplicationChange',
      summary: 'Undo a change of status or archive, your own or that of another admin, within ten minutes',
      tags,
      params: idParamsSchema,
      response: { 200: undoneChangeSchema, ...errorResponses },
    }),
    async (request) => {
      const undone = await undoChange(services, { ...authorOf(request), id: request.params.id })
      outbox.wake()
      return undone
    },
  )

  app.post(
    ADMIN_API.deleteApplications,
    sessions.guarded({
      may: APPLICATIONS.delete,
      asksAgain: true,
      operationId: 'deleteApplications',
      summary: 'Delete up to 500 applications with their resumes',
      tags,
      body: namedApplicationsSchema,
      response: { 200: deletedApplicationsSchema, ...errorResponses },
    }),
    async (request) => {
      const ids = request.body.applications.map(({ id }) => id)
      const deleted = await removeApplications({ db, outbox }, authorOf(request), ids)
      const removed = new Set(deleted)
      const missing = ids.filter((id) => !removed.has(id))
      const held = await findHeld(db, missing)
      const reasonOf = (id: number) => (held.has(id) ? ('held' as const) : ('not_found' as const))
      return { deleted, refused: missing.map((id) => ({ id, reason: reasonOf(id) })) }
    },
  )
}
