import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StoredSignInSettings } from '../../../contract/accounts/sign-in-settings.ts'
import type { LinkedIdentities } from '../../../contract/accounts/single-sign-on.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API, pathTo } from '../../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { type AdminClient, adminClient, signInAs } from '../../../test/admin-client.ts'
import { startProvider } from '../../../test/oidc/real-provider.ts'
import { signInClient } from '../../../test/oidc/sign-in-client.ts'
import { invite } from '../../../test/people-kit.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { removeAccount } from '../people/operate-people.ts'

const PUBLIC_URL = 'http://localhost:3000'
const LOGINS = ['unlinked', 'cleared', 'typed', 'removed']
const PEOPLE = Object.fromEntries(
  LOGINS.map((login) => [login, { email: `${login}@example.com`, email_verified: true }]),
)

let provider: Awaited<ReturnType<typeof startProvider>>
let app: TestApp
let owner: AdminClient
beforeAll(async () => {
  provider = await startProvider(PUBLIC_URL + SIGN_IN_API.singleSignOnCallback, PEOPLE)
  app = await startTestApp({ oidc: provider.settings, publicUrl: PUBLIC_URL })
  owner = adminClient(app, await app.signIn())
  const { body } = await owner.request<StoredSignInSettings>('GET', SIGN_IN_API.signInSettings)
  const singleSignOn = { ...body.settings.singleSignOn, domains: ['example.com'], role: 'recruiter' }
  const sent = { settings: { singleSignOn }, version: body.version }
  expect((await owner.send('PATCH', SIGN_IN_API.signInSettings, sent)).status).toBe(200)
})
afterAll(async () => {
  await app.stop()
  await provider.stop()
})

test('who had an account does not come back by the domain, whatever was done to that before it ended, but by an invitation', async () => {
  const unlinked = (await signInClient(app).signIn('unlinked')).body
  await app.db.updateTable('accounts').set({ password_hash: 'x' }).where('id', '=', unlinked.user.id).execute()
  const leaving = adminClient(app, { authorization: `Bearer ${unlinked.token}` })
  const { identities } = (await leaving.request<LinkedIdentities>('GET', SIGN_IN_API.linkedIdentities)).body
  expect((await leaving.send('DELETE', pathTo(SIGN_IN_API.linkedIdentity, identities[0]?.id ?? 0))).status).toBe(204)
  expect((await leaving.send('PUT', ADMIN_API.ownEmail, { email: null })).status).toBe(200)

  const cleared = adminClient(app, await signInAs(app, 'cleared', { role: 'hiring_manager' }))
  const { id } = (await cleared.request<{ id: number }>('GET', API.me)).body
  expect((await owner.send('PATCH', pathTo(ADMIN_API.person, id), { email: 'Cleared@example.com' })).status).toBe(200)
  expect((await cleared.send('PUT', ADMIN_API.ownEmail, { email: null })).status).toBe(200)

  const removed = (await signInClient(app).signIn('removed')).body
  await removeAccount(app.db, removed.user.username, new Date())
  for (const login of ['unlinked', 'cleared', 'removed'])
    expect(await signInClient(app).signIn(login), login).toMatchObject({
      ...{ status: 409, body: { code: 'not_linked', message: expect.stringContaining('ask an owner to invite you') } },
    })
  const remembered = await app.db.selectFrom('ended_identities').selectAll().execute()
  expect(JSON.stringify(remembered)).not.toContain('example')

  const { token } = await invite(owner, { email: 'removed@example.com' })
  const client = signInClient(app)
  const { body } = await client.startJoining(token)
  const { ticket } = await client.land(await client.browser.signInAt(body.url, 'removed'))
  expect((await client.finish(ticket)).status).toBe(200)
})

test('an address that a person only typed keeps nobody from joining, and is changed five times a day at most', async () => {
  const typing = adminClient(app, await signInAs(app, 'typing', { role: 'hiring_manager' }))
  const change = (email: string | null) => typing.send('PUT', ADMIN_API.ownEmail, { email })
  for (const email of ['typed@example.com', null, 'a@example.com', 'b@example.com', null])
    expect((await change(email)).status).toBe(200)
  const refused = await change('typed@example.com')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await signInClient(app).signIn('typed')).status).toBe(200)
})

test('what an owner changes, and an address that stays as it is, count for none of the five', async () => {
  const typing = adminClient(app, await signInAs(app, 'counting', { role: 'hiring_manager' }))
  const { id } = (await typing.request<{ id: number }>('GET', API.me)).body
  const change = async (email: string | null) => (await typing.send('PUT', ADMIN_API.ownEmail, { email })).status
  for (const email of ['1@example.com', '2@example.com', '3@example.com', '4@example.com', '5@example.com'])
    expect((await owner.send('PATCH', pathTo(ADMIN_API.person, id), { email })).status).toBe(200)
  for (const email of ['6@example.com', '6@example.com', null, null, '7@example.com', null, '8@example.com'])
    expect(await change(email), String(email)).toBe(200)
  const changes = app.db.selectFrom('audit_trail').select('id').where('action', '=', 'email_changed')
  expect(await changes.where('account_id', '=', id).execute()).toHaveLength(5)
  expect(await change('9@example.com')).toBe(429)
})
