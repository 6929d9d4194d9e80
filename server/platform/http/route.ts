import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { errorSchema } from '../../../contract/wire/error.ts'

/** The application as routes see it: zod schemas type the handlers. */
export type WellheadApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** Error responses of every route; undeclared responses cannot be sent. */
export const errorResponses = { '4xx': errorSchema, '5xx': errorSchema }

/** A response without a body. */
export const emptyResponse = z.null().describe('No content')

/** Describes, for the OpenAPI document, a form that the handler itself reads as a stream. */
export type MultipartConfig = { multipart?: { fields: z.ZodType; requiresResume: boolean } }

declare module 'fastify' {
  interface FastifyContextConfig extends MultipartConfig {}
}

/** Options of a route that accepts a form with a resume. */
export function multipartBody(fields: z.ZodType, { requiresResume }: { requiresResume: boolean }) {
  return { config: { multipart: { fields, requiresResume } } satisfies MultipartConfig }
}
