import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, TEST_ADMIN, type TestApp } from '../../../test/test-app.ts'
import { findAccountByName, replaceSignIn } from './account-queries.ts'
import { createSessions } from './sessions.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
  await app.signIn()
})
afterEach(() => app.stop())

test('no session starts for a password that was changed after it was judged', async () => {
  const judged = await findAccountByName(app.db, TEST_ADMIN.username)
  if (!judged) throw new Error('no account')
  const sessions = createSessions({ db: app.db, clock: () => new Date(), publicUrl: 'http://localhost' })
  const reply = { setCookie: () => reply } as unknown as Parameters<typeof sessions.start>[1]
  expect(await sessions.start(judged, reply)).toMatch(/^[\w-]{43}$/)

  const change = { before: judged.password_hash, after: 'another', username: undefined }
  await replaceSignIn(app.db, judged.id, change)
  expect(await sessions.start(judged, reply)).toBeUndefined()
})
