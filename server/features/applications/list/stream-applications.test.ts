import { once } from 'node:events'
import { get } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Application } from '../../../../contract/applications/application.ts'
import { insertApplicant, insertApplicants } from '../../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../../test/test-app.ts'

/** More than are read at a time, so that the list is sent in pieces. */
const STORED = 1_203

let app: TestApp
let headers: { authorization: string }
beforeAll(async () => {
  app = await startTestApp()
  headers = await app.signIn()
  await insertApplicants(
    app.db,
    Array.from({ length: STORED }, (_, index) => ({
      name: `P ${index}`,
      created_at: `2026-03-01T00:00:00.${index % 7}00Z`,
    })),
  )
})
afterAll(() => app.stop())

test('a long list arrives complete, newest first, and no cache stores it', async () => {
  const response = await app.request('/api/applications', { headers })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const list = (await response.json()) as Application[]
  expect(list).toHaveLength(STORED)
  const inOrder = list.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt) || other.id - one.id)
  expect(list).toEqual(inOrder)
})

test('HEAD of a long list has its headers and no body', async () => {
  const response = await app.request('/api/applications', { method: 'HEAD', headers })
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect([response.status, response.headers.get('cache-control'), await response.text()]).toEqual([200, 'no-store', ''])
})

test('an error in the middle of a long list cuts the connection: it is never a short list', async () => {
  const broken = await insertApplicant(app.db, {
    created_at: '2026-02-01T00:00:00.000Z',
    status: 'no status' as 'hired',
  })
  const response = await app.request('/api/applications', { headers })
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow('terminated')
  await app.db.deleteFrom('applications').where('id', '=', broken).execute()
})

test('a client that disconnects in the middle of a long list affects no other', async () => {
  const request = get(`${app.url}/api/applications`, { headers })
  const [response] = await once(request, 'response')
  response.once('data', () => request.destroy())
  await once(request, 'close')
  expect((await app.request('/api/applications?limit=1', { headers })).status).toBe(200)
})
