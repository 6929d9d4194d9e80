import { APPLICATIONS } from '../../../../contract/policies/applications-policy.ts'
import { assigneesSchema, assignmentSchema, madeAssignmentSchema } from '../../../../contract/team/assignments.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { errorResponses, type WellheadApp } from '../../../platform/http/route.ts'
import { permittedApplications } from '../../accounts/require-access.ts'
import { signedIn } from '../../accounts/sessions.ts'
import type { Services } from '../../feature.ts'
import { refuse } from '../changes/change-applications.ts'
import { listAssignees } from '../stored/assignees.ts'
import { assignApplications } from './assign-applications.ts'

/** Who takes care of an application (`docs/decisions/0145-assignment.md`). */
export function assignmentRoutes(app: WellheadApp, services: Services): void {
  const { db, sessions, clock } = services
  const tags = ['applications']

  app.get(
    ADMIN_API.assignees,
    sessions.guarded({
      may: APPLICATIONS.read,
      of: 'rows',
      operationId: 'listAssignees',
      summary: 'List the people to whom applications can be assigned',
      tags,
      response: { 200: assigneesSchema, ...errorResponses },
    }),
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return { people: await listAssignees(db, signedIn(request)) }
    },
  )

  app.post(
    ADMIN_API.assignments,
    sessions.guarded({
      may: APPLICATIONS.decide,
      of: 'named',
      operationId: 'assignApplications',
      summary: 'Assign up to 500 applications to a person who sees them, or to nobody',
      tags,
      body: assignmentSchema,
      response: { 200: madeAssignmentSchema, ...errorResponses },
    }),
    async (request) => {
      const by = signedIn(request)
      const named = request.body.applications
      const ids = named.map(({ id }) => id)
      const permitted = new Set(await permittedApplications(db, by, APPLICATIONS.decide, ids))
      const applications = named.filter(({ id }) => permitted.has(id))
      const made = await assignApplications(services, { by, now: clock() }, { ...request.body, applications })
      const others = ids.filter((id) => !permitted.has(id)).map((id) => refuse(id, undefined, 'not_found' as const))
      return { ...made, refused: [...made.refused, ...others] }
    },
  )
}
