import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { apply, fixture } from '../../../test/factories.ts'
import { countOtherWork } from '../../../test/other-work.ts'
import { replaceOnce } from '../../../test/private-link.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { every } from '../../platform/every.ts'
import { openLocalStore } from '../../platform/file-stores/local-store.ts'
import { findResumeText } from './resume-text-queries.ts'
import { sweeping, sweepResumes } from './sweep-resumes.ts'

const KEY = 'b7c5a1de-0000-4000-8000-000000000000'
const DAY_MS = 24 * 60 * 60_000
const LOG = { warn: () => undefined, error: () => undefined } as never

let app: TestApp
let folder: string
beforeEach(async () => {
  app = await startTestApp()
  folder = app.dataDir
})
afterEach(() => app.stop())

/** A data folder that the app, which sweeps its own at its start, leaves alone. */
async function useOwnFolder(): Promise<void> {
  const own = await mkdtemp(join(tmpdir(), 'wellhead-sweep-'))
  onTestFinished(() => rm(own, { recursive: true }))
  await (await openLocalStore(own)).close()
  folder = own
}

async function sweep(): Promise<void> {
  const store = await openLocalStore(folder)
  await sweepResumes({
    db: app.db,
    store,
    now: new Date(),
    log: LOG,
  })
  await store.close()
}
const filesIn = (name: string) => readdir(join(folder, name))
async function setBack(name: string, file: string, days: number): Promise<void> {
  const then = new Date(Date.now() - days * DAY_MS)
  await utimes(join(folder, name, file), then, then)
}
/** As a sweep does while the rows are those of another database. */
async function moveToUnnamed(id: number): Promise<string> {
  // Reading it for its text would put it back.
  await vi.waitUntil(() => findResumeText(app.db, id), { timeout: 30_000, interval: 50 })
  const path = await app.resumePath(id)
  await rename(path, path.replace('resumes', 'resumes-unnamed'))
  return path
}

test('an unreferenced file is deleted 30 days after the sweeper moved it', async () => {
  await useOwnFolder()
  await writeFile(join(folder, 'resumes', KEY), 'x')
  await setBack('resumes', KEY, 100)
  await sweep()
  await sweep()
  expect(await filesIn('resumes')).toEqual([])
  expect(await filesIn('resumes-unnamed')).toEqual([KEY])
  await setBack('resumes-unnamed', KEY, 29)
  await sweep()
  expect(await filesIn('resumes-unnamed')).toEqual([KEY])
  await setBack('resumes-unnamed', KEY, 31)
  await sweep()
  expect(await filesIn('resumes-unnamed')).toEqual([])
})

test('while what the rows say may be lost, nothing is swept', async () => {
  await useOwnFolder()
  await writeFile(join(folder, 'resumes', KEY), 'x')
  await setBack('resumes', KEY, 1)
  const store = await openLocalStore(folder)
  const work = sweeping({ db: app.db, stores: { local: store }, clock: () => new Date(), log: LOG })
  await every(work, { log: LOG, isPaused: () => true }).stop()
  expect(await filesIn('resumes')).toEqual([KEY])
  await every(work, { log: LOG, isPaused: () => false }).stop()
  expect(await filesIn('resumes')).toEqual([])
  await store.close()
})

test('one file that cannot be moved, or deleted, does not stop the others', async () => {
  await useOwnFolder()
  const odd = 'a7c5a1de-0000-4000-8000-000000000000'
  await mkdir(join(folder, 'resumes', odd))
  await writeFile(join(folder, 'resumes', KEY), 'x')
  for (const name of [odd, KEY]) await setBack('resumes', name, 1)
  await sweep()
  expect(await filesIn('resumes')).toEqual([odd])
  expect(await filesIn('resumes-unnamed')).toEqual([KEY])
  await rename(join(folder, 'resumes', odd), join(folder, 'resumes-unnamed', odd))
  for (const name of [odd, KEY]) await setBack('resumes-unnamed', name, 31)
  await sweep()
  expect(await filesIn('resumes-unnamed')).toEqual([odd])
})

test('a file that a row refers to again is restored by a read, and never deleted', async () => {
  const id = await apply(app)
  const file = (await filesIn('resumes')).join()
  await moveToUnnamed(id)
  await setBack('resumes-unnamed', file, 31)
  await sweep()
  const resume = await app.request(`/api/applications/${id}/resume`, { headers: await app.signIn() })
  expect(Buffer.from(await resume.arrayBuffer()).equals(fixture('resume.pdf'))).toBe(true)
  expect([await filesIn('resumes'), await filesIn('resumes-unnamed')]).toEqual([[file], []])
})

test('the sweep leaves the file of an earlier resume where it is', async () => {
  const id = await apply(app)
  const file = basename(await app.resumePath(id))
  await replaceOnce(app, id)
  await setBack('resumes', file, 31)
  await sweep()
  expect([await filesIn('resumes'), await filesIn('resumes-unnamed')]).toEqual([expect.arrayContaining([file]), []])
})

test('the check of all files restores what a row refers to again, without an alarm', async () => {
  await moveToUnnamed(await apply(app))
  const headers = await app.signIn()
  await app.request('/api/admin/storage/check', { method: 'POST', headers })
  await vi.waitFor(async () => expect(await filesIn('resumes')).toHaveLength(1), { timeout: 10_000 })
  const states = await app.db.selectFrom('resume_replicas').select('state').execute()
  expect(states).toEqual([{ state: 'stored' }])
})

test('a file that was moved is deleted with its application', async () => {
  const id = await apply(app)
  await moveToUnnamed(id)
  const headers = await app.signIn()
  expect((await app.request(`/api/admin/applications/${id}`, { method: 'DELETE', headers })).status).toBe(204)
  await vi.waitFor(async () => expect(await filesIn('resumes-unnamed')).toEqual([]), { timeout: 10_000 })
})

test('other work goes on while the rows of many files are looked for', async () => {
  const keys = Array.from({ length: 2_000 }, () => randomUUID())
  const moveToUnnamed = vi.fn(async () => undefined)
  let otherWork = () => 0
  const keysBefore = async () => {
    otherWork = countOtherWork()
    return keys
  }
  const unnamedBefore = async () => {
    expect(otherWork()).toBeGreaterThanOrEqual(4)
    return []
  }
  const local = await openLocalStore(folder)
  const store = { ...local, keysBefore, unnamedBefore, moveToUnnamed }
  await sweepResumes({ db: app.db, store, now: new Date(), log: LOG })
  expect(moveToUnnamed).toHaveBeenCalledTimes(2_000)
  await local.close()
})
