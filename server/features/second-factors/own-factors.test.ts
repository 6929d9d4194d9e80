import { afterEach, beforeEach, expect, test } from 'vitest'
import { API } from '../../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { signInAs } from '../../../test/admin-client.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { codeOf, totpClient } from '../../../test/totp-client.ts'

const START = new Date('2026-03-02T09:00:00Z')

let app: TestApp
let client: ReturnType<typeof totpClient>
let own: { authorization: string }
beforeEach(async () => {
  app = await startTestApp()
  app.setNow(START)
  client = totpClient(app)
  own = await app.signIn()
})
afterEach(() => app.stop())

const statusWith = async (headers: Record<string, string>) => (await app.request(API.me, { headers })).status
const actions = async () => {
  const rows = await app.db.selectFrom('audit_trail').select(['action', 'account_id']).orderBy('id').execute()
  return rows.filter(({ account_id }) => account_id === 1).map(({ action }) => action)
}

test('an app is offered with its secret as text, address and picture, and nothing is stored before its first code', async () => {
  const { ticket, secret, uri, qrCode } = await client.begin(own)
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const read = new URL(uri)
  expect([read.protocol, read.host, decodeURIComponent(read.pathname)]).toEqual([
    ...['otpauth:', 'totp', '/Permian Edge Controls:admin'],
  ])
  expect(read.searchParams.get('secret')).toBe(secret)
  expect(qrCode).toEqual({ size: expect.any(Number), path: expect.stringMatching(/^(M\d+ \d+h\d+v1h-\d+z)+$/) })
  expect(await client.list(own)).toEqual({ totp: null, passkeys: [], recoveryCodes: { left: 0 } })

  const wrong = await client.send(
    'POST',
    SIGN_IN_API.confirmTotp,
    { ticket, code: await codeOf(secret, START, 5) },
    own,
  )
  expect([wrong.status, await wrong.json()]).toMatchObject([400, { code: 'code_wrong', issues: [{ path: 'code' }] }])
  expect(await app.db.selectFrom('totp_secrets').selectAll().execute()).toEqual([])
})

test('the first right code sets the app and shows ten recovery codes once; the database has neither', async () => {
  const { secret, codes } = await client.add(own, START)
  expect(codes).toHaveLength(10)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{6}(-[0-9a-hjkmnp-tv-z]{6}){3}$/)
  expect(await client.list(own)).toEqual({
    ...{ totp: { since: START.toISOString() }, passkeys: [], recoveryCodes: { left: 10 } },
  })
  expect(await actions()).toEqual(['totp_added', 'recovery_codes_made'])
  const stored = JSON.stringify([
    await app.db.selectFrom('totp_secrets').selectAll().execute(),
    await app.db.selectFrom('recovery_codes').selectAll().execute(),
    await app.db.selectFrom('audit_trail').selectAll().execute(),
  ])
  for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
    expect(stored).not.toContain(text)
})

test('an app that is set up anew takes the place of the one before, and the recovery codes stay', async () => {
  const first = await client.add(own, START)
  const second = await client.add(own, START)
  expect(second.codes).toEqual([])
  expect((await client.list(own)).recoveryCodes).toEqual({ left: 10 })
  const prove = async (secret: string) => {
    const { ticket } = await client.sendPassword()
    return (await client.prove(ticket, { code: await codeOf(secret, START, 1) })).status
  }
  expect([await prove(first.secret), await prove(second.secret)]).toEqual([400, 200])
})

test('a ticket for a new app works once, for ten minutes, and for its own account', async () => {
  const { ticket, secret } = await client.begin(own)
  const other = await signInAs(app, 'second', { now: START })
  const confirm = async (headers: Record<string, string>, now = START) => {
    app.setNow(now)
    const body = { ticket, code: await codeOf(secret, now) }
    return (await client.send('POST', SIGN_IN_API.confirmTotp, body, headers)).status
  }
  expect(await confirm(other)).toBe(400)
  expect(await confirm(own, new Date(START.getTime() + 10 * 60_000))).toBe(400)
  expect(await confirm(own, new Date(START.getTime() + 9 * 60_000))).toBe(200)
  expect(await confirm(own)).toBe(400)
})

test('setting an app up, new recovery codes and removing the app end the other sessions and keep this one', async () => {
  for (const change of [
    () => client.add(own, START),
    () => client.send('POST', SIGN_IN_API.recoveryCodes, undefined, own),
    () => client.send('DELETE', SIGN_IN_API.totp, undefined, own),
  ]) {
    const other = await app.signIn()
    expect(await statusWith(other)).toBe(200)
    await change()
    expect([await statusWith(other), await statusWith(own)]).toEqual([401, 200])
  }
  expect(await actions()).toEqual(['totp_added', 'recovery_codes_made', 'recovery_codes_made', 'totp_removed'])
})

test('new recovery codes end those of before', async () => {
  const { codes } = await client.add(own, START)
  const made = await client.send('POST', SIGN_IN_API.recoveryCodes, undefined, own)
  const { recoveryCodes } = (await made.json()) as { recoveryCodes: string[] }
  const prove = async (recoveryCode = '') =>
    (await client.prove((await client.sendPassword()).ticket, { recoveryCode })).status
  expect([await prove(codes[0]), await prove(recoveryCodes[0])]).toEqual([400, 200])
})

test('recovery codes stand in for something: without an app or a passkey there are none', async () => {
  expect((await client.send('POST', SIGN_IN_API.recoveryCodes, undefined, own)).status).toBe(404)
  expect((await client.send('DELETE', SIGN_IN_API.totp, undefined, own)).status).toBe(404)
  await client.add(own, START)
  expect((await client.send('DELETE', SIGN_IN_API.totp, undefined, own)).status).toBe(204)
  expect(await app.db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
  expect(await client.sendPassword()).toBeUndefined()
})
