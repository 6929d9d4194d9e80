import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { apply } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { removeApplications } from '../../features/applications/changes/remove-applications.ts'
import { deleteApplications, findApplication } from '../../features/applications/stored/application-queries.ts'
import { openDatabase, readDatabase } from '../../platform/database/sqlite/open-database.ts'
import type { Db } from '../../platform/database/tables.ts'
import { linkFiles } from './stage-backup.ts'

let app: TestApp
let folder: string
let staged: Awaited<ReturnType<typeof openDatabase>>
let [gone, stays]: number[] = []
let goneKey: string

/** Takes a snapshot: changes of the live folder in a test happen during the backup. */
beforeEach(async () => {
  app = await startTestApp()
  gone = await apply(app)
  stays = await apply(app)
  goneKey = await keyOf(gone)
  folder = join(app.dataDir, 'tmp', 'backup-test')
  await mkdir(join(folder, 'resumes'), { recursive: true })
  await using live = await readDatabase(app.dataDir)
  await live.sqlite.backup(join(folder, 'wellhead.sqlite'))
  staged = await openDatabase(folder)
})
afterEach(async () => {
  await staged.destroy()
  await app.stop()
})

const stage = () =>
  linkFiles({ dataDir: app.dataDir, folder, signal: new AbortController().signal }, { live: app.db, staged })
const stagedFiles = () => readdir(join(folder, 'resumes'))
const keyOf = async (id: number | undefined) => basename(await app.resumePath(id ?? 0))
const applicationsOf = async (db: Db) =>
  (await db.selectFrom('applications').select('id').execute()).map(({ id }) => id)

test('an application deleted during the backup is left out', async () => {
  await rm(await app.resumePath(gone ?? 0))
  const application = await findApplication(app.db, gone ?? 0)
  if (application) await deleteApplications(app.db, [application])
  await stage()
  expect(await applicationsOf(staged)).toEqual([stays])
  expect(await staged.selectFrom('resume_replicas').select('key').execute()).toEqual([{ key: await keyOf(stays) }])
  expect(await stagedFiles()).toEqual([await keyOf(stays)])
})

test('of an application erased during the backup the copy keeps no word, and knows of the erasure', async () => {
  const id = gone ?? 0
  const tagged = JSON.stringify({ action: 'tagged', name: 'Fired by Shell' })
  const entry = { at: '2026-01-01T00:00:00.000Z', subject: 'application', subject_id: id, action: 'tagged' } as const
  for (const db of [app.db, staged])
    await db
      .insertInto('audit_trail')
      .values({ ...entry, event: tagged })
      .execute()
  await removeApplications(
    { db: app.db, outbox: { wake: () => undefined } },
    { by: null, now: new Date(), action: 'erased' },
    [id],
  )
  await rm(join(app.dataDir, 'resumes', goneKey), { force: true })
  await stage()
  expect(await applicationsOf(staged)).toEqual([stays])
  const ofGone = staged.selectFrom('audit_trail').select(['action', 'event']).where('subject_id', '=', id).orderBy('id')
  const events = await ofGone.where('subject', '=', 'application').execute()
  expect(events.at(-1)).toMatchObject({ action: 'erased' })
  expect(JSON.stringify(events)).not.toContain('Shell')
  const ledger = (db: Db) => db.selectFrom('erasures').select(['hash', 'kind']).execute()
  expect(await ledger(staged)).toEqual(await ledger(app.db))
})

test('a linked file stays readable when its application is deleted', async () => {
  const key = await keyOf(gone)
  await stage()
  await rm(await app.resumePath(gone ?? 0))
  expect(await stagedFiles()).toContain(key)
})

test('a local file replaced by one in Google Drive during the backup is no loss', async () => {
  const key = await keyOf(gone)
  await rm(await app.resumePath(gone ?? 0))
  await app.db.updateTable('resume_replicas').set({ store: 'google-drive' }).where('key', '=', key).execute()
  await stage()
  const replicas = staged.selectFrom('resume_replicas').select('store').where('key', '=', key)
  expect(await replicas.execute()).toEqual([{ store: 'google-drive' }])
  expect(await applicationsOf(staged)).toEqual([gone, stays])
})

test('a file whose key changes during the backup is found under the new key', async () => {
  const key = 'b7c5a1de-0000-4000-8000-000000000000'
  const before = await keyOf(gone)
  await rename(await app.resumePath(gone ?? 0), join(app.dataDir, 'resumes', key))
  await app.db.updateTable('resume_replicas').set({ key }).where('key', '=', before).execute()
  await stage()
  expect(await stagedFiles()).toContain(key)
})

test('a lost file stays named, so that the loss is reported', async () => {
  await rm(await app.resumePath(gone ?? 0))
  await stage()
  expect(await applicationsOf(staged)).toEqual([gone, stays])
  expect(await stagedFiles()).toEqual([await keyOf(stays)])
})
