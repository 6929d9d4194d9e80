import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { mirrorLedger } from '../../server/features/erasure-ledger/mirror-ledger.ts'
import { recordErasures } from '../../server/features/erasure-ledger/record-erasures.ts'
import { connectOrExplain } from '../../server/platform/database/postgres/open-postgres.ts'
import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import type { Tables } from '../../server/platform/database/tables.ts'
import { makePostgresDatabase } from '../databases/test-database.ts'
import { insertApplicants } from '../factories.ts'
import { runServer } from '../run-server.ts'

const KILLS = Number(process.env.KILLS ?? 3)
/** Applications, and how many of them were erased after the backup. */
const [STORED, ERASED] = [2_000, 1_500]
const AT = '2026-03-02T08:00:00.000Z'

let dataDir: string
let postgres: Awaited<ReturnType<typeof makePostgresDatabase>> | null
let db: Kysely<Tables>
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wellhead-replay-'))
  postgres = inject('postgres') ? await makePostgresDatabase() : null
  db = postgres ? connectOrExplain({ url: postgres.url, poolSize: 2 }) : await openDatabase(dataDir)
})
afterAll(async () => {
  await db.destroy()
  await postgres?.remove()
  await rm(dataDir, { recursive: true, force: true })
})

const settings = () => ({ DATA_DIR: dataDir, ...(postgres && { DATABASE_URL: postgres.url }) })
const countApplications = async () => {
  const rows = db.selectFrom('applications').select(({ fn }) => fn.countAll<number | string>().as('count'))
  return Number((await rows.executeTakeFirstOrThrow()).count)
}

/** Starts the program, which replays before it says that it is ready, and kills it in between. */
async function killWhileReplaying(): Promise<number> {
  const before = await countApplications()
  const child = spawn(process.execPath, [resolve(import.meta.dirname, '../../server/main.js')], {
    env: { PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...settings() },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  await vi.waitFor(async () => expect(await countApplications()).toBeLessThan(before), {
    ...{ timeout: 60_000, interval: 5 },
  })
  child.kill('SIGKILL')
  await ended
  return countApplications()
}

test(`${KILLS} kills while ${ERASED.toLocaleString('en')} erasures are replayed leave none of them behind, and count each once`, async () => {
  for (let start = 0; start < STORED; start += 500)
    await insertApplicants(
      db,
      Array.from({ length: 500 }, () => ({ created_at: AT, quarantined: 0 as const })),
    )
  const rows = await db.selectFrom('applications').select(['id', 'created_at']).orderBy('id').limit(ERASED).execute()
  const entry = { kind: 'application_erased', now: new Date() } as const
  await db.transaction().execute((trx) => recordErasures(trx, entry, rows))
  await mirrorLedger(db, dataDir)
  // As the tools of the database restore it: without what came after the backup.
  await db.deleteFrom('erasures').execute()

  const left: number[] = []
  for (let kill = 0; kill < KILLS; kill += 1) left.push(await killWhileReplaying())
  expect(left.at(-1)).toBeGreaterThan(STORED - ERASED)
  const server = await runServer(settings())
  try {
    expect(await countApplications()).toBe(STORED - ERASED)
    const sums = await db.selectFrom('insight_sums').select(['figure', 'applications']).orderBy('figure').execute()
    expect(sums.filter(({ figure }) => figure === 'received')).toEqual([{ figure: 'received', applications: ERASED }])
    const waiting = await db.selectFrom('erasures').select('hash').where('is_replayed', '=', 0).execute()
    expect(waiting).toEqual([])
  } finally {
    await server.end('SIGTERM')
  }
}, 120_000)
