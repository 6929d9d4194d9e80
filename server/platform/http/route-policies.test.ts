import fastify, { type HTTPMethods } from 'fastify'
import { expect, test } from 'vitest'
import { SITE } from '../../../contract/policies/site-policy.ts'
import { API } from '../../../contract/wire/paths.ts'
import { requirePolicies } from './route-policies.ts'

/** The fault with which the server does not start; null where it starts. */
function faultOf(method: HTTPMethods | HTTPMethods[], url: string, config = {}): string | null {
  const app = fastify()
  requirePolicies(app)
  try {
    app.route({ method, url, config, handler: () => 'served' })
    return null
  } catch (error) {
    return (error as Error).message
  }
}

const fault = (request: string) => `${request} has no policy: guard it with \`may\`, or list it as open.`

test('a route of the API without a policy stops the start, and is named', () => {
  expect(faultOf('POST', '/api/admin/new')).toBe(fault('POST /api/admin/new'))
  expect(faultOf('POST', '/api/admin/new', { may: SITE.changeSettings })).toBeNull()
})

test('a request that needs no sign-in is open with its own method and address alone', () => {
  expect(faultOf('GET', API.jobs)).toBeNull()
  expect(faultOf('HEAD', API.jobs)).toBeNull()
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)
    expect(faultOf(method, API.jobs)).toBe(fault(`${method} ${API.jobs}`))
  expect(faultOf('GET', API.login)).toBe(fault(`GET ${API.login}`))
  expect(faultOf('HEAD', API.login)).toBe(fault(`HEAD ${API.login}`))
  expect(faultOf(['GET', 'POST'], API.jobs)).toBe(fault(`POST ${API.jobs}`))
  for (const url of [`${API.jobs}/`, `${API.jobs}/*`, `${API.job}/extra`])
    expect(faultOf('GET', url)).toBe(fault(`GET ${url}`))
})

test('pages, files and feeds need no policy', () => {
  for (const url of ['/', '/admin/dashboard', '/calendar/:file', '/feeds/jobs.rss'])
    expect(faultOf('GET', url)).toBeNull()
})
