import { isOpenToAll } from '../openapi-routes.ts'
import { textsAreRead } from '../resume-files/stored-texts.ts'
import type { TestApp } from '../test-app.ts'

/** One endpoint of the API as the OpenAPI document describes it. */
export type Operation = {
  name: string
  method: string
  path: string
  /** Who may use it: all clients, those with a bearer token, or also those with the applications cookie. */
  opens: 'to all' | 'to bearers' | 'to bearers and the cookie'
  /** Media type of its body; undefined where it takes none. */
  takes: string | undefined
}

type Described = { security?: object[]; requestBody?: { content: Record<string, unknown> } }

/** Every endpoint of the API, read from the OpenAPI document, so that tests cover a new one without a list. */
export async function readOperations(app: TestApp): Promise<Operation[]> {
  const document = (await (await app.request('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, Described>>
  }
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security = [], requestBody }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      opens: opennessOf(security),
      takes: Object.keys(requestBody?.content ?? {})[0],
    })),
  )
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

/** Every row of every table once the texts of all resumes are read, to show that nothing changed. */
export async function everyRow(app: TestApp): Promise<Record<string, unknown[]>> {
  await textsAreRead(app.db)
  const tables = ['jobs', 'applications', 'resumes', 'resume_replicas', 'accounts', 'sessions', 'outbox_tasks'] as const
  const rows = await Promise.all(tables.map((table) => app.db.selectFrom(table).selectAll().execute()))
  return Object.fromEntries(tables.map((table, index) => [table, rows[index] ?? []]))
}
