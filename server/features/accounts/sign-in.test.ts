import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, TEST_ADMIN, type TestApp } from '../../../test/test-app.ts'
import { createKeyedHash } from '../../platform/http/client-address.ts'
import { findAccountByName, replaceCredentials } from './account-queries.ts'
import { signIn, startSession } from './sign-in.ts'
import type { SignInEvents } from './sign-in-events.ts'

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
    signInEvents: events,
  }
  const attempt = { address: '192.0.2.1', username: TEST_ADMIN.username }
  await signIn(services, attempt, { password: TEST_ADMIN.password })
  expect(await Promise.all(sessionsAtEvent)).toMatchObject([[{}, {}]])

  await app.db.schema.dropTable('sessions').execute()
  await expect(signIn(services, attempt, { password: TEST_ADMIN.password })).rejects.toThrow()
  expect(sessionsAtEvent).toHaveLength(1)
})
