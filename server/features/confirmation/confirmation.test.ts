import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Confirmation } from '../../../contract/accounts/confirmation.ts'
import type { PasskeyOptions } from '../../../contract/accounts/passkeys.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API } from '../../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { adminClient, signInAs } from '../../../test/admin-client.ts'
import { PASSKEY_ORIGIN, passkeyClient } from '../../../test/passkeys/passkey-client.ts'
import { INVITED } from '../../../test/people-kit.ts'
import { everyRow } from '../../../test/security/operations.ts'
import { startTestApp, TEST_ADMIN, type TestApp } from '../../../test/test-app.ts'
import { bearer, codeOf, totpClient } from '../../../test/totp-client.ts'
import { createSession } from '../accounts/session-queries.ts'

const START = Date.parse('2026-03-02T09:00:00Z')
const MINUTE = 60_000
const NEEDED = { status: 403, body: { code: 'confirmation_needed', message: expect.stringContaining('confirm') } }
const RIGHT = { password: TEST_ADMIN.password }

type Headers = { authorization: string }

let app: TestApp
let me: Headers
beforeEach(async () => {
  app = await startTestApp({ publicUrl: PASSKEY_ORIGIN })
  passed(0)
  me = await app.signIn()
})
afterEach(() => app.stop())

/** Sets the clock to so many milliseconds after the sign-in. */
const passed = (milliseconds: number) => app.setNow(new Date(START + milliseconds))
const send = (method: string, path: string, body?: object, headers = me) =>
  adminClient(app, headers).request<{ code?: string }>(method, path, body)
const invite = (headers = me) => send('POST', ADMIN_API.invitations, INVITED, headers)
const confirm = (proof: object, headers = me) => send('POST', SIGN_IN_API.confirm, proof, headers)
const offered = async (headers = me) =>
  (await send('GET', SIGN_IN_API.confirm, undefined, headers)).body as Confirmation
const actions = async () =>
  (await app.db.selectFrom('audit_trail').select('action').orderBy('id').execute()).map(({ action }) => action)

/** Signs in with the password, as a browser does. */
async function logIn(password = TEST_ADMIN.password): Promise<Headers> {
  const { body } = await send('POST', API.login, { ...TEST_ADMIN, password }, { authorization: '' })
  return { authorization: `Bearer ${(body as { token: string }).token}` }
}

test('a sign-in counts for fifteen minutes: what asks again is then refused, and changes no row', async () => {
  passed(15 * MINUTE - 1000)
  expect((await invite()).status).toBe(201)
  passed(15 * MINUTE + 1000)
  // Notes that the session was used.
  await send('GET', ADMIN_API.people)
  const before = await everyRow(app)
  expect(await invite()).toEqual(NEEDED)
  expect(await everyRow(app)).toEqual(before)
  expect((await send('GET', ADMIN_API.people)).status).toBe(200)
})

test('the right password confirms the session it is sent with, and no other one of the same person', async () => {
  const elsewhere = await logIn()
  passed(20 * MINUTE)
  expect(await offered()).toEqual({ ways: ['password'], confirmedUntil: null })
  const confirmedUntil = new Date(START + 35 * MINUTE).toISOString()
  expect(await confirm(RIGHT)).toEqual({ status: 200, body: { confirmedUntil } })
  expect(await offered()).toEqual({ ways: ['password'], confirmedUntil })
  expect((await actions()).at(-1)).toBe('identity_confirmed')
  expect((await invite()).status).toBe(201)
  expect(await invite(elsewhere)).toEqual(NEEDED)
  passed(35 * MINUTE + 1000)
  expect(await invite()).toEqual(NEEDED)
})

test('a sign-in and a change of password confirm', async () => {
  passed(20 * MINUTE)
  expect((await invite(await logIn())).status).toBe(201)
  const newPassword = 'seven calm otters row home'
  const changed = await send('POST', SIGN_IN_API.changePassword, { currentPassword: TEST_ADMIN.password, newPassword })
  const { token } = changed.body as { token: string }
  expect((await invite({ authorization: `Bearer ${token}` })).status).toBe(201)
})

test('a stolen session does not confirm itself: neither without a secret, nor with the secret of another person', async () => {
  const other = await signInAs(app, 'second', { now: new Date(START) })
  passed(20 * MINUTE)
  for (const proof of [
    {},
    { password: '' },
    { password: 5 },
    { ...RIGHT, code: '123456' },
    { code: '12345' },
    { token: me.authorization },
  ])
    expect(await confirm(proof), JSON.stringify(proof)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    })
  expect(await confirm({ password: 'wrong horse battery' })).toMatchObject({
    status: 400,
    body: { code: 'password_wrong', issues: [{ path: 'password' }] },
  })
  expect(await confirm(RIGHT, other)).toMatchObject({ status: 400, body: { code: 'password_wrong' } })
  expect((await offered()).confirmedUntil).toBeNull()
  expect(await invite()).toEqual(NEEDED)
})

test('an account without a password has no such way', async () => {
  const other = await signInAs(app, 'second', { now: new Date(START) })
  expect((await offered(other)).ways).toEqual([])
  expect(await confirm({ password: 'x' }, other)).toMatchObject({ status: 400, body: { code: 'password_wrong' } })
})

test('passwords are not guessed: after ten wrong ones the right one is refused too, for a quarter of an hour', async () => {
  passed(20 * MINUTE)
  for (let guess = 0; guess < 10; guess += 1) await confirm({ password: `guess ${guess}` })
  expect(await confirm(RIGHT)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  expect(await invite()).toEqual(NEEDED)
  passed(36 * MINUTE)
  expect((await confirm(RIGHT)).status).toBe(200)
})

test('a session that has ended is not confirmed', async () => {
  passed(20 * MINUTE)
  await send('POST', ADMIN_API.logoutEverywhere).catch(() => undefined)
  expect(await confirm(RIGHT)).toMatchObject({ status: 401 })
  expect((await app.db.selectFrom('sessions').selectAll().execute()).length).toBe(0)
})

test('a session that ends while its password is verified stays ended', async () => {
  passed(20 * MINUTE)
  const confirming = confirm(RIGHT)
  await app.db.deleteFrom('sessions').execute()
  expect(await confirming).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  expect(await actions()).not.toContain('identity_confirmed')
})

test('what a role does not include is refused as such, whether or not the session is confirmed', async () => {
  const manager = await signInAs(app, 'manager', { role: 'hiring_manager', now: new Date(START) })
  passed(20 * MINUTE)
  expect(await invite(manager)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
})

test('a session is not confirmed without a time, nor by a time that is further ahead than clocks differ', async () => {
  const confirmedAt = (at: string) => app.db.updateTable('sessions').set({ confirmed_at: at }).execute()
  const inMinutes = (minutes: number) => new Date(START + minutes * MINUTE).toISOString()
  await confirmedAt('')
  expect(await invite()).toEqual(NEEDED)
  await confirmedAt(inMinutes(2))
  expect(await invite()).toEqual(NEEDED)
  await confirmedAt(inMinutes(0.5))
  expect((await invite()).status).toBe(201)
})

test('a code of an authenticator app confirms, once, and wrong ones are counted', async () => {
  const { secret } = await totpClient(app).add(me, new Date(START))
  passed(20 * MINUTE)
  expect((await offered()).ways).toEqual(['password', 'totp'])
  const code = await codeOf(secret, new Date(START + 20 * MINUTE))
  const wrong = { status: 400, body: { code: 'code_wrong', issues: [{ path: 'code' }] } }
  expect(await confirm({ code: await codeOf(secret, new Date(START)) })).toMatchObject(wrong)
  expect((await confirm({ code })).status).toBe(200)
  expect((await invite()).status).toBe(201)
  expect(await confirm({ code }), 'used before').toMatchObject(wrong)
})

test('ten wrong codes end the session that sends them, and no other way of its person', async () => {
  const client = totpClient(app)
  const { secret } = await client.add(me, new Date(START))
  const elsewhere = bearer(await createSession(app.db, 1, new Date(START)))
  passed(20 * MINUTE)
  const right = (steps: number) => codeOf(secret, new Date(START + 20 * MINUTE), steps)
  const guess = async (headers = me) => (await confirm({ code: await right(9) }, headers)).status
  for (let count = 0; count < 5; count += 1) expect(await guess()).toBe(400)
  expect((await confirm({ code: await right(-1) })).status, 'a right one clears none of them').toBe(200)
  for (let count = 5; count < 9; count += 1) expect(await guess()).toBe(400)
  expect(await guess()).toBe(401)
  expect(await guess()).toBe(401)
  expect((await actions()).at(-1)).toBe('session_ended_by_wrong_codes')
  expect(await guess(elsewhere), 'another session counts its own').toBe(400)
  const { ticket } = await client.sendPassword()
  expect((await client.prove(ticket, { code: await right(0) })).status).toBe(200)
})

test('a passkey confirms, once, for the person who has it', async () => {
  const client = passkeyClient(app)
  const { device } = await client.add(me)
  const other = await signInAs(app, 'second', { now: new Date(START) })
  passed(20 * MINUTE)
  expect((await offered()).ways).toEqual(['password', 'passkey'])
  const ask = async (headers = me) =>
    (await send('POST', SIGN_IN_API.confirmPasskeyOptions, undefined, headers)).body as unknown as PasskeyOptions
  const { ticket, options } = await ask()
  expect(options.allowCredentials).toHaveLength(1)
  const sent = { ticket, response: device.get(options) }
  expect(await confirm(sent, other)).toMatchObject({ status: 400, body: { code: 'passkey_refused' } })
  expect((await confirm(sent)).status).toBe(200)
  expect((await invite()).status).toBe(201)
  expect(await confirm(sent)).toMatchObject({ status: 400, body: { code: 'passkey_refused' } })
  const again = await ask()
  const wrong = { ticket: again.ticket, response: device.get(again.options, { challenge: 'AAAA' }) }
  expect(await confirm(wrong)).toMatchObject({ status: 400, body: { code: 'passkey_refused' } })
  expect(await ask(other)).toMatchObject({ code: 'not_found' })
})

test('a ticket for signing in with a passkey does not confirm', async () => {
  const client = passkeyClient(app)
  const { device } = await client.add(me)
  const { ticket, options } = await client.offer()
  const refused = { status: 400, body: { code: 'passkey_refused' } }
  expect(await confirm({ ticket, response: device.get(options) })).toMatchObject(refused)
})
