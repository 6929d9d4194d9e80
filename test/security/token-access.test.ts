import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeApiToken } from '../../contract/accounts/api-tokens.ts'
import { TOKEN_SCOPE_NAMES, type TokenScope } from '../../contract/accounts/token-scopes.ts'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { createSession } from '../../server/features/accounts/session-queries.ts'
import { scopeOf, TOKEN_OPERATIONS } from '../../server/features/accounts/tokens/token-operations.ts'
import { adminClient } from '../admin-client.ts'
import { apply, createJob } from '../factories.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { everyRow, type Operation, readOperations, requestOperation } from './operations.ts'

/** What only reads although its method says otherwise, or does more than its method says. */
const READING_POSTS = ['downloadResumes', 'downloadPerson']

let app: TestApp
let guarded: (Operation & { operationId: string })[]
beforeAll(async () => {
  app = await startTestApp()
  await createJob(app)
  await apply(app)
  const document = (await (await app.request(ADMIN_API.openapi)).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  const operations = await readOperations(app)
  guarded = operations.flatMap((operation) => {
    const described = document.paths[operation.path]?.[operation.method.toLowerCase()]
    return described ? [{ ...operation, operationId: described.operationId }] : []
  })
})
afterAll(() => app.stop())

async function tokenOf(scopes: readonly TokenScope[]): Promise<{ authorization: string }> {
  const owner = adminClient(app, await app.signIn())
  const made = await owner.request<MadeApiToken>('POST', ADMIN_API.apiTokens, { name: 'Test', scopes })
  return { authorization: `Bearer ${made.body.secret}` }
}

/** The code of what each operation answers. */
async function codesOf(operations: typeof guarded, headers: Record<string, string>) {
  const codes = new Map<string, unknown>()
  for (const operation of operations) {
    const response = await requestOperation(app, operation, { headers })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') && response.status >= 400
    codes.set(operation.operationId, isJson ? (JSON.parse(text) as { code: string }).code : response.status)
  }
  return codes
}

const needsSignIn = () => guarded.filter(({ opens }) => opens !== 'to all')

test('every operation that is listed for tokens exists', () => {
  const ids = guarded.map(({ operationId }) => operationId)
  expect(TOKEN_OPERATIONS.filter((each) => !ids.includes(each))).toEqual([])
  expect(new Set(TOKEN_OPERATIONS).size).toBe(TOKEN_OPERATIONS.length)
})

test('what is not listed refuses a token with every scope, and changes nothing', async () => {
  const others = needsSignIn().filter(({ operationId }) => scopeOf(operationId) === undefined)
  expect(others.length).toBeGreaterThan(50)
  const token = await tokenOf(TOKEN_SCOPE_NAMES)
  const before = await everyRow(app)
  const codes = await codesOf(others, token)
  expect([...codes].filter(([, code]) => code !== 'token_not_accepted')).toEqual([])
  const after = await everyRow(app)
  for (const rows of [before, after]) delete rows.api_tokens
  expect(after).toEqual(before)
  console.log(`tokens: ${others.length} operations refuse every token`)
})

test('what is listed opens to its scope and to no other one', async () => {
  const listed = guarded.filter(({ operationId }) => scopeOf(operationId) !== undefined)
  for (const scope of TOKEN_SCOPE_NAMES) {
    const others = TOKEN_SCOPE_NAMES.filter((each) => each !== scope)
    const operations = listed.filter(({ operationId }) => scopeOf(operationId) === scope)
    const refused = await codesOf(operations, await tokenOf(others))
    expect(
      [...refused].filter(([, code]) => code !== 'scope_needed'),
      `without ${scope}`,
    ).toEqual([])
    const opened = await codesOf(operations, await tokenOf([scope]))
    const closed = ['scope_needed', 'token_not_accepted', 'unauthorized', 'forbidden', 'confirmation_needed']
    expect(
      [...opened].filter(([, code]) => closed.includes(String(code))),
      `with ${scope}`,
    ).toEqual([])
  }
})

test('what only reads is opened by read or export, and what changes something by write', () => {
  const wrong = guarded.filter(({ operationId, method }) => {
    const scope = scopeOf(operationId)
    if (scope === undefined) return false
    return (method === 'GET' || READING_POSTS.includes(operationId)) === (scope === 'write')
  })
  expect(wrong.map(({ name }) => name)).toEqual([])
})

test('what asks again who one is opens to the scope export alone', async () => {
  const { id } = await app.db.selectFrom('accounts').select('id').orderBy('id').executeTakeFirstOrThrow()
  const hourAgo = new Date(Date.now() - 60 * 60_000)
  const codes = new Map<string, unknown>()
  for (const operation of needsSignIn()) {
    const { token } = await createSession(app.db, id, hourAgo)
    for (const each of await codesOf([operation], { authorization: `Bearer ${token}` })) codes.set(...each)
  }
  const asking = [...codes].filter(([, code]) => code === 'confirmation_needed').map(([operation]) => operation)
  expect(asking.length).toBeGreaterThan(15)
  expect(new Set(asking.map((operation) => scopeOf(operation)))).toEqual(new Set(['export', undefined]))
})
