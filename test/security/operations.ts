import { vi } from 'vitest'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { TABLE_NAMES } from '../../server/commands/database-copy/copied-tables.ts'
import { textsAreRead } from '../resume-files/stored-texts.ts'
import type { TestApp } from '../test-app.ts'

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
export type Operation = {
  name: string
  method: string
  /** With `{id}` where a parameter stands. */
  path: string
  /** Who may use it: all clients, those with a bearer token, or also those with the applications cookie. */
  opens: 'to all' | 'to bearers' | 'to bearers and the cookie'
  query: { name: string; schema: JsonSchema }[]
  body: { contentType: string; schema: JsonSchema } | undefined
}

type Described = {
  security?: object[]
  parameters?: { in: string; name: string; schema: JsonSchema }[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
}

/** Every endpoint of the API, read from the OpenAPI document, so that tests cover a new one without a list. */
export async function readOperations(app: TestApp): Promise<Operation[]> {
  const response = await app.request(ADMIN_API.openapi)
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, Described>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security = [], parameters = [], requestBody }]) => {
      const [body] = Object.entries(requestBody?.content ?? {})
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        opens: opennessOf(security),
        query: parameters.filter((parameter) => parameter.in === 'query'),
        body: body && { contentType: body[0], schema: body[1].schema },
      }
    }),
  )
}

/** Whether an endpoint needs no sign-in: no scheme is required, or "none" is one of the alternatives. */
export function isOpenToAll(security: object[]): boolean {
  return security.length === 0 || security.some((scheme) => Object.keys(scheme).length === 0)
}

function opennessOf(security: object[]): Operation['opens'] {
  if (isOpenToAll(security)) return 'to all'
  const schemes = security.flatMap((scheme) => Object.keys(scheme))
  return schemes.includes('applicationsCookie') ? 'to bearers and the cookie' : 'to bearers'
}

/** Sends a request with an id, stored or not. */
export function requestOperation(
  app: TestApp,
  operation: Operation,
  { headers = {}, id = '1', body }: { headers?: Record<string, string>; id?: string; body?: string },
): Promise<Response> {
  return app.request(operation.path.replace('{id}', id).replace('{kind}', 'receipt'), {
    method: operation.method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
  })
}

/**
 * Every row of every table as JSON, sorted, once the program has done what is due, to show that nothing changed: PostgreSQL
 * returns rows in no order.
 */
export async function everyRow(app: TestApp): Promise<Record<string, string[]>> {
  await textsAreRead(app.db)
  const due = app.db.selectFrom('outbox_tasks').select('id')
  app.wakeOutbox()
  await vi.waitUntil(async () => (await due.where('run_after', '<=', app.now().toISOString()).execute()).length === 0)
  const rows = await Promise.all(TABLE_NAMES.map((table) => app.db.selectFrom(table).selectAll().execute()))
  return Object.fromEntries(
    TABLE_NAMES.map((table, index) => [table, (rows[index] ?? []).map((row) => JSON.stringify(row)).toSorted()]),
  )
}
