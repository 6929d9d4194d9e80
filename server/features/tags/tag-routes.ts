import { APPLICATIONS } from '../../../contract/policies/applications-policy.ts'
import {
  newTagSchema,
  tagChangeSchema,
  taggedSchema,
  taggingSchema,
  tagSchema,
  tagsSchema,
} from '../../../contract/team/tags.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { permittedApplications } from '../accounts/require-access.ts'
import { seenBy } from '../accounts/seen-by.ts'
import { actionOf, signedIn } from '../accounts/sessions.ts'
import type { Services } from '../feature.ts'
import { addTag, changeTag, deleteTag } from './change-tags.ts'
import { tagApplications } from './tag-applications.ts'
import { listTags } from './tag-queries.ts'

/** Tags, and the applications that have them (`docs/decisions/0146-tags.md`). */
export function tagRoutes(app: WellheadApp, services: Services): void {
  const { db, sessions, clock } = services
  const tags = ['tags']
  const author = (request: Parameters<typeof signedIn>[0]) => ({ by: signedIn(request), now: clock() })

  app.get(
    ADMIN_API.tags,
    sessions.guarded({
      may: APPLICATIONS.read,
      of: 'rows',
      operationId: 'listTags',
      summary: 'List the tags, with how many applications have each',
      tags,
      response: { 200: tagsSchema, ...errorResponses },
    }),
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return { tags: await listTags(seenBy(db, signedIn(request))) }
    },
  )

  app.post(
    ADMIN_API.tags,
    sessions.guarded({
      may: APPLICATIONS.defineTags,
      operationId: 'addTag',
      summary: 'Make a tag; one that has the name already is returned as it is',
      tags,
      body: newTagSchema,
      response: { 201: tagSchema, ...errorResponses },
    }),
    async (request, reply) => reply.code(201).send(await addTag(services, author(request), request.body)),
  )

  app.patch(
    ADMIN_API.tag,
    sessions.guarded({
      may: APPLICATIONS.defineTags,
      operationId: 'changeTag',
      summary: 'Rename and recolor a tag, or merge it into another one',
      tags,
      params: idParamsSchema,
      body: tagChangeSchema,
      response: { 200: tagSchema, ...errorResponses },
    }),
    (request) => changeTag(services, actionOf(request, clock), request.body),
  )

  app.delete(
    ADMIN_API.tag,
    sessions.guarded({
      may: APPLICATIONS.defineTags,
      operationId: 'deleteTag',
      summary: 'Delete a tag, and take it off all applications',
      tags,
      params: idParamsSchema,
      response: { 204: emptyResponse, ...errorResponses },
    }),
    async (request, reply) => {
      await deleteTag(services, actionOf(request, clock))
      return reply.code(204).send(null)
    },
  )

  app.post(
    ADMIN_API.applicationTags,
    sessions.guarded({
      may: APPLICATIONS.tag,
      of: 'named',
      operationId: 'tagApplications',
      summary: 'Put tags on up to 500 applications, and take others off',
      tags,
      body: taggingSchema,
      response: { 200: taggedSchema, ...errorResponses },
    }),
    async (request) => {
      const named = request.body.applications
      const permitted = new Set(await permittedApplications(db, signedIn(request), APPLICATIONS.tag, named))
      const applications = named.filter((id) => permitted.has(id))
      const tagged = await tagApplications(services, author(request), { ...request.body, applications })
      const others = named.filter((id) => !permitted.has(id))
      const refused = others.map((id) => ({ id, name: null, reason: 'not_found' as const }))
      return { ...tagged, refused: [...tagged.refused, ...refused] }
    },
  )
}
