import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { API, pathTo } from '../../contract/wire/paths.ts'
import { adminClient, signInAs } from '../admin-client.ts'
import { makePostgresDatabase } from '../databases/test-database.ts'
import { createJob, insertApplicant } from '../factories.ts'
import { openLive } from '../requests/live-stream.ts'
import { startTestApp, type TestApp } from '../test-app.ts'

const PROCESSES = 3

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
