import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { API, pathTo } from '../../contract/wire/paths.ts'
import { insertAccount } from '../../server/features/accounts/account-queries.ts'
import { createSession } from '../../server/features/accounts/session-queries.ts'
import type { Db } from '../../server/platform/database/tables.ts'
import { applicationForm } from '../factories.ts'
import { type FakeGoogle, startFakeGoogle } from '../google-drive/fake-google.ts'
import { type S3Server, startS3Server } from '../s3/s3-server.ts'
import { prepareMailFaults } from '../smtp/mail-faults.ts'

/** How often the program is killed while it erases a person: few in every run of the tests. */
const KILLS = Number(process.env.KILLS ?? 5)
/** Longest that a server lives after an erasure was asked for, in milliseconds. */
const LIFE_MS = 500
const PATIENT = { timeout: 120_000, interval: 100 }
const STORES = 3
const FILE_TASKS = ['erase-application', 'delete-resume']

const { start, withDatabase, dataDir } = prepareMailFaults()
let google: FakeGoogle
let s3: S3Server
let bucket: string
beforeAll(async () => {
  google = await startFakeGoogle()
  s3 = await startS3Server()
  bucket = await s3.newBucket()
  await s3.keepVersions(bucket)
})
afterAll(() => Promise.all([google.stop(), s3.stop()]))

test(`${KILLS + 1} kills while people are erased from three stores: each erasure ends after the next start, and nothing stays`, {
  timeout: 600_000,
}, async () => {
  const begin = () =>
    start({ ...google.environment(), ...s3.environment(bucket), SUBMISSIONS_PER_HOUR: '0', LOG_LEVEL: 'silent' })
  const first = await begin()
  const people = await Promise.all(Array.from({ length: KILLS + 1 }, (_, index) => apply(first.url, index)))
  const stayer = await apply(first.url, KILLS + 1)
  const { authorization } = await withDatabase(prepareOwner)
  await withDatabase((db) =>
    vi.waitFor(async () => expect(await countReplicas(db)).toBe((KILLS + 2) * STORES), PATIENT),
  )
  await first.end('SIGKILL')
  await withDatabase(endLeases)

  const erase = async (url: string, id: number) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const body = JSON.stringify({ applicationIds: [id] })
    const response = await fetch(url + pathTo(ADMIN_API.erasePerson, id), { method: 'POST', headers, body })
    return response.status
  }
  const outcomes: string[] = []
  for (const [index, id] of people.entries()) {
    const server = await begin()
    // The last one is killed while a store has its file no more and the other one is asked.
    const isHeld = index === KILLS
    const release = isHeld ? google.hold('delete') : () => undefined
    const deletions = google.requests('delete')
    const asked = erase(server.url, id).catch(() => undefined)
    if (isHeld) await vi.waitUntil(() => google.requests('delete') > deletions, PATIENT)
    else await wait((LIFE_MS * index) / Math.max(KILLS - 1, 1))
    await server.end('SIGKILL')
    release()
    const status = await asked
    const state = await withDatabase((db) => readState(db, id))
    outcomes.push(`${status ?? 'no response'}: ${state}`)
    if (status === 204) expect(['is being erased', 'erased']).toContain(state)
    else expect(['stored', 'is being erased', 'erased']).toContain(state)
    await withDatabase(endLeases)
  }
  console.log(`after kills: ${outcomes.join(', ')}`)

  const last = await begin()
  // One that the server never got is asked for again; another one has ended, or ends.
  for (const id of people) expect([204, 404]).toContain(await erase(last.url, id))
  await withDatabase((db) =>
    vi.waitFor(async () => {
      const tasks = db.selectFrom('outbox_tasks').select(['kind', 'last_error']).where('kind', 'in', FILE_TASKS)
      expect(await tasks.execute()).toEqual([])
    }, PATIENT),
  )
  await last.end('SIGTERM')
  await withDatabase(async (db) => {
    expect(await db.selectFrom('applications').select('id').execute()).toEqual([{ id: stayer }])
    for (const id of people) expect(await readState(db, id)).toBe('erased')
  })
  expect(google.files()).toHaveLength(1)
  const versions = await s3.versionsIn(bucket)
  const kept = await s3.keysIn(bucket)
  expect(kept).toHaveLength(1)
  expect(versions.filter(({ key }) => !key.includes('installation')).map(({ key }) => key)).toEqual(kept)
  const local = await readdir(join(dataDir(), 'resumes'), { recursive: true, withFileTypes: true })
  expect(local.filter((entry) => entry.isFile())).toHaveLength(1)
})

async function apply(url: string, number: number): Promise<number> {
  const fields = { name: `Person ${number}`, email: `person-${number}@example.com` }
  const response = await fetch(url + API.submitApplication, { method: 'POST', body: applicationForm(fields) })
  expect(response.status).toBe(201)
  return ((await response.json()) as { id: number }).id
}

async function prepareOwner(db: Db) {
  const now = new Date()
  const account = { username: 'admin', password_hash: '', created_at: now.toISOString() }
  const { token } = await createSession(db, await insertAccount(db, account), now)
  return { authorization: `Bearer ${token}` }
}

async function countReplicas(db: Db): Promise<number> {
  return (await db.selectFrom('resume_replicas').select('key').where('state', '=', 'stored').execute()).length
}

/** An application with its task, or the entry that it is gone: never one without the other. */
async function readState(db: Db, id: number): Promise<string> {
  const stored = await db.selectFrom('applications').select('id').where('id', '=', id).executeTakeFirst()
  const tasks = db.selectFrom('outbox_tasks').select('payload').where('kind', '=', 'erase-application')
  const isErasing = (await tasks.execute()).some(({ payload }) => JSON.parse(payload).applicationId === id)
  const entries = db.selectFrom('audit_trail').select('action').where('subject', '=', 'application')
  const actions = (await entries.where('subject_id', '=', id).orderBy('id').execute()).map(({ action }) => action)
  const ended = actions.filter((action) => action === 'erased').length
  const asked = actions.filter((action) => action === 'erasure_requested').length
  if (!stored && ended === 1 && asked === 1) return 'erased'
  if (stored && isErasing && ended === 0 && asked === 1) return 'is being erased'
  if (stored && !isErasing && ended === 0 && asked === 0) return 'stored'
  return `half: ${JSON.stringify({ isStored: Boolean(stored), isErasing, actions })}`
}

/** As if the leases of all tasks were over. */
async function endLeases(db: Db): Promise<void> {
  await db
    .updateTable('outbox_tasks')
    .set({ run_after: new Date(0).toISOString() })
    .where('kind', '!=', 'check-resumes')
    .execute()
}
