import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { API, APPLICATION_TOKEN_HEADER, pathTo } from '../../contract/wire/paths.ts'
import { lockRow } from '../../server/platform/database/row-locks.ts'
import type { Tables } from '../../server/platform/database/tables.ts'
import { type AdminClient, adminClient, signInAs } from '../admin-client.ts'
import { prepareColleague } from '../colleagues/colleague-kit.ts'
import { makePostgresDatabase } from '../databases/test-database.ts'
import { insertApplicant } from '../factories.ts'
import { insertPrivateLink } from '../private-link.ts'
import { startTestApp, type TestApp } from '../test-app.ts'

/** Of which one holds the lock. Of so few, one person's requests and those with private links have one each. */
const POOL_SIZE = 4
const MANY = 5 * POOL_SIZE

let database: Awaited<ReturnType<typeof makePostgresDatabase>>
let app: TestApp
let admin: AdminClient
let ruth: AdminClient
let applicant: number
beforeAll(async () => {
  database = await makePostgresDatabase()
  app = await startTestApp({ postgres: { url: database.url, poolSize: POOL_SIZE } })
  admin = adminClient(app, await app.signIn())
  ruth = adminClient(app, await signInAs(app, 'ruth'))
  applicant = await insertApplicant(app.db)
})
afterAll(async () => {
  await app.stop()
  await database.remove()
})

/**
 * Sends many requests while something is locked that they wait for, and sees that another person is served meanwhile.
 * @returns the statuses of the many
 */
async function whileLocked(
  lock: (trx: Transaction<Tables>) => Promise<unknown>,
  send: () => Promise<{ status: number }>,
): Promise<number[]> {
  const waiting = await app.db.transaction().execute(async (trx) => {
    await lock(trx)
    const together = Array.from({ length: MANY }, send)
    for (let count = 0; count < POOL_SIZE; count += 1)
      expect((await ruth.request('GET', ADMIN_API.notices)).status).toBe(200)
    return { together }
  })
  return (await Promise.all(waiting.together)).map(({ status }) => status)
}

const lockApplicant = (trx: Transaction<Tables>) => lockRow(trx, 'applications', applicant)

test('requests with one private link of a colleague that wait for each other leave the connections to everybody else', async () => {
  const colleague = prepareColleague({ app: () => app, admin: () => admin, mailTo: () => [] }, () => applicant)
  const { body } = await colleague.ask()
  const token = body.url?.split('#')[1] ?? ''
  const statuses = await whileLocked(
    (trx) => lockRow(trx, 'colleague_questions', body.question.id),
    () => colleague.open(token),
  )
  expect(
    statuses.filter((status) => status === 200),
    'the first device opens it',
  ).toHaveLength(1)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
})

test('and so do those with the private link of an applicant', async () => {
  const token = await insertPrivateLink(app.db, applicant)
  const headers = { [APPLICATION_TOKEN_HEADER]: token, 'content-type': 'application/json' }
  const body = JSON.stringify({ note: 'I can start in May.' })
  const add = () => app.request(API.myApplicationNote, { method: 'POST', headers, body })
  expect(await whileLocked(lockApplicant, add)).toEqual(Array(MANY).fill(204))
})

test('and those of one network for new links, which are counted', async () => {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email: 'ana@example.com' })
  const ask = () => app.request(API.newApplicationLink, { method: 'POST', headers, body })
  const lock = (trx: Transaction<Tables>) => sql`lock table submission_counts in share mode`.execute(trx)
  expect(await whileLocked(lock, ask)).toEqual(Array(MANY).fill(204))
})

test('and those of one person who is signed in', async () => {
  const write = () => admin.send('POST', pathTo(ADMIN_API.comments, applicant), { text: 'Good', mentions: [] })
  expect(await whileLocked(lockApplicant, write)).toEqual(Array(MANY).fill(201))
})

test('a stream of changes takes nothing from the other requests of its reader, and HEAD is one request', async () => {
  const { authorization } = await app.signIn()
  const leaving = new AbortController()
  const headers = { authorization, accept: 'text/event-stream' }
  const stream = await app.request(ADMIN_API.live, { headers, signal: leaving.signal })
  expect(stream.status).toBe(200)
  for (const method of ['GET', 'HEAD']) expect((await admin.send(method, ADMIN_API.notices)).status).toBe(200)
  leaving.abort()
})
