import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import { type FakeGoogle, startFakeGoogle } from '../google-drive/fake-google.ts'
import { runServer, type ServerProcess } from '../run-server.ts'
import { type Attempt, hashOf, newAttempt, sendOnce } from '../smtp/unsure-sender.ts'

/** How often the server is killed: few in every run of the tests, `KILLS=200` where there is time. */
const KILLS = Number(process.env.KILLS ?? 15)
const SENDERS = 4
/** Longest that a server lives after it is ready, in milliseconds. */
const LIFE_MS = 250

let dataDir: string
let google: FakeGoogle
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wellhead-kills-'))
  google = await startFakeGoogle()
})
afterEach(async () => {
  await google.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const start = () =>
  runServer({ DATA_DIR: dataDir, SUBMISSIONS_PER_HOUR: '0', LOG_LEVEL: 'silent', ...google.environment() })

test(`${KILLS} kills during submissions and replication lose nothing that was acknowledged`, {
  timeout: 600_000,
}, async () => {
  const acknowledged = new Map<number, Attempt>()
  const pending: Attempt[] = Array.from({ length: SENDERS }, newAttempt)
  let responses = 0

  const sendOn = async (sender: number, server: ServerProcess) => {
    for (;;) {
      const attempt = pending[sender] ?? newAttempt()
      const response = await sendOnce(server.url, attempt)
      if (!response) return
      expect(response.status).toBe(201)
      responses += 1
      acknowledged.set(response.id, attempt)
      pending[sender] = newAttempt()
    }
  }

  for (let kill = 0; kill < KILLS; kill++) {
    const server = await start()
    const before = responses
    const sending = pending.map((_, sender) => sendOn(sender, server))
    // On a busy machine a process could be killed before its first response; every other one lives at least that long.
    if (kill % 2 === 1) await vi.waitUntil(() => responses > before, { timeout: 60_000, interval: 5 })
    await wait(Math.random() * LIFE_MS)
    await server.end('SIGKILL')
    await Promise.all(sending)
  }
  await makeOlder(['resumes', 'tmp'])
  await endLeases()
  const survivor = await start()
  await settle()
  await survivor.end('SIGTERM')

  const db = await openDatabase(dataDir)
  const applications = await db.selectFrom('applications').select(['id', 'idempotency_key']).execute()
  const resumes = await db.selectFrom('resumes').selectAll().execute()
  const replicas = await db.selectFrom('resume_replicas').selectAll().execute()
  await db.destroy()
  const inDrive = google.files()
  console.log(
    `${KILLS} kills: ${responses} acknowledged, ${applications.length} stored, ${inDrive.length} files in the drive, ` +
      `${(await readdir(join(dataDir, 'resumes'))).length} files on the disk`,
  )
  expect(responses).toBeGreaterThan(0)

  // Every acknowledged application is there, once, with its exact bytes.
  expect(acknowledged.size).toBe(responses)
  for (const [id, attempt] of acknowledged) {
    expect(applications.filter((row) => row.idempotency_key === attempt.key)).toEqual([
      { id, idempotency_key: attempt.key },
    ])
    expect(resumes.find((row) => row.application_id === id)?.sha256).toBe(hashOf(attempt.content))
  }
  // Nothing is incomplete: each application has its resume, each resume both its replicas, each file its row.
  expect(resumes).toHaveLength(applications.length)
  expect(replicas.filter((replica) => replica.state !== 'stored')).toEqual([])
  expect(replicas).toHaveLength(2 * resumes.length)
  const keysOf = (store: string) => replicas.filter((replica) => replica.store === store).map((replica) => replica.key)
  expect((await readdir(join(dataDir, 'resumes'))).toSorted()).toEqual(keysOf('local').toSorted())
  expect(await readdir(join(dataDir, 'tmp'))).toEqual([])
  expect(inDrive.map((file) => file.id).toSorted()).toEqual(keysOf('google-drive').toSorted())
  const hashes = new Map(resumes.map((resume) => [resume.id, resume.sha256]))
  for (const replica of replicas.filter(({ store }) => store === 'google-drive')) {
    const file = inDrive.find(({ id }) => id === replica.key)
    expect(file && hashOf(file.content)).toBe(hashes.get(replica.resume_id))
  }
})

/** Makes what is on the disk two hours older, so that the sweep takes what nothing names. */
async function makeOlder(folders: string[]): Promise<void> {
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000)
  for (const folder of folders) {
    for (const name of await readdir(join(dataDir, folder))) {
      await utimes(join(dataDir, folder, name), twoHoursAgo, twoHoursAgo)
    }
  }
}

/** Does not wait until the leases of the dead have run out. */
async function endLeases(): Promise<void> {
  const db = await openDatabase(dataDir)
  await db
    .updateTable('outbox_tasks')
    .set({ run_after: new Date(0).toISOString() })
    .execute()
  await db.destroy()
}

/** Waits until only the next day's check is left to do. */
async function settle(): Promise<void> {
  const db = await openDatabase(dataDir)
  await vi.waitFor(
    async () => {
      const tasks = await db.selectFrom('outbox_tasks').select('kind').execute()
      expect(tasks).toEqual([{ kind: 'check-resumes' }])
      expect(await db.selectFrom('resume_check').select('finished_at').executeTakeFirst()).toMatchObject({
        finished_at: expect.any(String),
      })
    },
    { timeout: 120_000, interval: 200 },
  )
  await db.destroy()
}
