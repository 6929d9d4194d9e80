import type { FastifyRequest } from 'fastify'
import {
  changeApplicationsSchema,
  deletedApplicationsSchema,
  madeChangeSchema,
  namedApplicationsSchema,
  undoneChangeSchema,
} from '../../../../contract/applications/application-changes.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { idParamsSchema } from '../../../../contract/wire/validation.ts'
import type { Clock } from '../../../platform/clock.ts'
import { errorResponses, type WellheadApp } from '../../../platform/http/feature.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import { type Sessions, signedIn } from '../../accounts/sessions.ts'
import type { ChangeContext } from './apply-changes.ts'
import { changeApplications } from './change-applications.ts'
import { removeApplications } from './remove-applications.ts'
import { undoChange } from './undo-change.ts'

type Dependencies = ChangeContext & { sessions: Sessions; outbox: Outbox; clock: Clock }

/** Deciding on many applications in one request, and undoing that (`docs/decisions/0062`). */
export function applicationChangeRoutes(app: WellheadApp, { sessions, outbox, clock, ...context }: Dependencies): void {
  const authorOf = (request: Pick<FastifyRequest, 'account'>) => ({ by: signedIn(request), now: clock() })
  const tags = ['applications']

  app.post(
    ADMIN_API.applicationChanges,
    sessions.guarded({
      tags,
      body: changeApplicationsSchema,
      response: { 200: madeChangeSchema, ...errorResponses },
    }),
    async (request) => {
      const { change, applications } = request.body
      const made = await changeApplications(context, authorOf(request), change, applications)
      outbox.wake()
      return made
    },
  )

  app.post(
    ADMIN_API.undoApplicationChange,
    sessions.guarded({ tags, params: idParamsSchema, response: { 200: undoneChangeSchema, ...errorResponses } }),
    async (request) => {
      const undone = await undoChange(context, { ...authorOf(request), id: request.params.id })
      outbox.wake()
      return undone
    },
  )

  app.post(
    ADMIN_API.deleteApplications,
    sessions.guarded({
      tags,
      body: namedApplicationsSchema,
      response: { 200: deletedApplicationsSchema, ...errorResponses },
    }),
    async (request) => {
      const ids = request.body.applications.map(({ id }) => id)
      const deleted = await removeApplications({ db: context.db, outbox }, authorOf(request), ids)
      const removed = new Set(deleted)
      const missing = ids.filter((id) => !removed.has(id))
      return { deleted, refused: missing.map((id) => ({ id, reason: 'not_found' as const })) }
    },
  )
}
