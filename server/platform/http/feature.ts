import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { errorSchema } from '../../../contract/error.ts'

/** The application as a feature's routes see it: schemas are zod's and type the handlers. */
export type WellheadApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** Answers that any route may give besides its own; declared so that nothing undeclared can be sent. */
export const errorResponses = { '4xx': errorSchema, '5xx': errorSchema }

/** An answer without a body. */
export const emptyResponse = z.null().describe('No content')

/** Security requirement of routes that only a bearer token opens. */
export const BEARER_ONLY = [{ bearer: [] }]

/** Security requirement of routes that everybody may call, and that answer more to a bearer token. */
export const BEARER_OR_NOT = [{ bearer: [] }, {}]

/** Route configuration by which the OpenAPI document describes a form that the handler itself reads as a stream. */
export type MultipartConfig = { multipart?: { fields: z.ZodType; requiresResume: boolean } }

declare module 'fastify' {
  interface FastifyContextConfig extends MultipartConfig {}
}

/** Options of a route that takes a form with a resume. */
export function multipartBody(fields: z.ZodType, { requiresResume }: { requiresResume: boolean }) {
  return { config: { multipart: { fields, requiresResume } } satisfies MultipartConfig }
}
