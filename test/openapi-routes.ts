import { ADMIN_API } from '../contract/wire/admin-paths.ts'
import type { TestApp } from './test-app.ts'

/** As much of JSON Schema as the OpenAPI document uses. */
export type JsonSchema = {
  type?: string
  enum?: string[]
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  maxLength?: number
  format?: string
  pattern?: string
}

/** One endpoint of the API as the OpenAPI document describes it. */
export type DescribedRoute = {
  method: string
  /** With `{id}` where a parameter stands. */
  path: string
  needsSignIn: boolean
  query: { name: string; schema: JsonSchema }[]
  body: { contentType: string; schema: JsonSchema } | undefined
}

type Operation = {
  security?: object[]
  parameters?: { in: string; name: string; schema: JsonSchema }[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
}

/** Every endpoint that the application describes, so that a test of all of them covers a new one too. */
export async function describedRoutes(app: TestApp): Promise<DescribedRoute[]> {
  const response = await app.request(ADMIN_API.openapi)
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, Operation>> }
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => describe(method, path, operation)),
  )
}

/** Whether an endpoint needs no sign-in: no scheme is required, or "none" is one of the alternatives. */
export function isOpenToAll(security: object[]): boolean {
  return security.length === 0 || security.some((way) => Object.keys(way).length === 0)
}

function describe(method: string, path: string, operation: Operation): DescribedRoute {
  const [body] = Object.entries(operation.requestBody?.content ?? {})
  return {
    method: method.toUpperCase(),
    path,
    needsSignIn: !isOpenToAll(operation.security ?? []),
    query: (operation.parameters ?? []).filter((parameter) => parameter.in === 'query'),
    body: body && { contentType: body[0], schema: body[1].schema },
  }
}
