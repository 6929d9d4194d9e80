import { create as contentDisposition } from 'content-disposition'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import {
  changeApplicationsSchema,
  deletedApplicationsSchema,
  madeChangeSchema,
  namedApplicationsSchema,
  undoneChangeSchema,
} from '../../../../contract/application-changes.ts'
import { API } from '../../../../contract/paths.ts'
import { idParamsSchema } from '../../../../contract/validation.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { FileStores } from '../../../platform/file-stores/file-stores.ts'
import { errorResponses, type WellheadApp } from '../../../platform/http/feature.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import { type Sessions, signedIn } from '../../accounts/sessions.ts'
import { exportResumes } from '../resumes/export-resumes.ts'
import { changeApplications } from './change-applications.ts'
import { removeApplications } from './remove-applications.ts'
import { undoChange } from './undo-change.ts'

type Dependencies = {
  db: Kysely<Tables>
  stores: FileStores
  sessions: Sessions
  outbox: Outbox
  clock: Clock
}

/** Deciding on many applications in one request, undoing that, and downloading their resumes (`docs/decisions/0062`). */
export function applicationChangeRoutes(app: WellheadApp, dependencies: Dependencies): void {
  const { db, stores, sessions, outbox, clock } = dependencies
  const authorOf = (request: Pick<FastifyRequest, 'account'>) => ({ by: signedIn(request), now: clock() })
  const tags = ['applications']

  app.post(
    API.applicationChanges,
    sessions.guarded({
      tags,
      body: changeApplicationsSchema,
      response: { 200: madeChangeSchema, ...errorResponses },
    }),
    (request) => changeApplications(db, authorOf(request), request.body.change, request.body.applications),
  )

  app.post(
    API.undoApplicationChange,
    sessions.guarded({ tags, params: idParamsSchema, response: { 200: undoneChangeSchema, ...errorResponses } }),
    (request) => undoChange(db, { ...authorOf(request), id: request.params.id }),
  )

  app.post(
    API.deleteApplications,
    sessions.guarded({
      tags,
      body: namedApplicationsSchema,
      response: { 200: deletedApplicationsSchema, ...errorResponses },
    }),
    async (request) => {
      const ids = request.body.applications.map(({ id }) => id)
      const deleted = await removeApplications({ db, outbox }, authorOf(request), ids)
      const removed = new Set(deleted)
      const missing = ids.filter((id) => !removed.has(id))
      return { deleted, refused: missing.map((id) => ({ id, reason: 'not_found' as const })) }
    },
  )

  app.post(
    API.downloadResumes,
    sessions.guarded({
      tags,
      body: namedApplicationsSchema,
      produces: ['application/zip'],
      response: { 200: z.any().describe('A ZIP archive of the files'), ...errorResponses },
    }),
    async (request, reply) => {
      const ids = request.body.applications.map(({ id }) => id)
      const { by, now } = authorOf(request)
      return reply
        .header('Cache-Control', 'no-store')
        .header('Content-Type', 'application/zip')
        .header('Content-Disposition', contentDisposition(`Resumes ${now.toISOString().slice(0, 10)}.zip`))
        .send(await exportResumes({ db, stores, clock, log: request.log }, by, ids))
    },
  )
}
