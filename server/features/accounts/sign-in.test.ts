import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SecondFactorNeeded } from '../../../contract/accounts/sign-in-methods.ts'
import { startTestApp, TEST_ADMIN, type TestApp } from '../../../test/test-app.ts'
import type { AccountRow } from '../../platform/database/tables.ts'
import { createKeyedHash } from '../../platform/http/client-address.ts'
import { createSealer } from '../../platform/sealer.ts'
import { findAccountByName, replaceCredentials } from './account-queries.ts'
import type { SignInEvents } from './attempts/sign-in-events.ts'
import { type OpenTicket, spendTicket } from './one-time-tickets.ts'
import { openSignInTicket, signIn, startSession } from './sign-in.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
  await app.signIn()
})
afterEach(() => app.stop())

test('no session starts for a password that was changed after it was verified', async () => {
  const verified = await findAccountByName(app.db, TEST_ADMIN.username)
  if (!verified) throw new Error('no account')
  expect(await startSession(app.db, verified, { now: new Date() })).toMatchObject({
    token: expect.stringMatching(/^[\w-]{43}$/),
  })

  const change = { before: verified.password_hash, after: 'another', username: undefined }
  await replaceCredentials(app.db, verified.id, change)
  expect(await startSession(app.db, verified, { now: new Date() })).toBeUndefined()
})

test('a sign-in counts as accepted once its session is stored, and not when storing it fails', async () => {
  const events: SignInEvents = new EventEmitter()
  const sessionsAtEvent: Promise<unknown[]>[] = []
  events.on('accepted', () => sessionsAtEvent.push(app.db.selectFrom('sessions').select('id').execute()))
  const services = {
    db: app.db,
    clock: () => new Date(),
    hash: createKeyedHash(),
    log: { warn: () => undefined } as never,
    sealer: createSealer({ dataDir: app.dataDir, secretKey: null }),
    signInEvents: events,
    onlyCompanyAccounts: async () => false,
  }
  const attempt = { address: '192.0.2.1', username: TEST_ADMIN.username }
  await signIn(services, attempt, { password: TEST_ADMIN.password })
  expect(await Promise.all(sessionsAtEvent)).toMatchObject([[{}, {}]])

  await app.db.schema.dropTable('sessions').execute()
  await expect(signIn(services, attempt, { password: TEST_ADMIN.password })).rejects.toThrow()
  expect(sessionsAtEvent).toHaveLength(1)
})

test('the right password of an account with a second factor starts no session, and gives a ticket for what it can be proved with', async () => {
  const before = await app.db.selectFrom('sessions').select('id').execute()
  const at = new Date().toISOString()
  const secret = { account_id: 1, sealed_secret: 'sealed', created_at: at }
  await app.db.insertInto('totp_secrets').values(secret).execute()
  const login = (password: string) =>
    app.request('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...TEST_ADMIN, password }),
    })
  expect((await login(TEST_ADMIN.password)).status, 'one that is still being set up changes nothing').toBe(200)
  await app.db.updateTable('totp_secrets').set({ confirmed_at: at }).execute()
  await app.db.insertInto('recovery_codes').values({ account_id: 1, code_hash: 'h' }).execute()
  const response = await login(TEST_ADMIN.password)
  expect(response.status).toBe(202)
  expect(response.headers.get('set-cookie')).toBeNull()
  const { secondFactor } = (await response.json()) as SecondFactorNeeded
  expect(secondFactor.methods).toEqual(['totp', 'recovery_code'])
  expect(await app.db.selectFrom('sessions').select('id').execute()).toHaveLength(before.length + 1)
  expect((await login('not the password')).status).toBe(401)

  const services = {
    db: app.db,
    clock: () => new Date(),
    sealer: createSealer({ dataDir: app.dataDir, secretKey: null }),
  }
  const opened = await openSignInTicket(services, secondFactor.ticket)
  expect(opened?.account.username).toBe(TEST_ADMIN.username)
  const later = { ...services, clock: () => new Date(Date.now() + 11 * 60_000) }
  expect(await openSignInTicket(later, secondFactor.ticket), 'after ten minutes').toBeUndefined()
  const spend = () =>
    app.db.transaction().execute((trx) => spendTicket(trx, opened?.ticket as OpenTicket<unknown>, new Date()))
  expect(await Promise.all([spend(), spend()].map((each) => each.catch(() => false)))).toContain(true)
  expect(await spend(), 'it works once').toBe(false)
  const start = { now: new Date(), method: 'second_factor' as const, prove: async () => false }
  expect(
    await startSession(app.db, opened?.account as AccountRow, start),
    'nor does it begin a session',
  ).toBeUndefined()
  await app.db.updateTable('accounts').set({ password_hash: 'another' }).execute()
  expect(await openSignInTicket(services, secondFactor.ticket), 'after a change of the password').toBeUndefined()
})
