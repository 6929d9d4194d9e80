import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { insertAccount } from '../../server/features/accounts/account-queries.ts'
import { createSession } from '../../server/features/accounts/session-queries.ts'
import type { Db } from '../../server/platform/database/tables.ts'
import { fixture } from '../factories.ts'
import { importClient, zipOf } from '../imports/import-kit.ts'
import { opencatsExport } from '../imports/opencats-export.ts'
import { prepareMailFaults } from '../smtp/mail-faults.ts'

/** How often the program is killed while it imports: few in every run of the tests. */
const KILLS = Number(process.env.KILLS ?? 5)
const ROWS = 400
/** Longest that a server lives after it has stored a batch, in milliseconds. */
const LIFE_MS = 300
const PATIENCE = { timeout: 60_000, interval: 5 }

const { start, withDatabase, dataDir } = prepareMailFaults()

const endLeases = (db: Db) =>
  db.updateTable('outbox_tasks').set({ run_after: '2000-01-01T00:00:00.000Z', turn: null }).execute()

test(`${KILLS} kills while ${ROWS} applications are imported: it ends, and none is there twice, or without its file`, {
  timeout: 600_000,
}, async () => {
  const begin = () => start({ SUBMISSIONS_PER_HOUR: '0', LOG_LEVEL: 'silent' })
  let server = await begin()
  const authorization = await withDatabase(prepareOwner)
  const client = importClient((path, init) =>
    fetch(server.url + path, { ...init, headers: { authorization, ...init.headers } }),
  )
  const files = Object.fromEntries(
    Array.from({ length: ROWS }, (_, index) => [`c.${index}@example.com.pdf`, fixture('resume.pdf')]),
  )
  const prepared = await client.prepare(opencatsExport(ROWS), await zipOf(files), { size: 1_500_000 })
  expect((await client.start(prepared.id)).status).toBe(204)
  const counts: number[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = counts.at(-1) ?? 0
    await withDatabase((db) => vi.waitUntil(async () => (await countStored(db)) > before, PATIENCE))
    await wait((LIFE_MS * kill) / KILLS)
    await server.end('SIGKILL')
    await withDatabase(endLeases)
    counts.push(await withDatabase(countStored))
    server = await begin()
  }
  console.log(`applications after each kill: ${counts.join(', ')}`)
  expect(counts.at(-1)).toBeLessThan(ROWS)
  const done = await client.until(prepared.id, 'done')
  expect(done.counts).toMatchObject({ rows: ROWS, created: ROWS, files: ROWS, failed: 0, skipped: 0 })
  await vi.waitFor(async () => expect(await readdir(join(dataDir(), 'imports'))).toEqual([]))
  await server.end('SIGTERM')
  await withDatabase(async (db) => {
    const emails = await db.selectFrom('applications').select('email').orderBy('id').execute()
    expect(new Set(emails.map(({ email }) => email)).size).toBe(ROWS)
    expect(emails).toHaveLength(ROWS)
    const resumes = db.selectFrom('resumes').innerJoin('resume_replicas', 'resume_id', 'resumes.id')
    const keys = await resumes.select('key').where('state', '=', 'stored').orderBy('resumes.id').execute()
    expect(keys).toHaveLength(ROWS)
    const stored = new Set(await readdir(join(dataDir(), 'resumes')))
    expect(keys.filter(({ key }) => !stored.has(key ?? ''))).toEqual([])
    expect(await db.selectFrom('mails').select('id').execute()).toEqual([])
  })
})

async function countStored(db: Db): Promise<number> {
  return (await db.selectFrom('applications').select('id').execute()).length
}

async function prepareOwner(db: Db): Promise<string> {
  const now = new Date()
  const account = { username: 'admin', password_hash: '', created_at: now.toISOString() }
  const { token } = await createSession(db, await insertAccount(db, account), now)
  return `Bearer ${token}`
}
