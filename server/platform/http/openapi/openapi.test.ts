import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { COLLEAGUE_API } from '../../../../contract/team/colleague-paths.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { API } from '../../../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../../../contract/wire/sign-in-paths.ts'
import { startTestApp, TEST_ADMIN, type TestApp } from '../../../../test/test-app.ts'
import { describeRoutes } from './openapi.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('GET /api/openapi.json describes every endpoint', async () => {
  const document = (await (await app.request('/api/openapi.json')).json()) as { paths: Record<string, object> }
  const described = Object.keys(document.paths)
  const requests = [API, ADMIN_API, SIGN_IN_API, COLLEAGUE_API]
    .flatMap((paths) => Object.values(paths))
    .filter((path) => path !== ADMIN_API.openapi)
  expect(described).toEqual(expect.arrayContaining(requests.map((path) => path.replaceAll(/:(\w+)/g, '{$1}'))))
})

test('GET /api/openapi.json has a name and a summary for every operation', async () => {
  const { paths, tags } = await (await app.request(ADMIN_API.openapi)).json()
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, { operationId?: string; summary?: string; tags: string[] }>).map(
      ([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation }),
    ),
  )
  expect(operations.filter(({ operationId }) => !operationId)).toEqual([])
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  expect(operations.filter(({ summary }) => !summary)).toEqual([])
  const known = tags.map(({ name }: { name: string }) => name)
  expect(operations.flatMap((operation) => operation.tags).filter((tag) => !known.includes(tag))).toEqual([])
})

test.each([
  ['http://localhost:3000', 'wellhead-applications'],
  ['https://careers.example.com', '__Host-wellhead-applications'],
])('GET /api/openapi.json of %s names the cookie that a sign-in sets there', async (publicUrl, name) => {
  const site = await startTestApp({ publicUrl })
  await site.signIn()
  const headers = { 'content-type': 'application/json' }
  const signedIn = await site.request(API.login, { method: 'POST', headers, body: JSON.stringify(TEST_ADMIN) })
  const document = await (await site.request(ADMIN_API.openapi)).json()
  await site.stop()
  expect(signedIn.headers.get('set-cookie')).toMatch(new RegExp(`^${name}=`))
  expect(document.components.securitySchemes.applicationsCookie.name).toBe(name)
  expect(document.servers).toEqual([{ url: publicUrl }])
})

test('GET /api/openapi.json describes ids as numbers, headers, and where a bearer token is optional', async () => {
  const { paths } = await (await app.request(ADMIN_API.openapi)).json()
  const id = { type: 'integer', minimum: 1, maximum: 2_147_483_647 }
  expect(paths['/api/jobs/{id}'].get.parameters).toMatchObject([{ in: 'path', name: 'id', schema: id }])
  const openToMore = [{ bearer: [] }, { apiToken: ['read'] }, {}]
  for (const path of ['/api/jobs', '/api/jobs/{id}']) expect(paths[path].get.security).toEqual(openToMore)
  expect(paths['/api/admin/applications.csv'].get.security).toEqual([{ bearer: [] }, { apiToken: ['export'] }])
  expect(paths['/api/auth/me'].get.security).toEqual([{ bearer: [] }])
  expect(paths['/api/auth/login'].post.security).toEqual([])
  const list = paths['/api/applications'].get.responses
  expect(Object.keys(list[200].headers)).toEqual(['ETag', 'Link', 'X-Total-Count', 'X-Total-Count-Exact'])
  expect(Object.keys(list[304].headers)).toEqual(['ETag'])
})

test('GET /api/openapi.json describes forms with their fields and the file', async () => {
  const document = await (await app.request('/api/openapi.json')).json()
  const form = document.paths['/api/submit-application'].post.requestBody.content['multipart/form-data'].schema
  const written = ['work', 'education', 'skills', 'links']
  const fields = [
    'name',
    'email',
    'phone',
    'note',
    'linkedinUrl',
    'portfolioUrl',
    'jobId',
    'source',
    ...written,
    'website',
    'resume',
  ]
  expect(Object.keys(form.properties)).toEqual(fields)
  expect(form.required).toEqual(['name', 'email', 'phone'])
  expect(form.properties.resume).toEqual({ type: 'string', format: 'binary' })
})

test('GET /healthz and /readyz report that the server runs and can serve', async () => {
  for (const path of ['/healthz', '/readyz']) expect(await (await app.request(path)).json()).toEqual({ status: 'ok' })
})

test('a document that could not be made is made for the next request', async () => {
  await using other = fastify()
  describeRoutes(other, { siteUrl: 'http://localhost:3000', cookieName: 'applications' })
  let reads = 0
  const multipart = {
    get fields() {
      reads += 1
      if (reads === 1) throw new Error('made up')
      return z.object({})
    },
  }
  other.register(async (scope) => {
    scope.get('/nothing', { schema: {}, config: { multipart } as object }, async () => null)
  })
  expect((await other.inject(ADMIN_API.openapi)).statusCode).toBe(500)
  expect((await other.inject(ADMIN_API.openapi)).json().paths).toHaveProperty('/nothing')
})
