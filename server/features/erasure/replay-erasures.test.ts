import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { type AdminClient, adminClient } from '../../../test/admin-client.ts'
import { insertApplicant } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import type { Db } from '../../platform/database/tables.ts'
import { LEDGER_FILE, readLedgerFile } from '../erasure-ledger/ledger-file.ts'
import { mirrorLedger } from '../erasure-ledger/mirror-ledger.ts'
import { replayNewErasures } from './replay-erasures.ts'

let app: TestApp
let admin: AdminClient
beforeEach(async () => {
  app = await startTestApp()
  admin = adminClient(app, await app.signIn())
})
afterEach(() => app.stop())

const AT = '2026-03-02T08:00:00.000Z'
const ledger = () => readLedgerFile(join(app.dataDir, LEDGER_FILE))
const untilMirrored = (entries: number) =>
  vi.waitFor(async () => expect((await ledger())?.entries.size).toBe(entries), { timeout: 10_000 })

/** Inserts what an earlier state of the database had, as a restore by the tools of the engine does. */
async function bringBack(db: Db, ids: number[]): Promise<void> {
  for (const id of ids) await insertApplicant(db, { id, created_at: AT })
}

/** What the start of the program does. */
async function replay(): Promise<{ applications: number; alerts: number }> {
  await mirrorLedger(app.db, app.dataDir)
  return replayNewErasures({ db: app.db, outbox: { wake: () => undefined }, now: new Date(), timeZone: 'UTC' })
}

async function insertAlert(id?: number): Promise<number> {
  const email = 'ben@example.com'
  const times = { created_at: AT, confirmed_at: AT, seen_until: AT, ends_at: '2999-01-01T00:00:00.000Z' }
  const row = { ...(id !== undefined && { id }), email, request_id: email, remote: 0 as const, ...times }
  return (await app.db.insertInto('job_alerts').values(row).returning('id').executeTakeFirstOrThrow()).id
}

const deleteOne = (id: number) => admin.send('DELETE', pathTo(ADMIN_API.adminApplication, id))

const applicationIds = async () =>
  (await app.db.selectFrom('applications').select('id').orderBy('id').execute()).map(({ id }) => id)

test('a database that lost its newest rows gets the ledger from the data folder, and nobody is back', async () => {
  const ids: number[] = []
  for (let count = 0; count < 3; count += 1) ids.push(await insertApplicant(app.db, { created_at: AT }))
  const [kept = 0, erased = 0, other = 0] = ids
  const alert = await insertAlert()
  await deleteOne(erased)
  await deleteOne(other)
  await admin.send('DELETE', pathTo(ADMIN_API.jobAlert, alert))
  await untilMirrored(3)

  await app.db.deleteFrom('erasures').execute()
  await bringBack(app.db, [erased, other])
  await insertAlert(alert)
  expect(await replay()).toEqual({ applications: 2, alerts: 1 })
  expect(await applicationIds()).toEqual([kept])
  expect(await admin.request('GET', ADMIN_API.jobAlerts)).toMatchObject({ body: { alerts: [] } })
  // Somebody else may get the number of one who was erased.
  await insertApplicant(app.db, { id: erased, created_at: '2026-03-02T08:00:00.001Z' })
  expect(await replay()).toEqual({ applications: 0, alerts: 0 })
  await app.runWork('replay-erasures')
  expect(await applicationIds()).toEqual([kept, erased].toSorted((one, next) => one - next))
})

test('a replay that was killed goes on, and a table that was restored alone is found later', async () => {
  const [kept, erased] = [
    await insertApplicant(app.db, { created_at: AT }),
    await insertApplicant(app.db, { created_at: AT }),
  ]
  await deleteOne(erased)
  await bringBack(app.db, [erased])
  // The ledger knows it, and was compared with the rows before.
  expect(await replay()).toEqual({ applications: 0, alerts: 0 })
  await app.runWork('replay-erasures')
  expect(await applicationIds()).toEqual([kept])

  await bringBack(app.db, [erased])
  await app.db.updateTable('erasures').set({ is_replayed: 0 }).execute()
  expect(await replay()).toEqual({ applications: 1, alerts: 0 })
  expect(await app.db.selectFrom('erasures').select('is_replayed').execute()).toEqual([{ is_replayed: 1 }])
})
