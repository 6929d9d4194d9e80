import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { apply } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { deleteApplication } from '../../features/applications/application-queries.ts'
import { openDatabase } from '../../platform/database/sqlite/open-database.ts'
import { readDatabase } from '../../platform/database/sqlite/read-database.ts'
import type { Db } from '../../platform/database/tables.ts'
import { holdFiles } from './hold-files.ts'

let app: TestApp
let folder: string
let staged: Awaited<ReturnType<typeof openDatabase>>
let [gone, stays]: number[] = []

/** A snapshot is taken; what the test then does to the live folder happens during the backup. */
beforeEach(async () => {
  app = await startTestApp()
  gone = await apply(app)
  stays = await apply(app)
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

const hold = () =>
  holdFiles({ dataDir: app.dataDir, folder, signal: new AbortController().signal }, { live: app.db, staged })
const held = () => readdir(join(folder, 'resumes'))
const keyOf = async (id: number | undefined) => basename(await app.resumePath(id ?? 0))
const applicationsOf = async (db: Db) =>
  (await db.selectFrom('applications').select('id').execute()).map(({ id }) => id)

test('an application that is deleted meanwhile is left out', async () => {
  await rm(await app.resumePath(gone ?? 0))
  await deleteApplication(app.db, gone ?? 0)
  await hold()
  expect(await applicationsOf(staged)).toEqual([stays])
  expect(await staged.selectFrom('resume_replicas').select('application_id').execute()).toEqual([
    { application_id: stays },
  ])
  expect(await held()).toEqual([await keyOf(stays)])
})

test('a file that is held stays readable when its application is deleted', async () => {
  const key = await keyOf(gone)
  await hold()
  await rm(await app.resumePath(gone ?? 0))
  expect(await held()).toContain(key)
})

test('a local file that was given up for the cloud drive meanwhile is no loss', async () => {
  await rm(await app.resumePath(gone ?? 0))
  await app.db
    .updateTable('resume_replicas')
    .set({ store: 'google-drive' })
    .where('application_id', '=', gone ?? 0)
    .execute()
  await hold()
  const copies = staged
    .selectFrom('resume_replicas')
    .select('store')
    .where('application_id', '=', gone ?? 0)
  expect(await copies.execute()).toEqual([{ store: 'google-drive' }])
  expect(await applicationsOf(staged)).toEqual([gone, stays])
})

test('a file that has got another key meanwhile is found under it', async () => {
  const key = 'b7c5a1de-0000-4000-8000-000000000000'
  await rename(await app.resumePath(gone ?? 0), join(app.dataDir, 'resumes', key))
  await app.db
    .updateTable('resume_replicas')
    .set({ key })
    .where('application_id', '=', gone ?? 0)
    .execute()
  await hold()
  expect(await held()).toContain(key)
})

test('a file that is really lost stays named, so that the loss is seen', async () => {
  await rm(await app.resumePath(gone ?? 0))
  await hold()
  expect(await applicationsOf(staged)).toEqual([gone, stays])
  expect(await held()).toEqual([await keyOf(stays)])
})
