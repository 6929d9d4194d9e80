import { expect, test } from 'vitest'
import { POLICIES } from '../../../../contract/policies/policies.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { openBefore, openInstallationBefore } from '../../../../test/databases/earlier-database.ts'
import { signIn } from '../../../../test/security/sign-ins.ts'
import { startInProcess } from '../../../../test/start-in-process.ts'
import { TEST_ADMIN } from '../../../../test/test-app.ts'
import { accountOf } from '../../../features/accounts/account-queries.ts'
import { hashPassword } from '../../../features/accounts/passwords/password-hashing.ts'
import { requireRole } from '../../../features/accounts/require-access.ts'
import { findLiveSession, hashSecret, newSecret } from '../../../features/accounts/session-queries.ts'
import { listPeople } from '../../../features/people/people-queries.ts'
import { bringUpToDate } from './bring-up-to-date.ts'
import { migrations } from './migrations.ts'

const NOW = new Date('2026-03-02T12:00:00.000Z')

test('the accounts of before are owners, may do everything, and stay signed in', async () => {
  await using stack = new AsyncDisposableStack()
  const db = await openBefore(stack, '0014-roles')
  const created_at = NOW.toISOString()
  const tokens: string[] = []
  for (const username of ['ana', 'ben']) {
    const account = { username, password_hash: 'kept', created_at, email: `${username}@example.com` }
    const { id } = await db.insertInto('accounts').values(account).returning('id').executeTakeFirstOrThrow()
    const token = newSecret()
    const hashes = { token_hash: hashSecret(token), cookie_hash: hashSecret(newSecret()) }
    const session = { account_id: id, created_at, last_used_at: created_at, ...hashes }
    await db.insertInto('sessions').values(session).execute()
    tokens.push(token)
  }

  await bringUpToDate(db, migrations)

  const unchanged = { displayName: null, assignments: [], deactivatedAt: null, lastSeenAt: null, createdAt: created_at }
  expect(await listPeople(db)).toMatchObject([
    { username: 'ana', email: 'ana@example.com', role: 'owner', ...unchanged },
    { username: 'ben', email: 'ben@example.com', role: 'owner', ...unchanged },
  ])
  expect(await db.selectFrom('accounts').select('password_hash').execute()).toEqual([
    { password_hash: 'kept' },
    { password_hash: 'kept' },
  ])
  for (const token of tokens) {
    const session = await findLiveSession(db, { column: 'token_hash', secret: token, now: NOW })
    const account = accountOf(session ?? expect.fail('signed out'))
    for (const permission of Object.values(POLICIES).flatMap((policy) => Object.values(policy)))
      expect(() => requireRole(account, permission), permission.does).not.toThrow()
  }
})

test('an installation of before has no invitation and nobody with single postings', async () => {
  await using stack = new AsyncDisposableStack()
  const db = await openBefore(stack, '0014-roles')
  await bringUpToDate(db, migrations)
  for (const table of ['job_assignments', 'invitations', 'invitation_jobs'] as const)
    expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([])
})

test('an installation of before with two accounts starts, and both sign in and manage people', async () => {
  await using stack = new AsyncDisposableStack()
  const { db, environment } = await openInstallationBefore(stack, '0014-roles')
  const created_at = new Date().toISOString()
  const password_hash = await hashPassword(TEST_ADMIN.password)
  for (const username of ['ana', 'ben'])
    await db.insertInto('accounts').values({ username, password_hash, created_at }).execute()
  await db.updateTable('installation').set({ initialised_at: created_at }).execute()
  await db.destroy()

  const server = await startInProcess(environment)
  stack.defer(server.stop)
  for (const username of ['ana', 'ben']) {
    const { status, body } = await signIn(server.url, { ...TEST_ADMIN, username })
    expect(status).toBe(200)
    const { token } = JSON.parse(body) as { token: string }
    const headers = { authorization: `Bearer ${token}` }
    const people = await fetch(server.url + ADMIN_API.people, { headers })
    expect(await people.json()).toMatchObject({
      people: [
        { username: 'ana', role: 'owner' },
        { username: 'ben', role: 'owner' },
      ],
    })
  }
})
