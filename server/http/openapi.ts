import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { API } from '../../contract/paths.ts'
import type { MultipartConfig } from './feature.ts'

type Transform = typeof jsonSchemaTransform

/** Describes every route from the schemas that judge it. To be called before the routes are added. */
export function describeRoutes(app: FastifyInstance): void {
  app.register(swagger, {
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

  let document: string | undefined
  app.get(API.openapi, { schema: { hide: true } as object }, async (_request, reply) => {
    document ??= JSON.stringify(app.swagger())
    return reply.type('application/json; charset=utf-8').send(document)
  })
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
