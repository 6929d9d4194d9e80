import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { checkTrail } from '../../server/features/audit/check-trail.ts'
import { connectOrExplain } from '../../server/platform/database/postgres/open-postgres.ts'
import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import type { Tables } from '../../server/platform/database/tables.ts'
import { makePostgresDatabase } from '../databases/test-database.ts'
import { runServer } from '../run-server.ts'

const KILLS = Number(process.env.KILLS ?? 3)
const ENTRIES = 60_000

let dataDir: string
let postgres: Awaited<ReturnType<typeof makePostgresDatabase>> | null
let db: Kysely<Tables>
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wellhead-sealing-'))
  postgres = inject('postgres') ? await makePostgresDatabase() : null
  db = postgres ? connectOrExplain({ url: postgres.url, poolSize: 2 }) : await openDatabase(dataDir)
})
afterAll(async () => {
  await db.destroy()
  await postgres?.remove()
  await rm(dataDir, { recursive: true, force: true })
})

const start = () => runServer({ DATA_DIR: dataDir, ...(postgres && { DATABASE_URL: postgres.url }) })
const check = () => checkTrail(db, { dataDir, secretKey: null }, new AbortController().signal)
const sealed = async () => {
  const last = db.selectFrom('audit_trail').select(({ fn }) => fn.max('sealed_as').as('place'))
  return Number((await last.executeTakeFirstOrThrow()).place)
}

test(`${KILLS} kills while ${ENTRIES.toLocaleString('en')} entries are sealed leave a chain that holds, and the next start goes on with it`, async () => {
  const entry = { at: new Date().toISOString(), account_id: 1, username: 'ana', subject: 'application' as const }
  const event = { action: 'feedback_changed', event: '{"action":"feedback_changed"}', version: 2 }
  for (let id = 1; id <= ENTRIES; id += 1_000) {
    const rows = Array.from({ length: 1_000 }, (_, index) => ({ ...entry, ...event, subject_id: id + index }))
    await db.insertInto('audit_trail').values(rows).execute()
  }
  const found: number[] = []
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const server = await start()
    const before = await sealed()
    await vi.waitUntil(async () => (await sealed()) > before, { timeout: 30_000, interval: 1 })
    await server.end('SIGKILL')
    const report = await check()
    expect(report.faults).toEqual([])
    found.push(report.sealed)
  }
  console.log(`sealed at the kills: ${found.join(', ')} of ${ENTRIES}`)
  expect(found[0]).toBeLessThan(ENTRIES)

  const server = await start()
  await vi.waitUntil(async () => (await sealed()) > ENTRIES, { timeout: 120_000, interval: 50 })
  // The entry that says that the chain began over those of before.
  expect(await check()).toMatchObject({ faults: [], sealed: ENTRIES + 1, unsealed: 0 })
  expect(await server.end('SIGTERM')).toBe(0)
}, 240_000)
