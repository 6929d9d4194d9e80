import { afterEach, beforeEach, expect, test } from 'vitest'
import type { User } from '../../../contract/accounts/account.ts'
import type { Person } from '../../../contract/accounts/people.ts'
import type { SignInMethod } from '../../../contract/accounts/sign-in-methods.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API, pathTo } from '../../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { type AdminClient, adminClient, signInAs } from '../../../test/admin-client.ts'
import { startTestApp, TEST_ADMIN, type TestApp } from '../../../test/test-app.ts'
import { bearer, totpClient } from '../../../test/totp-client.ts'
import { createSession } from '../accounts/session-queries.ts'
import { applicationsCookieName } from '../accounts/sessions.ts'
import { removeFactorsOf } from '../people/operate-people.ts'

const START = new Date('2026-03-02T09:00:00Z')
const HOUR = 3_600_000
const at = (hours: number) => new Date(START.getTime() + hours * HOUR)

let app: TestApp
let client: ReturnType<typeof totpClient>
let owner: AdminClient
beforeEach(async () => {
  app = await startTestApp()
  app.setNow(START)
  client = totpClient(app)
  owner = adminClient(app, await app.signIn())
})
afterEach(() => app.stop())

async function require(requireSecondFactor: boolean, by = owner) {
  const read = await by.request<{ version: number | null }>('GET', SIGN_IN_API.signInSettings)
  const body = { settings: { requireSecondFactor }, version: read.body.version }
  return by.request<{ settings: object }>('PATCH', SIGN_IN_API.signInSettings, body)
}

/** A new session of the first account. */
async function begin(now: Date, method: SignInMethod = 'password') {
  app.setNow(now)
  return createSession(app.db, 1, now, { method })
}

const open = async (headers: Record<string, string>, path: string = ADMIN_API.applicationSummary, method = 'GET') => {
  const response = await app.request(path, { method, headers })
  const { code } = (await response.json().catch(() => ({}))) as { code?: string }
  return code ?? response.status
}
const me = async (headers: Record<string, string>) =>
  ((await (await app.request(API.me, { headers })).json()) as User).secondFactor

test('everything goes on for a day after the switch; then an account without a factor opens itself alone', async () => {
  expect((await require(true)).body.settings).toMatchObject({ requireSecondFactor: true })
  const early = bearer(await begin(at(23)))
  expect(await me(early)).toEqual({ isSet: false, neededFrom: at(24).toISOString() })
  expect(await open(early)).toBe(200)
  app.setNow(at(24))
  expect(await open(early), 'with the next request').toBe('second_factor_needed')

  const session = await begin(at(25))
  const late = bearer(session)
  for (const path of [ADMIN_API.applicationSummary, API.jobs, ADMIN_API.applications, ADMIN_API.people])
    expect(await open(late, path), path).toBe('second_factor_needed')
  expect(await open(late, ADMIN_API.calendarFeed), 'nor a link that opens data without it').toBe('second_factor_needed')
  const cookie = { cookie: `${applicationsCookieName(false)}=${session.cookie}` }
  expect(await open(cookie, ADMIN_API.applications)).toBe('second_factor_needed')
  for (const path of [API.me, SIGN_IN_API.secondFactors, SIGN_IN_API.passkeys, SIGN_IN_API.ownSessions])
    expect(await open(late, path), path).toBe(200)
  expect(await open({}, API.jobs), 'visitors are not concerned').toBe(200)

  await client.add(late, at(25))
  expect(await open(late), 'as soon as there is one').toBe(200)
  expect(await open(cookie, ADMIN_API.applications)).toBe(200)
  expect(await me(late)).toEqual({ isSet: true, neededFrom: null })
  expect((await client.send('POST', API.logout, undefined, late)).status).toBe(204)
})

test('who joins later has a day from then', async () => {
  await require(true)
  const late = await signInAs(app, 'late', { role: 'recruiter', now: at(100) })
  app.setNow(at(123))
  const account = app.db.selectFrom('accounts').select('id').where('username', '=', 'late')
  const { id } = await account.executeTakeFirstOrThrow()
  expect(await open(bearer(await createSession(app.db, id, at(123))))).toBe(200)
  app.setNow(at(124))
  expect(await open(bearer(await createSession(app.db, id, at(124))))).toBe('second_factor_needed')
  expect(await open(late), 'a session that is over').toBe('unauthorized')
})

test('a company account proves by its own rules', async () => {
  await require(true)
  const session = bearer(await begin(at(30), 'single_sign_on'))
  expect(await open(session)).toBe(200)
  expect(await me(session)).toEqual({ isSet: false, neededFrom: null })
  expect(await open(bearer(await begin(at(30))))).toBe('second_factor_needed')
})

test('switching it off opens all again, and on again gives a new day', async () => {
  await require(true)
  await client.add(bearer(await begin(at(20))), at(20))
  owner = adminClient(app, bearer(await begin(at(30))))
  await require(true)
  const row = app.db.selectFrom('sign_in_settings').select('second_factor_since')
  expect(await row.executeTakeFirst(), 'said twice it began once').toEqual({ second_factor_since: START.toISOString() })
  const other = await signInAs(app, 'other', { now: at(30) })
  await app.db
    .updateTable('accounts')
    .set({ created_at: START.toISOString() })
    .where('username', '=', 'other')
    .execute()
  expect(await open(other)).toBe('second_factor_needed')
  await require(false)
  expect(await open(other)).toBe(200)
  await require(true)
  expect(await open(other)).toBe(200)
  expect(await row.executeTakeFirst()).toEqual({ second_factor_since: at(30).toISOString() })
})

test('the last factor cannot be removed while everybody needs one, and nothing is lost by trying', async () => {
  const own = bearer(await begin(START))
  await client.add(own, START)
  owner = adminClient(app, own)
  await require(true)
  const other = bearer(await begin(START))
  expect(await open(own, SIGN_IN_API.totp, 'DELETE')).toBe('last_factor')
  expect(await client.list(own)).toMatchObject({ totp: { since: START.toISOString() }, recoveryCodes: { left: 10 } })
  expect(await open(other), 'nor did the other sessions end').toBe(200)
  await app.db
    .insertInto('passkeys')
    .values({
      ...{ account_id: 1, credential_id: 'x', public_key: '', sign_count: 0, transports: '[]', rp_id: '', name: 'Key' },
      created_at: START.toISOString(),
    })
    .execute()
  expect(await open(own, SIGN_IN_API.totp, 'DELETE')).toBe(204)
  const [passkey] = (await client.list(own)).passkeys
  expect(await open(own, pathTo(SIGN_IN_API.passkey, passkey?.id ?? 0), 'DELETE')).toBe('last_factor')
  await require(false)
  expect(await open(own, pathTo(SIGN_IN_API.passkey, passkey?.id ?? 0), 'DELETE')).toBe(204)
  expect((await client.list(own)).recoveryCodes).toEqual({ left: 0 })
})

const remove = (id: number, by = owner) =>
  by.request<Person & { code?: string }>('POST', pathTo(SIGN_IN_API.removeSecondFactors, id))
const people = async () => (await owner.request<{ people: Person[] }>('GET', ADMIN_API.people)).body.people

test('an owner removes the factors of a person who lost theirs, whose sessions end', async () => {
  const other = await signInAs(app, 'other', { role: 'recruiter', now: START })
  await client.add(other, START)
  const [, before] = await people()
  expect(before).toMatchObject({ username: 'other', secondFactors: ['totp'] })
  const id = before?.id ?? 0
  expect((await remove(id, adminClient(app, other))).status, 'owners alone').toBe(403)
  expect(await remove(1), 'never their own').toMatchObject({ status: 400 })
  expect((await remove(99)).status).toBe(404)
  expect(await remove(id)).toMatchObject({ status: 200, body: { username: 'other', secondFactors: [] } })
  expect(await open(other)).toBe('unauthorized')
  const left = [
    await app.db.selectFrom('totp_secrets').selectAll().execute(),
    await app.db.selectFrom('recovery_codes').selectAll().execute(),
  ]
  expect(left).toEqual([[], []])
  const last = app.db.selectFrom('audit_trail').select(['action', 'subject_id', 'username']).orderBy('id', 'desc')
  expect(await last.executeTakeFirst()).toEqual({
    ...{ action: 'second_factors_removed', subject_id: id, username: 'admin' },
  })
})

test('the operator removes them by a command', async () => {
  await client.add(bearer(await begin(START)), START)
  expect((await client.sendPassword()).methods).toEqual(['totp', 'recovery_code'])
  await removeFactorsOf(app.db, TEST_ADMIN.username, START)
  expect(await client.sendPassword()).toBeUndefined()
  await expect(removeFactorsOf(app.db, 'nobody', START)).rejects.toThrow('There is no account nobody')
})
