import fastify, { type FastifyInstance, type RouteOptions } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { API } from '../../contract/paths.ts'
import type { MultipartConfig } from './feature.ts'

type Transform = typeof jsonSchemaTransform

/**
 * Describes every route with a schema, when first asked: what makes the document is 3 MB that hardly any server needs.
 * To be called before the routes are added.
 */
export function describeRoutes(app: FastifyInstance): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    if (schema && method !== 'HEAD') routes.push({ method, url, schema, ...(config && { config }), handler: () => {} })
  })

  let document: Promise<string> | undefined
  app.get(API.openapi, { schema: { hide: true } as object }, async (_request, reply) => {
    document ??= makeDocument(routes).catch((error) => {
      // The next caller tries again.
      document = undefined
      throw error
    })
    return reply.type('application/json; charset=utf-8').send(await document)
  })
}

/** By way of an application that only has the routes and never listens. */
async function makeDocument(routes: RouteOptions[]): Promise<string> {
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
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          applicationsCookie: { type: 'apiKey', in: 'cookie', name: '__Host-wellhead-applications' },
        },
      },
    },
    transform: describeMultipart,
  })
  for (const route of routes) app.route(route)
  await app.ready()
  return JSON.stringify(app.swagger())
}

/** Forms are read by their handlers, so their fields stand in the route's configuration instead of its body schema. */
const describeMultipart: Transform = (input) => {
  const described = jsonSchemaTransform(input)
  const { multipart } = (input.route.config ?? {}) as MultipartConfig
  if (!multipart) return described

  const { $schema: _, ...fields } = z.toJSONSchema(multipart.fields, { io: 'input' })
  const body = {
    ...fields,
    properties: { ...fields.properties, resume: { type: 'string', format: 'binary' } },
    required: [...(fields.required ?? []), ...(multipart.requiresResume ? ['resume'] : [])],
  }
  return { ...described, schema: { ...described.schema, consumes: ['multipart/form-data'], body } }
}
