import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apply, createJob } from '../factories.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { everyRow, type Operation, readOperations } from './operations.ts'

/** As they stand in an address; none is a positive 32-bit integer written plainly, so each names nothing. */
const ODD_IDS = [
  '0',
  '-1',
  '+1',
  '01',
  '1.0',
  '1e0',
  '0x1',
  '1_0',
  '1,2',
  '2147483648',
  '99999999999999999999',
  'NaN',
  'null',
  'undefined',
  'true',
  '%20',
  '1%20',
  '1%00',
  '1%0A',
  '%D9%A1',
  '%EF%BC%91',
  "1'--",
  '1%20or%201=1',
  '%2e%2e%2f1',
  '..%2f..%2fetc%2fpasswd',
  '%zz',
  '1;id=2',
  '[1]',
  '%7B%22id%22:1%7D',
  '1'.repeat(4_000),
]

let app: TestApp
let operations: Operation[]
let authorization: string
beforeAll(async () => {
  app = await startTestApp()
  await createJob(app)
  await apply(app)
  operations = (await readOperations(app)).filter(({ path }) => path.includes('{id}'))
  authorization = (await app.signIn()).authorization
})
afterAll(() => app.stop())

/** Sends the address unchanged: `fetch` would normalise it. */
function statusOf({ method, path }: Operation, id: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const { hostname, port } = new URL(app.url)
  const outgoing = request(
    { hostname, port, method, path: path.replace('{id}', id), headers: { authorization } },
    (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
    },
  )
  outgoing.once('error', reject)
  outgoing.end()
  return promise
}

test('an unknown id gets 404 from every endpoint of one row, and changes nothing', async () => {
  expect(operations.length).toBeGreaterThan(10)
  const before = await everyRow(app)
  const wrong: string[] = []
  for (const operation of operations) {
    for (const id of ODD_IDS) {
      const status = await statusOf(operation, id)
      if (status !== 404) wrong.push(`${operation.name} ${id.slice(0, 40)}: ${status}`)
    }
  }
  expect(wrong).toEqual([])
  expect(await everyRow(app)).toEqual(before)
  console.log(`odd ids: ${ODD_IDS.length} ids on each of ${operations.length} endpoints, all 404`)
})
