import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ADMIN_API, STREAM_HEADER } from '../../contract/wire/admin-paths.ts'
import { API, pathTo } from '../../contract/wire/paths.ts'
import { notifyProcesses } from '../../server/platform/database/notifications.ts'
import { adminClient, signInAs } from '../admin-client.ts'
import { makePostgresDatabase } from '../databases/test-database.ts'
import { createJob, insertApplicant } from '../factories.ts'
import { type LiveStream, openLive } from '../requests/live-stream.ts'
import { startTestApp, type TestApp } from '../test-app.ts'

const PROCESSES = 3
const EVE = { username: 'eve', password_hash: '', role: 'recruiter', created_at: '2026-03-02T12:00:00.000Z' } as const

let database: Awaited<ReturnType<typeof makePostgresDatabase>>
let apps: TestApp[]
beforeAll(async () => {
  database = await makePostgresDatabase()
  const postgres = { url: database.url, poolSize: 3 }
  apps = [await startTestApp({ postgres })]
  for (let index = 1; index < PROCESSES; index += 1) apps.push(await startTestApp({ postgres }))
})
afterAll(async () => {
  for (const app of apps) await app.stop()
  await database.remove()
})

test('a change at one of three processes comes to open pages at all of them, to hiring managers that of their postings alone', async () => {
  const [first] = apps as [TestApp]
  const headers = await first.signIn()
  const owner = adminClient(first, headers)
  const [mine, other] = [await createJob(first), await createJob(first)]
  const manager = await signInAs(first, 'paul', {
    role: 'hiring_manager',
    assignments: [{ jobId: mine, decides: false }],
  })
  const streams = await Promise.all(apps.map(({ url }) => openLive(url, headers)))
  const managers = await Promise.all(apps.map(({ url }) => openLive(url, manager)))
  const [hidden, seen] = [
    await insertApplicant(first.db, { job_id: other }),
    await insertApplicant(first.db, { job_id: mine }),
  ]
  for (const id of [hidden, seen]) {
    await owner.request('PATCH', pathTo(ADMIN_API.application, id), { status: 'reviewing' })
    for (const stream of streams) await stream.receivesOf(id)
  }
  for (const stream of managers) {
    await stream.receivesOf(seen)
    // Of the postings that were made before it may hear late.
    expect(stream.named()).toEqual([seen])
  }
  await owner.request('POST', ADMIN_API.tags, { name: 'Night shift', color: 'teal' })
  for (const stream of [...streams, ...managers]) await stream.receives({ tags: true })
  // A session that ends at one process ends its streams at the others.
  await adminClient(first, manager).send('POST', API.logout)
  for (const [index, stream] of managers.entries()) {
    await apps[index]?.runWork('check-streams')
    await stream.ends()
  }
  for (const stream of streams) stream.close()
})

test('readers of an application at three processes hear of each other, and of none at a process that has died', async () => {
  const [first, second, third] = apps as [TestApp, TestApp, TestApp]
  const id = await insertApplicant(first.db, {})
  const dying = await startTestApp({ postgres: { url: database.url, poolSize: 3 } })
  const read = async ({ url }: TestApp, name: string, saidTo: TestApp) => {
    const headers = await signInAs(first, name)
    const stream = await openLive(url, headers)
    const body = { stream: stream.response.headers.get(STREAM_HEADER), isReading: true }
    expect((await adminClient(saidTo, headers).send('PUT', pathTo(ADMIN_API.reading, id), body)).status).toBe(204)
    return stream
  }
  const lastOf = (stream: LiveStream) =>
    stream
      .events()
      .flatMap(({ readers }) => readers ?? [])
      .at(-1)
  const hears = (stream: LiveStream, names: string[]) =>
    vi.waitFor(() => expect(lastOf(stream)).toEqual({ application: id, names, others: 0 }), { timeout: 10_000 })
  const ann = await read(first, 'ann', first)
  // A balancer may send it to another process than the one that has the stream.
  const bob = await read(second, 'bob', third)
  await hears(ann, ['bob'])
  await hears(bob, ['ann'])
  const cleo = await read(third, 'cleo', first)
  const dan = await read(dying, 'dan', dying)
  await hears(ann, ['bob', 'cleo', 'dan'])
  await hears(dan, ['ann', 'bob', 'cleo'])
  cleo.close()
  await hears(bob, ['ann', 'dan'])
  await dying.stop()
  await hears(ann, ['bob'])

  // A process that is killed says nothing any more.
  const { id: eve } = await first.db.insertInto('accounts').values(EVE).returning('id').executeTakeFirstOrThrow()
  const said = JSON.stringify({ here: [`${id}:${eve}`], gone: [] })
  await notifyProcesses(first.db, `reading ${randomUUID()} ${said}`)
  for (const [stream, other] of [
    [ann, 'bob'],
    [bob, 'ann'],
  ] as const)
    await hears(stream, [other, 'eve'])
  const now = performance.now()
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now + 12_000)
  for (const app of apps) await app.runWork('check-streams')
  for (const app of apps) await app.runWork('check-streams')
  await hears(ann, ['bob'])
  await hears(bob, ['ann'])
  later.mockRestore()
  for (const stream of [ann, bob]) stream.close()
})

test('when notifications may have been missed, every open page reads again', async () => {
  const [first, second] = apps as [TestApp, TestApp]
  const stream = await openLive(second.url, await first.signIn())
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name like 'wellhead listener%' and datname = current_database()`)
  await client.end()
  await stream.receives({ all: true })
  stream.close()
})
