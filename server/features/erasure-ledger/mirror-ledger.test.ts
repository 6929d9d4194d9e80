import { appendFile, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { type AdminClient, adminClient } from '../../../test/admin-client.ts'
import { APPLICANT, apply, insertApplicant } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { LEDGER_FILE, readLedgerFile } from './ledger-file.ts'
import { mirrorLedger } from './mirror-ledger.ts'

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

async function insertAlert(): Promise<number> {
  const email = 'ben@example.com'
  const times = { created_at: AT, confirmed_at: AT, seen_until: AT, ends_at: '2999-01-01T00:00:00.000Z' }
  const row = { email, request_id: email, remote: 0 as const, ...times }
  return (await app.db.insertInto('job_alerts').values(row).returning('id').executeTakeFirstOrThrow()).id
}

const deleteOne = (id: number) => admin.send('DELETE', pathTo(ADMIN_API.adminApplication, id))

test('what is deleted is in the ledger and in its mirror, which only this user can read, and which name nobody', async () => {
  const id = await apply(app)
  const alert = await insertAlert()
  await deleteOne(id)
  await admin.send('DELETE', pathTo(ADMIN_API.jobAlert, alert))
  await untilMirrored(2)
  const text = await readFile(join(app.dataDir, LEDGER_FILE), 'utf8')
  const rows = await app.db.selectFrom('erasures').selectAll().execute()
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['application_deleted', 'job_alert_ended'])
  for (const { hash } of rows) expect(text).toContain(hash)
  expect(text + JSON.stringify(rows)).not.toMatch(new RegExp(`${APPLICANT.email}|ben@|Ana|APP-`))
  expect((await stat(join(app.dataDir, LEDGER_FILE))).mode & 0o777).toBe(0o600)
})

test('a mirror that is lost or damaged is made again from the database', async () => {
  const id = await insertApplicant(app.db, { created_at: AT })
  await deleteOne(id)
  await untilMirrored(1)
  const path = join(app.dataDir, LEDGER_FILE)
  const whole = await readFile(path, 'utf8')
  for (const damage of [
    () => rm(path),
    () => writeFile(path, whole.slice(0, -1)),
    () => writeFile(path, whole.slice(0, 20)),
    () => writeFile(path, ''),
    () => appendFile(path, '{"hash":"'),
    () => writeFile(path, `no entry\n${whole}`),
    () => writeFile(path, `${'x'.repeat(5_000)}\n${whole}${whole}{}\n`),
  ]) {
    await damage()
    await mirrorLedger(app.db, app.dataDir)
    expect(await readFile(path, 'utf8')).toBe(whole)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  }
  await rm(path)
  await app.runWork('mirror-erasures')
  expect(await readFile(path, 'utf8')).toBe(whole)
})
