import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorSchema } from '../../contract/wire/error.ts'
import { apply, createJob } from '../factories.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { type FuzzRequest, requestsAnywhere, requestsTo } from './fuzz-arbitraries.ts'
import { type Operation, readOperations } from './operations.ts'

/** Requests that are sent, about twelve to a route: always the same in a run of the tests, others with `FUZZ_RUNS=20000`. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 2_000)
/** Given in the message of a failure; `FUZZ_SEED` brings back what that run sent. */
const SEED = process.env.FUZZ_SEED ?? (process.env.FUZZ_RUNS ? Date.now() : 21)
const RESPONSE_MS = 5_000

let app: TestApp
const agent = new Agent({ keepAlive: true })
beforeAll(async () => {
  app = await startTestApp()
  await createJob(app)
  await apply(app)
})
afterAll(async () => {
  agent.destroy()
  await app.stop()
})

type ReceivedResponse = { status: number; headers: NodeJS.Dict<string | string[]>; body: string }

/** @throws when no response comes in time */
async function send({ method, path, headers, body, signIn }: FuzzRequest): Promise<ReceivedResponse> {
  const sent: Record<string, string | number> = { ...headers, ...(body && { 'content-length': body.length }) }
  if (signIn === 'yes') Object.assign(sent, await app.signIn())
  if (signIn === 'garbage') sent.authorization = `Bearer ${path}`
  const { promise, resolve, reject } = Promise.withResolvers<ReceivedResponse>()
  const outgoing = request(app.url, { method, path, headers: sent, agent, signal: AbortSignal.timeout(RESPONSE_MS) })
  outgoing.on('error', reject).on('response', (response) => {
    const { statusCode: status = 0, headers } = response
    text(response).then((body) => resolve({ status, headers, body }), reject)
  })
  outgoing.end(body)
  return promise
}

test(`${RUNS} requests of every kind all get a response, and none a server error`, {
  timeout: 600_000,
}, async () => {
  // In an order of their own: the same seed makes the same requests wherever a route is registered.
  const nameOf = ({ path, method }: Operation) => `${path} ${method}`
  const routes = (await readOperations(app)).toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
  const requests = fc.oneof(...routes.map(requestsTo), requestsAnywhere)
  const counts = new Map<string, number>()
  let slowest = 0

  const property = fc.asyncProperty(requests, async (given) => {
    const begun = performance.now()
    const response = await send(given)
    slowest = Math.max(slowest, performance.now() - begun)
    counts.set(`${response.status}`, (counts.get(`${response.status}`) ?? 0) + 1)
    expect(response.status).toBeLessThan(500)
    expect(response.headers['x-content-type-options']).toBe('nosniff')
    const isReadByAnySite = given.path.startsWith('/posting-api/')
    if (!isReadByAnySite) expect(response.headers['access-control-allow-origin']).toBeUndefined()
    const isError = response.status >= 400 && given.path.startsWith('/api/') && given.method !== 'HEAD'
    // The response to an address that is too long for the parser has no body.
    if (isError && response.status !== 431) expect(() => errorSchema.parse(JSON.parse(response.body))).not.toThrow()
    expect(response.body).not.toMatch(/node_modules|SQLITE_|\n {4}at /)
  })
  await fc.assert(property, { numRuns: RUNS, endOnFailure: RUNS > 2_000, seed: Number(SEED) | 0 })

  const said = [...counts].toSorted().map(([status, count]) => `${count} x ${status}`)
  console.log(`${RUNS} requests to ${routes.length} routes: ${said.join(', ')}; slowest ${Math.round(slowest)} ms`)
  // Not only refusals: the requests get past validation too.
  for (const status of ['200', '201', '204', '400', '401', '404']) expect([...counts.keys()]).toContain(status)
  expect((await app.request('/readyz')).status).toBe(200)
})
