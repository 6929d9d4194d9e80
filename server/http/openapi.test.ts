import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { API } from '../../contract/paths.ts'
import { startTestApp, type TestApp } from '../../test/test-app.ts'
import { describeRoutes } from './openapi.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('GET /api/openapi.json describes every call', async () => {
  const document = (await (await app.call('/api/openapi.json')).json()) as { paths: Record<string, object> }
  const described = Object.keys(document.paths)
  const calls = Object.values(API).filter((path) => path !== API.openapi)
  expect(described).toEqual(expect.arrayContaining(calls.map((path) => path.replace(':id', '{id}'))))
})

test('GET /api/openapi.json describes forms with their fields and the file', async () => {
  const document = await (await app.call('/api/openapi.json')).json()
  const form = document.paths['/api/submit-application'].post.requestBody.content['multipart/form-data'].schema
  expect(Object.keys(form.properties)).toEqual(['name', 'email', 'phone', 'note', 'jobId', 'website', 'resume'])
  expect(form.required).toEqual(['name', 'email', 'phone', 'resume'])
  expect(form.properties.resume).toEqual({ type: 'string', format: 'binary' })
})

test('GET /healthz and /readyz say that the server runs and can serve', async () => {
  for (const path of ['/healthz', '/readyz']) expect(await (await app.call(path)).json()).toEqual({ status: 'ok' })
})

test('a description that could not be made once is made for the next caller', async () => {
  await using other = fastify()
  describeRoutes(other)
  let asked = 0
  const multipart = {
    get fields() {
      asked += 1
      if (asked === 1) throw new Error('made up')
      return z.object({})
    },
  }
  other.register(async (scope) => {
    scope.get('/nothing', { schema: {}, config: { multipart } as object }, async () => null)
  })
  expect((await other.inject(API.openapi)).statusCode).toBe(500)
  expect((await other.inject(API.openapi)).json().paths).toHaveProperty('/nothing')
})
