import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Application } from '../../contract/applications/application.ts'
import type { Comment } from '../../contract/team/comments.ts'
import type { Tag } from '../../contract/team/tags.ts'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { API, pathTo } from '../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../contract/wire/sign-in-paths.ts'
import { createPostgresPool } from '../../server/platform/database/postgres/postgres-pool.ts'
import type { Tables } from '../../server/platform/database/tables.ts'
import { type AdminClient, adminClient, signInAs } from '../admin-client.ts'
import { makePostgresDatabase } from '../databases/test-database.ts'
import { insertApplicant, jobBody } from '../factories.ts'
import { CHOSEN, invite, join } from '../people-kit.ts'
import { openLive } from '../requests/live-stream.ts'
import { runServer, type ServerProcess } from '../run-server.ts'
import { bearer, codeOf, totpClient } from '../totp-client.ts'

const ROUNDS = 4

type Credentials = { username: string; password: string }

/** Requests to one of the processes. */
type At = { request: (path: string, init?: RequestInit) => Promise<Response> }

let database: Awaited<ReturnType<typeof makePostgresDatabase>>
let db: Kysely<Tables>
let dataDir: string
const servers: ServerProcess[] = []
/** The three processes, a restarted one too. */
const [a, b, c]: [At, At, At] = [at(0), at(1), at(2)]
let admin: Credentials
let owner: { authorization: string }
let jobId: number

beforeAll(async () => {
  dataDir = await mkdtemp(joinPath(tmpdir(), 'wellhead-team-'))
  database = await makePostgresDatabase(true)
  servers.push(...(await Promise.all([start(), start(), start()])))
  const pool = createPostgresPool({ url: database.url, poolSize: 2 }, { size: 2 })
  db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  admin = (await (await a.request(SIGN_IN_API.setupAdmin, { method: 'POST' })).json()) as Credentials
  owner = await signIn(a, admin)
  jobId = (await adminClient(a, owner).request<{ id: number }>('POST', ADMIN_API.adminJobs, jobBody())).body.id
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end('SIGKILL')))
  await db?.destroy()
  await database?.remove()
  await rm(dataDir, { recursive: true, force: true })
})

function at(index: number): At {
  return { request: (path, init) => fetch(servers[index]?.url + path, init) }
}

function start(): Promise<ServerProcess> {
  return runServer({ DATA_DIR: dataDir, DATA_DIR_SHARED: 'true', DATABASE_URL: database.url, LOG_LEVEL: 'silent' })
}

async function signIn(process: At, credentials: Credentials): Promise<{ authorization: string }> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(credentials) }
  return bearer((await (await process.request(API.login, init)).json()) as { token: string })
}

const streamsAt = (indexes: readonly number[], headers: { authorization: string }) =>
  Promise.all(indexes.map((index) => openLive(String(servers[index]?.url), headers)))
const applicants = (count: number) =>
  Promise.all(Array.from({ length: count }, () => insertApplicant(db, { job_id: jobId })))
const decide = (by: AdminClient, id: number) =>
  by.send('PATCH', pathTo(ADMIN_API.application, id), { status: 'reviewing' })
const read = async (by: AdminClient, id: number) =>
  (await by.request<Application>('GET', pathTo(ADMIN_API.adminApplication, id))).body

test('a comment, an assignment, a decision and a tag at one process come to the pages open at the others, in their order', async () => {
  const client = adminClient(a, owner)
  const reader = await signInAs({ db }, 'rita', { role: 'recruiter' })
  const { id: me } = (await client.request<{ id: number }>('GET', API.me)).body
  const { body: tag } = await client.request<Tag>('POST', ADMIN_API.tags, { name: 'Ignition', color: 'blue' })
  const ids = await applicants(4)
  const [commented, assigned, decided, tagged] = ids as [number, number, number, number]
  const streams = await streamsAt([1, 2], reader)
  const done = [
    await client.send('POST', pathTo(ADMIN_API.comments, commented), { text: 'Knows Ignition.', mentions: [] }),
    await client.send('POST', ADMIN_API.assignments, { assigneeId: me, applications: [{ id: assigned }] }),
    await decide(client, decided),
    await client.send('POST', ADMIN_API.applicationTags, { put: [tag.id], take: [], applications: [tagged] }),
  ]
  expect(done.map(({ status }) => status)).toEqual([201, 200, 200, 200])
  for (const stream of streams) {
    await stream.receivesOf(tagged)
    expect(stream.named()).toEqual([commented, assigned, decided, tagged])
    stream.close()
  }
  // What an open page reads then.
  for (const process of [b, c]) {
    const page = adminClient(process, reader)
    const { body } = await page.request<{ comments: Comment[] }>('GET', pathTo(ADMIN_API.comments, commented))
    expect(body.comments.map(({ text }) => text)).toEqual(['Knows Ignition.'])
    expect((await read(page, assigned)).assignee?.id).toBe(me)
    expect((await read(page, decided)).status).toBe('reviewing')
    expect((await read(page, tagged)).tagIds).toEqual([tag.id])
  }
})

test('when one process is killed, its streams break, and the others go on, until it is back', async () => {
  const [killed, other] = await streamsAt([2, 1], owner)
  const [first, second] = (await applicants(2)) as [number, number]
  await servers[2]?.end('SIGKILL')
  await killed?.ends()
  expect((await decide(adminClient(a, owner), first)).status).toBe(200)
  await other?.receivesOf(first)
  servers[2] = await start()
  const [again] = await streamsAt([2], owner)
  expect((await decide(adminClient(a, owner), second)).status).toBe(200)
  for (const stream of [other, again]) await stream?.receivesOf(second)
  expect(other?.isOpen()).toBe(true)
  for (const stream of [other, again]) stream?.close()
})

test('a session that is ended at one process ends its streams at the others, and no other streams', async () => {
  const leaving = await signIn(b, admin)
  const streams = await streamsAt([1, 2], leaving)
  const staying = await streamsAt([1, 2], owner)
  expect((await adminClient(a, leaving).send('POST', API.logout)).ok).toBe(true)
  for (const stream of streams) await stream.ends()
  for (const process of [a, b, c]) expect((await process.request(API.me, { headers: leaving })).status).toBe(401)
  for (const stream of staying) {
    expect(stream.isOpen()).toBe(true)
    stream.close()
  }
})

test('an invitation that is accepted at two processes at once makes one account', async () => {
  const { token } = await invite(adminClient(a, owner), { role: 'owner' })
  const joining = [join(a, token, { username: 'ana' }), join(b, token, { username: 'ben' })]
  const joined = (await Promise.all(joining)).map(({ status }) => status)
  expect(joined.toSorted()).toEqual([201, 404])
  const names = db.selectFrom('accounts').select('username').where('username', 'in', ['ana', 'ben'])
  expect(await names.execute()).toEqual([{ username: joined[0] === 201 ? 'ana' : 'ben' }])
  expect((await join(c, token, { username: 'cleo' })).status).toBe(404)
})

test('a code of an authenticator app works at one process once, also when it is sent to two at once', async () => {
  for (const isAtOnce of [false, true]) {
    const person = { username: isAtOnce ? 'walt' : 'xenia', password: CHOSEN }
    const { token } = await invite(adminClient(a, owner))
    expect((await join(a, token, person)).status).toBe(201)
    const now = new Date()
    const { secret } = await totpClient(a).add(await signIn(a, person), now)
    const tickets = [a, b].map((process) => totpClient(process).sendPassword(person))
    const [first, second] = (await Promise.all(tickets)).map(({ ticket }) => ticket) as [string, string]
    // The app was set up by the code of now.
    const code = await codeOf(secret, now, 1)
    const atA = totpClient(a).prove(first, { code })
    if (!isAtOnce) await atA
    const responses = await Promise.all([atA, totpClient(b).prove(second, { code })])
    const statuses = responses.map(({ status }) => status)
    expect(isAtOnce ? statuses.toSorted() : statuses).toEqual([200, 400])
    const refused = responses.find(({ status }) => status === 400)
    expect(await refused?.json()).toMatchObject({ code: 'code_wrong' })
  }
})

test('of two owners who demote each other at two processes at once, one stays an owner', async () => {
  const owners = () => db.selectFrom('accounts').select('username').where('role', '=', 'owner').execute()
  for (let round = 0; round < ROUNDS; round += 1) {
    await db.updateTable('accounts').set({ role: 'recruiter' }).execute()
    const people = await Promise.all(
      [a, b].map(async (process, index) => {
        const headers = await signInAs({ db }, `owner ${round} ${index}`)
        const client = adminClient(process, headers)
        return { client, id: (await client.request<{ id: number }>('GET', API.me)).body.id }
      }),
    )
    const demoting = people.map(({ client }, index) =>
      client.send('PATCH', pathTo(ADMIN_API.person, people[1 - index]?.id ?? 0), { role: 'recruiter' }),
    )
    const [done, refused] = (await Promise.all(demoting)).map(({ status }) => status).toSorted()
    expect([done, [401, 403, 409].includes(refused ?? 0)]).toEqual([200, true])
    expect(await owners()).toHaveLength(1)
  }
})
