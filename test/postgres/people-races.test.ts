import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { API, pathTo } from '../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../contract/wire/sign-in-paths.ts'
import { insertAccount } from '../../server/features/accounts/account-queries.ts'
import { createSession } from '../../server/features/accounts/session-queries.ts'
import { type AdminClient, adminClient, signInAs } from '../admin-client.ts'
import { makePostgresDatabase } from '../databases/test-database.ts'
import { untilLockWaits } from '../databases/until-lock-waits.ts'
import { createJob } from '../factories.ts'
import { invite, join } from '../people-kit.ts'
import { startTestApp, type TestApp } from '../test-app.ts'

/** Two processes on one database. */
let one: TestApp
let other: TestApp
let removeDatabase: () => Promise<void>
beforeAll(async () => {
  const { url, remove } = await makePostgresDatabase()
  removeDatabase = remove
  one = await startTestApp({ postgres: { url, poolSize: 4 } })
  other = await startTestApp({ postgres: { url, poolSize: 4 } })
})
afterAll(async () => {
  await Promise.all([one.stop(), other.stop()])
  await removeDatabase()
})
beforeEach(async () => {
  for (const table of ['accounts', 'invitations'] as const) await one.db.deleteFrom(table).execute()
})

/** Makes an owner who is signed in at a process. */
async function ownerAt(app: TestApp, username: string): Promise<{ id: number; client: AdminClient }> {
  const id = await insertAccount(app.db, { username, password_hash: '', created_at: new Date().toISOString() })
  const { token } = await createSession(app.db, id, new Date())
  return { id, client: adminClient(app, { authorization: `Bearer ${token}` }) }
}

const demote = (by: AdminClient, id: number) => by.send('PATCH', pathTo(ADMIN_API.person, id), { role: 'recruiter' })
const deactivate = (by: AdminClient, id: number) => by.send('POST', pathTo(SIGN_IN_API.deactivatePerson, id))

test.each([
  ['demote themselves', demote, demote, false],
  ['demote each other', demote, demote, true],
  ['deactivate themselves', deactivate, deactivate, false],
  ['deactivate each other', deactivate, deactivate, true],
  ['demote and deactivate each other', demote, deactivate, true],
])('of two owners who %s at two processes at once, one stays an owner', async (_how, first, second, isOther) => {
  for (let round = 0; round < 5; round += 1) {
    const [ana, ben] = [await ownerAt(one, `ana ${round}`), await ownerAt(other, `ben ${round}`)]
    const outcomes = await Promise.all([
      first(ana.client, isOther ? ben.id : ana.id),
      second(ben.client, isOther ? ana.id : ben.id),
    ])
    const [done, refused] = outcomes.map(({ status }) => status).toSorted()
    // One whose access has ended already is refused for that.
    expect([done, isOther ? [401, 403].includes(refused ?? 0) : refused]).toEqual([200, isOther ? true : 409])
    const left = one.db.selectFrom('accounts').select('id').where('role', '=', 'owner')
    expect(await left.where('deactivated_at', 'is', null).execute()).toHaveLength(1)
    await one.db.deleteFrom('accounts').execute()
  }
})

test('of many who use one link at two processes at once, one joins', async () => {
  const { client } = await ownerAt(one, 'ana')
  const { token } = await invite(client)
  const names = ['zoe', 'yan', 'xenia', 'walt']
  const joining = names.map((username, index) => join(index % 2 === 0 ? one : other, token, { username }))
  expect((await Promise.all(joining)).map(({ status }) => status).toSorted()).toEqual([201, 404, 404, 404])
  expect(await one.db.selectFrom('accounts').select('id').execute()).toHaveLength(2)
})

test('a posting that is being deleted while a person joins is gone from the person', async () => {
  const { client } = await ownerAt(one, 'ana')
  const [kept, deleted] = [await createJob(one), await createJob(one)]
  const assignments = [kept, deleted].map((jobId) => ({ jobId, decides: true }))
  const { token } = await invite(client, { role: 'hiring_manager', assignments })
  let joining: Promise<Response> | undefined
  await one.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('jobs').where('id', '=', deleted).execute()
    joining = join(other, token)
    await untilLockWaits(trx)
  })
  const joined = await joining
  expect([joined?.status, await joined?.json()]).toMatchObject([201, { user: { assignments: [{ jobId: kept }] } }])
})

test('requests and deactivations of a person at once wait in no circle', async () => {
  const owner = await ownerAt(one, 'ana')
  const long = new Date(Date.now() - 5 * 60_000)
  for (let round = 0; round < 10; round += 1) {
    const headers = await signInAs(other, `ben ${round}`, { now: long })
    const { id } = await one.db.selectFrom('accounts').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    // Each would note that the session is in use.
    const requests = Array.from({ length: 6 }, () => other.request(API.me, { headers }))
    const [deactivated, ...answers] = await Promise.all([deactivate(owner.client, id), ...requests])
    expect(deactivated?.status).toBe(200)
    expect(answers.filter(({ status }) => status !== 200 && status !== 401)).toEqual([])
    expect((await other.request(API.me, { headers })).status).toBe(401)
  }
})

test('a sign-in that is under way while its account is deactivated leaves no session', async () => {
  const owner = await ownerAt(one, 'ana')
  const { token } = await invite(owner.client)
  const { user } = (await (await join(other, token)).json()) as { user: { id: number } }
  const login = () =>
    other.request(API.login, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'zoe', password: 'a long enough phrase' }),
    })
  const attempts = Array.from({ length: 4 }, login)
  expect((await deactivate(owner.client, user.id)).status).toBe(200)
  const statuses = (await Promise.all(attempts)).map(({ status }) => status)
  expect(statuses.filter((status) => status !== 200 && status !== 401)).toEqual([])
  expect(await one.db.selectFrom('sessions').select('id').where('account_id', '=', user.id).execute()).toEqual([])
})
