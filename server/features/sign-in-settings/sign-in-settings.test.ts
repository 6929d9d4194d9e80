import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_SIGN_IN_SETTINGS, type StoredSignInSettings } from '../../../contract/accounts/sign-in-settings.ts'
import type { ErrorBody } from '../../../contract/wire/error.ts'
import { API } from '../../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { type AdminClient, adminClient, signInAs } from '../../../test/admin-client.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { createSession } from '../accounts/session-queries.ts'

const ISSUER = 'https://id.example.com'

let app: TestApp
let owner: AdminClient
beforeAll(async () => {
  const oidc = { issuer: ISSUER, clientId: 'wellhead', clientSecret: 'secret', name: 'Example ID' }
  app = await startTestApp({ oidc, publicUrl: 'https://jobs.example.com' })
  owner = adminClient(app, await app.signIn())
})
afterAll(() => app.stop())

const read = async () => (await owner.request<StoredSignInSettings>('GET', SIGN_IN_API.signInSettings)).body
const change = async (singleSignOn: object, by = owner) => {
  const settings = { singleSignOn: { ...DEFAULT_SIGN_IN_SETTINGS.singleSignOn, ...singleSignOn } }
  const body = { settings, version: (await read()).version }
  return by.request<StoredSignInSettings & ErrorBody>('PATCH', SIGN_IN_API.signInSettings, body)
}

test('an owner reads what to register at the provider, and sets who may join by a domain as what', async () => {
  expect(await read()).toEqual({
    settings: DEFAULT_SIGN_IN_SETTINGS,
    version: null,
    provider: {
      name: 'Example ID',
      redirectUrl: 'https://jobs.example.com/api/auth/single-sign-on/callback',
    },
  })
  const { status, body } = await change({ domains: [' @Example.COM ', 'münchen.example'], role: 'recruiter' })
  expect(status).toBe(200)
  expect(body.settings.singleSignOn).toEqual({
    domains: ['example.com', 'xn--mnchen-3ya.example'],
    role: 'recruiter',
    only: false,
  })
  expect(await read()).toEqual(body)
  const entries = app.db.selectFrom('audit_trail').select('username').where('action', '=', 'sign_in_settings_changed')
  expect(await entries.execute()).toEqual([{ username: 'admin' }])
})

test('a domain that is none is refused, and an owner by domain', async () => {
  for (const domains of [['example'], ['*.example.com'], ['a@example.com'], ['']])
    expect((await change({ domains })).status, domains[0]).toBe(400)
  expect((await change({ role: 'owner' })).status).toBe(400)
})

test('a recruiter neither reads nor changes it', async () => {
  const recruiter = adminClient(app, await signInAs(app, 'rita', { role: 'recruiter' }))
  expect((await recruiter.request('GET', SIGN_IN_API.signInSettings)).status).toBe(403)
  expect((await change({ domains: ['example.org'] }, recruiter)).status).toBe(403)
})

test('the other ways end only by an owner who has linked the own account', async () => {
  expect(await change({ only: true })).toMatchObject({ status: 409, body: { code: 'not_linked' } })
  const { id } = await app.db
    .selectFrom('accounts')
    .select('id')
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow()
  const identity = { account_id: id, subject: '1', created_at: new Date().toISOString() }
  await app.db
    .insertInto('linked_identities')
    .values({ ...identity, issuer: 'https://other.example.com' })
    .execute()
  expect((await change({ only: true })).status).toBe(409)
  await app.db
    .insertInto('linked_identities')
    .values({ ...identity, issuer: ISSUER })
    .execute()
  expect((await change({ only: true })).body.settings.singleSignOn.only).toBe(true)
})

test('the sessions of others that no company account has begun end with the other ways', async () => {
  expect((await change({ only: false })).status).toBe(200)
  const byPassword = await signInAs(app, 'rosa', { role: 'recruiter' })
  const ofOwner = await signInAs(app, 'olga')
  const rosa = await app.db.selectFrom('accounts').select('id').where('username', '=', 'rosa').executeTakeFirstOrThrow()
  const { token } = await createSession(app.db, rosa.id, new Date(), { method: 'single_sign_on' })
  const byCompany = { authorization: `Bearer ${token}` }
  const statusOf = async (headers: { authorization: string }) => (await app.request(API.me, { headers })).status
  expect((await change({ domains: ['example.org'] })).status).toBe(200)
  expect(await statusOf(byPassword), 'another change ends none').toBe(200)
  expect((await change({ only: true })).status).toBe(200)
  const left = await Promise.all([byPassword, byCompany, ofOwner].map(statusOf))
  expect(left).toEqual([401, 200, 200])
})
