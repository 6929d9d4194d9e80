import fastify, { type FastifyInstance, type RouteOptions } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { errorSchema } from '../../../../contract/wire/error.ts'
import type { MultipartConfig } from '../route.ts'
import { asNumbers, completeDocument, FILE, type OpenApiDocument, type Schema } from './openapi-document.ts'
import type { OperationTexts } from './openapi-texts.ts'

type Transform = typeof jsonSchemaTransform

/** What the document says about this server. */
type Site = { siteUrl: string; cookieName: string }

/**
 * Serves an OpenAPI document of every route with a schema. The document is made at the first request: its generator
 * takes 3 MB that few servers need. Call this before the routes are added.
 * @param site.siteUrl address for visitors
 * @param site.cookieName name of the cookie that opens the list of applications
 */
export function describeRoutes(app: FastifyInstance, site: Site): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    if (schema && method !== 'HEAD') routes.push({ method, url, schema, ...(config && { config }), handler: () => {} })
  })

  let document: Promise<string> | undefined
  app.get(ADMIN_API.openapi, { schema: { hide: true } as object }, async (_request, reply) => {
    document ??= makeDocument(routes, site).catch((error) => {
      // The next request tries again.
      document = undefined
      throw error
    })
    return reply.type('application/json; charset=utf-8').send(await document)
  })
}

/** Registers the routes with a second application that never listens. */
async function makeDocument(routes: RouteOptions[], { siteUrl, cookieName }: Site): Promise<string> {
  const { default: swagger } = await import('@fastify/swagger')
  const app = fastify({ exposeHeadRoutes: false })
  app.setValidatorCompiler(() => () => true).setSerializerCompiler(() => JSON.stringify)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Wellhead',
        description: 'Careers site and applicant tracking: postings, applications with resumes, accounts.',
        version: '1',
      },
      servers: [{ url: siteUrl }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'A session: the token of a sign-in.' },
          apiToken: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'wh_ and 43 characters',
            description: 'An API token of a person, with the scope that is named: read, write or export.',
          },
          applicationsCookie: { type: 'apiKey', in: 'cookie', name: cookieName },
        },
      },
    },
    transform: describeMultipart,
  })
  for (const route of routes) app.route(route)
  await app.ready()
  const error = schemaOf(errorSchema, 'output')
  const headersOf = new Map(
    routes.map(({ schema }) => {
      const { operationId = '', responseHeaders = [] } = schema as Partial<OperationTexts>
      return [operationId, responseHeaders]
    }),
  )
  return JSON.stringify(completeDocument(app.swagger() as unknown as OpenApiDocument, error, headersOf))
}

/** Handlers read forms themselves, so the fields of a form are in the route's configuration, not in its body schema. */
const describeMultipart: Transform = (input) => {
  const described = jsonSchemaTransform(input)
  const { multipart } = (input.route.config ?? {}) as MultipartConfig
  if (!multipart) return described

  const fields = schemaOf(multipart.fields, 'input')
  const properties = Object.entries(fields.properties ?? {})
  const withNumbers = Object.fromEntries(properties.map(([name, schema]) => [name, asNumbers(schema as Schema)]))
  const body = {
    ...fields,
    properties: { ...withNumbers, resume: FILE },
    required: [...(fields.required ?? []), ...(multipart.requiresResume ? ['resume'] : [])],
  }
  return { ...described, schema: { ...described.schema, consumes: ['multipart/form-data'], body } }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io })
  return described
}
