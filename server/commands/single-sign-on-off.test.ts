import { afterAll, beforeAll, expect, test } from 'vitest'
import { API } from '../../contract/wire/paths.ts'
import { endOtherWays, UNASKED_PROVIDER } from '../../test/oidc/only-company-accounts.ts'
import { CHOSEN } from '../../test/people-kit.ts'
import { runOperatorCommand } from '../../test/run-operator-command.ts'
import { startTestApp, type TestApp } from '../../test/test-app.ts'
import { insertAccount } from '../features/accounts/account-queries.ts'
import { hashPassword } from '../features/accounts/passwords/password-hashing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ oidc: UNASKED_PROVIDER })
  const created_at = new Date().toISOString()
  const password_hash = await hashPassword(CHOSEN)
  await insertAccount(app.db, { username: 'rita', role: 'recruiter', password_hash, created_at })
  await endOtherWays(app.db)
})
afterAll(() => app.stop())

const login = async () => {
  const body = JSON.stringify({ username: 'rita', password: CHOSEN })
  return (await app.request(API.login, { method: 'POST', headers: { 'content-type': 'application/json' }, body }))
    .status
}
const run = (...args: string[]) => runOperatorCommand('admin', app.dataDir, 'single-sign-on', ...args)

test('the operator lets people sign in with a password again, while the server runs', async () => {
  expect(await login()).toBe(403)
  expect(await run('on')).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Usage: /) })
  expect(await login()).toBe(403)
  expect(await run('off')).toMatchObject({ code: 0, stdout: 'Everybody can sign in with a password again.\n' })
  expect(await login()).toBe(200)
  expect(await run('off')).toMatchObject({ code: 0, stdout: 'Everybody can sign in with a password already.\n' })
  const entries = app.db.selectFrom('audit_trail').select('account_id')
  expect(await entries.where('action', '=', 'sign_in_settings_changed').execute()).toEqual([{ account_id: null }])
})
