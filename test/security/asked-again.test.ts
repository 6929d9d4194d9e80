import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test-app.ts'
import { everyRow } from './operations.ts'

/** What asks again who one is. A new route must be added here on purpose, and stands in `docs/security.md`. */
const ASKED_AGAIN = [
  'DELETE /api/admin/applications/:id/legal-hold',
  'DELETE /api/admin/invitations/:id',
  'DELETE /api/admin/message-templates/:kind',
  'DELETE /api/auth/linked-identities/:id',
  'DELETE /api/auth/passkeys/:id',
  'DELETE /api/auth/second-factors/totp',
  'GET /api/admin/applications.csv',
  'GET /api/admin/audit.csv',
  'HEAD /api/admin/applications.csv',
  'HEAD /api/admin/audit.csv',
  'PATCH /api/admin/people/:id',
  'PATCH /api/admin/retention',
  'PATCH /api/admin/settings',
  'PATCH /api/admin/sign-in-settings',
  'PATCH /api/admin/site-texts',
  'PATCH /api/admin/webhooks/:id',
  'POST /api/admin/api-tokens',
  'POST /api/admin/applications/:id/erase-person',
  'POST /api/admin/applications/:id/person-export',
  'POST /api/admin/applications/delete',
  'POST /api/admin/applications/resumes',
  'POST /api/admin/calendar-feed',
  'POST /api/admin/imports',
  'POST /api/admin/imports/:id/start',
  'POST /api/admin/imports/:id/undo',
  'POST /api/admin/invitations',
  'POST /api/admin/invitations/:id/renew',
  'POST /api/admin/people/:id/deactivate',
  'POST /api/admin/people/:id/reactivate',
  'POST /api/admin/people/:id/remove-second-factors',
  'POST /api/admin/retention/on',
  'POST /api/admin/webhooks',
  'POST /api/admin/webhooks/:id/secret',
  'POST /api/auth/passkeys',
  'POST /api/auth/passkeys/options',
  'POST /api/auth/second-factors/recovery-codes',
  'POST /api/auth/second-factors/totp',
  'POST /api/auth/second-factors/totp/confirm',
  'POST /api/auth/single-sign-on/link',
  'PUT /api/admin/imports/:id/files',
  'PUT /api/admin/imports/:id/table',
  'PUT /api/admin/message-templates/:kind',
  'PUT /api/auth/email',
]

const START = Date.parse('2026-03-02T09:00:00Z')

let app: TestApp
const registered: string[] = []
beforeAll(async () => {
  const onInitialization = (message: unknown) => {
    ;(message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url, config }) => {
      if (config?.asksAgain) for (const each of [method].flat()) registered.push(`${each} ${url}`)
    })
  }
  subscribe('fastify.initialization', onInitialization)
  app = await startTestApp()
  unsubscribe('fastify.initialization', onInitialization)
})
afterAll(() => app.stop())

test('what asks again who one is, is what is meant to', () => {
  expect(registered.toSorted()).toEqual(ASKED_AGAIN)
})

test('each refuses a session that was confirmed too long ago, before it reads the body, and changes no row', async () => {
  app.setNow(new Date(START))
  const { authorization } = await app.signIn()
  app.setNow(new Date(START + 15 * 60_000 + 1))
  await app.request('/api/auth/me', { headers: { authorization } })
  const before = await everyRow(app)
  for (const route of ASKED_AGAIN.filter((each) => !each.startsWith('HEAD'))) {
    const [method = '', url = ''] = route.split(' ')
    // No JSON, which is refused too wherever it is read.
    const sent = method === 'GET' ? {} : { body: '{', headers: { authorization, 'content-type': 'application/json' } }
    const address = url.replace(':id', '1').replace(':kind', 'receipt')
    const response = await app.request(address, { method, headers: { authorization }, ...sent })
    expect([response.status, (await response.json()).code], route).toEqual([403, 'confirmation_needed'])
  }
  expect(await everyRow(app)).toEqual(before)
})
