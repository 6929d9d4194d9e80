import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LoginResponse } from '../../../contract/accounts/account.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API } from '../../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { endOtherWays, UNASKED_PROVIDER } from '../../../test/oidc/only-company-accounts.ts'
import { startTestApp, TEST_ADMIN, type TestApp } from '../../../test/test-app.ts'
import { bearer, codeOf, totpClient } from '../../../test/totp-client.ts'
import { insertAccount } from '../accounts/account-queries.ts'

const START = new Date('2026-03-02T09:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE

let app: TestApp
let client: ReturnType<typeof totpClient>
let own: { authorization: string }
let secret: string
let codes: readonly string[]
beforeEach(async () => {
  app = await startTestApp({ trustProxy: 1, oidc: UNASKED_PROVIDER })
  app.setNow(START)
  client = totpClient(app)
  own = await app.signIn()
  ;({ secret, codes } = await client.add(own, START))
})
afterEach(() => app.stop())

const at = (milliseconds: number) => new Date(START.getTime() + milliseconds)

/** Sends the password and then a code, at a time. @returns status and code of the response */
async function signIn(proof: { code: string } | { recoveryCode: string }, now = at(HOUR)) {
  app.setNow(now)
  return outcomeOf(await client.prove((await client.sendPassword()).ticket, proof))
}

async function outcomeOf(response: Response) {
  const body = (await response.json()) as { code?: string }
  return body.code ? [response.status, body.code] : [response.status]
}

test('a right code ends the sign-in as a login does: token, cookie, audit entry', async () => {
  app.setNow(at(HOUR))
  const { ticket, methods } = await client.sendPassword()
  expect(methods).toEqual(['totp', 'recovery_code'])
  const response = await client.prove(ticket, { code: await codeOf(secret, at(HOUR)) })
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const body = (await response.json()) as LoginResponse
  expect(body).toMatchObject({ token: expect.any(String), user: { username: 'admin', isAdmin: true } })
  expect((await app.request(API.me, { headers: bearer(body) })).status).toBe(200)
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect((await app.request(ADMIN_API.applications, { headers: { cookie } })).status).toBe(200)
  const session = app.db.selectFrom('sessions').select(['method', 'confirmed_at']).orderBy('id', 'desc')
  expect(await session.executeTakeFirst()).toEqual({
    ...{ method: 'second_factor', confirmed_at: at(HOUR).toISOString() },
  })
  const last = app.db.selectFrom('audit_trail').select('action').orderBy('id', 'desc')
  expect(await last.executeTakeFirst()).toEqual({ action: 'signed_in' })
})

test('a code counts one step before and after its time, spaces and all, and no further', async () => {
  for (const [steps, status] of [
    [-2, 400],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 400],
  ] as const) {
    const code = await codeOf(secret, at(HOUR), steps)
    const [answered] = await signIn({ code: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect(answered, `${steps}`).toBe(status)
  }
})

test('a code works once, also for another ticket, also that which set the app up', async () => {
  const setUp = await codeOf(secret, START)
  expect(await signIn({ code: setUp }, START)).toEqual([400, 'code_wrong'])
  const code = await codeOf(secret, at(HOUR))
  expect(await signIn({ code })).toEqual([200])
  expect(await signIn({ code })).toEqual([400, 'code_wrong'])
  expect(await signIn({ code: await codeOf(secret, at(HOUR), -1) }), 'nor does an earlier one any more').toEqual([
    ...[400, 'code_wrong'],
  ])
  expect(await signIn({ code: await codeOf(secret, at(HOUR), 1) })).toEqual([200])
})

test('a code that comes many times at once begins one session, with one ticket and with many', async () => {
  app.setNow(at(HOUR))
  const tickets = await Promise.all(Array.from({ length: 4 }, async () => (await client.sendPassword()).ticket))
  const code = await codeOf(secret, at(HOUR))
  const sent = await Promise.all([...tickets, tickets[0] ?? ''].map((ticket) => client.prove(ticket, { code })))
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(1)
  const recoveryCode = codes[0] ?? ''
  app.setNow(at(2 * HOUR))
  const further = await Promise.all(Array.from({ length: 4 }, async () => (await client.sendPassword()).ticket))
  const tried = await Promise.all(further.map((ticket) => client.prove(ticket, { recoveryCode })))
  expect(tried.filter(({ status }) => status === 200)).toHaveLength(1)
  const begun = await app.db.selectFrom('sessions').select('id').where('method', '=', 'second_factor').execute()
  expect(begun).toHaveLength(2)
})

test('a wrong code leaves the ticket for another try, and a used ticket uses no code up', async () => {
  app.setNow(at(HOUR))
  const { ticket } = await client.sendPassword()
  const [wrong, right, next] = [await codeOf(secret, at(HOUR), 7), await codeOf(secret, at(HOUR)), codes[1] ?? '']
  expect(await outcomeOf(await client.prove(ticket, { code: wrong }))).toEqual([400, 'code_wrong'])
  expect(await outcomeOf(await client.prove(ticket, { code: right }))).toEqual([200])
  expect(await outcomeOf(await client.prove(ticket, { recoveryCode: next }))).toEqual([401, 'unauthorized'])
  expect((await client.list(own)).recoveryCodes).toEqual({ left: 10 })
})

test('a recovery code is taken however it is typed, works once, and is in the audit trail', async () => {
  const [first = '', second = ''] = codes
  const typed = ` ${first.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')} `
  expect(await signIn({ recoveryCode: typed })).toEqual([200])
  const last = app.db.selectFrom('audit_trail').select('action').orderBy('id', 'desc').limit(2)
  expect(await last.execute()).toEqual([{ action: 'signed_in' }, { action: 'recovery_code_used' }])
  expect(await signIn({ recoveryCode: first })).toEqual([400, 'code_wrong'])
  expect(await signIn({ recoveryCode: second.replaceAll('-', '') })).toEqual([200])
  expect((await client.list(own)).recoveryCodes).toEqual({ left: 8 })
  expect(await signIn({ recoveryCode: 'too short' })).toEqual([400, 'invalid_request'])
})

test('a ticket of before company accounts were the only way in begins no session', async () => {
  app.setNow(at(HOUR))
  const { ticket } = await client.sendPassword()
  await app.db.updateTable('accounts').set({ role: 'recruiter' }).execute()
  await endOtherWays(app.db)
  const code = await codeOf(secret, at(HOUR))
  expect(await outcomeOf(await client.prove(ticket, { code }))).toEqual([403, 'single_sign_on_only'])
})

test('a ticket opens nothing that is not its own', async () => {
  app.setNow(at(HOUR))
  const { password_hash } = await app.db.selectFrom('accounts').select('password_hash').executeTakeFirstOrThrow()
  const id = await insertAccount(app.db, { username: 'second', password_hash, created_at: START.toISOString() })
  await app.db.insertInto('recovery_codes').values({ account_id: id, code_hash: 'x', used_at: null }).execute()
  const row = await app.db.selectFrom('totp_secrets').selectAll().executeTakeFirstOrThrow()
  await app.db
    .insertInto('totp_secrets')
    .values({ ...row, account_id: id, sealed_secret: 'x' })
    .execute()
  const theirs = await client.sendPassword({ ...TEST_ADMIN, username: 'second' })
  expect(await outcomeOf(await client.prove(theirs.ticket, { recoveryCode: codes[0] ?? '' }))).toEqual([
    ...[400, 'code_wrong'],
  ])
  // A secret that is copied to another row of the database does not open there.
  await app.db
    .updateTable('totp_secrets')
    .set({ sealed_secret: row.sealed_secret })
    .where('account_id', '=', id)
    .execute()
  const code = await codeOf(secret, at(HOUR))
  expect(await outcomeOf(await client.prove(theirs.ticket, { code }))).toEqual([503, 'unavailable'])
  const forNewApp = await client.begin(await app.signIn())
  for (const ticket of ['none', `${theirs.ticket}A`, forNewApp.ticket])
    expect(await outcomeOf(await client.prove(ticket, { code }))).toEqual([401, 'unauthorized'])
})

test.each([
  ['the ticket is over', () => app.setNow(at(HOUR + 10 * MINUTE)), 401],
  [
    'the account was deactivated',
    () => app.db.updateTable('accounts').set({ deactivated_at: START.toISOString() }).execute(),
    401,
  ],
  ['the password was changed', () => app.db.updateTable('accounts').set({ password_hash: 'another' }).execute(), 401],
  ['the app was removed', () => client.send('DELETE', SIGN_IN_API.totp, undefined, own), 400],
  ['another app was set up', () => client.add(own, at(HOUR)), 400],
])('a right code opens nothing once %s', async (_, change, status) => {
  app.setNow(at(HOUR))
  own = await app.signIn()
  const { ticket } = await client.sendPassword()
  await change()
  const code = await codeOf(secret, at(HOUR))
  expect((await client.prove(ticket, { code })).status).toBe(status)
})

/** Sends a wrong code from a network of its own, with the right password. */
async function guess(index: number, now: Date) {
  app.setNow(now)
  const headers = { 'x-forwarded-for': `203.0.${index}.1` }
  const login = await client.send('POST', API.login, TEST_ADMIN, headers)
  const { secondFactor } = (await login.json()) as { secondFactor: { ticket: string } }
  const body = { ticket: secondFactor.ticket, code: await codeOf(secret, now, 9) }
  return client.send('POST', SIGN_IN_API.secondFactor, body, headers)
}

test('ten wrong codes in a quarter of an hour are too many for an account, from however many networks', async () => {
  for (let index = 0; index < 10; index += 1) expect((await guess(index, at(HOUR))).status).toBe(400)
  const refused = await guess(10, at(HOUR))
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900'])
  expect(await refused.json()).toMatchObject({ message: expect.stringContaining('a recovery code still works') })
  expect(await signIn({ code: await codeOf(secret, at(HOUR)) })).toEqual([429, 'too_many_requests'])
  expect(await signIn({ recoveryCode: codes[0] ?? '' })).toEqual([200])
  const later = at(HOUR + 15 * MINUTE)
  expect(await signIn({ code: await codeOf(secret, later) }, later)).toEqual([200])
  for (let index = 0; index < 9; index += 1) expect((await guess(index, later)).status, 'counted anew').toBe(400)
})

test('thirty wrong codes in a day are too many, however slowly they come, and right ones between them clear none', async () => {
  for (let index = 0; index < 30; index += 1) {
    const now = at(HOUR + index * 20 * MINUTE)
    expect((await guess(index, now)).status).toBe(400)
    if (index % 8 === 7) expect(await signIn({ code: await codeOf(secret, now) }, now)).toEqual([200])
  }
  const refused = await guess(30, at(12 * HOUR))
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(13 * 3600)])
  expect(await refused.json()).toMatchObject({ message: expect.stringMatching(/in 13 hours\.$/) })
  const dayAfter = at(25 * HOUR)
  expect(await signIn({ code: await codeOf(secret, dayAfter) }, dayAfter), 'a day after the first').toEqual([200])
})

test('one mistake a day never adds up to too many', async () => {
  for (let day = 0; day < 31; day += 1) {
    const now = at(day * 23 * HOUR + HOUR)
    expect((await guess(day, now)).status).toBe(400)
    expect(await signIn({ code: await codeOf(secret, now) }, now)).toEqual([200])
  }
})

test('wrong codes that come at once are counted before they are checked', async () => {
  app.setNow(at(HOUR))
  const { ticket } = await client.sendPassword()
  const code = await codeOf(secret, at(HOUR), 9)
  const sent = await Promise.all(Array.from({ length: 20 }, () => client.prove(ticket, { code })))
  expect(sent.filter(({ status }) => status === 400)).toHaveLength(10)
  expect(sent.filter(({ status }) => status === 429)).toHaveLength(10)
})

test('without the key of the secret a person is told of the other ways', async () => {
  app.setNow(at(HOUR))
  await app.db.updateTable('totp_secrets').set({ sealed_secret: 'of another key' }).execute()
  const { ticket } = await client.sendPassword()
  const response = await client.prove(ticket, { code: await codeOf(secret, at(HOUR)) })
  expect([response.status, await response.json()]).toMatchObject([
    ...[503, { code: 'unavailable', message: expect.stringContaining('Use a passkey or a recovery code') }],
  ])
  expect((await client.prove(ticket, { recoveryCode: codes[0] ?? '' })).status).toBe(200)
})
