import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { API } from '../../../contract/wire/paths.ts'
import { makeTestDatabase } from '../../../test/databases/test-database.ts'
import { applicationForm, insertApplicants } from '../../../test/factories.ts'
import { countOtherWork } from '../../../test/other-work.ts'
import { insertResumeText } from '../../../test/resume-files/stored-texts.ts'
import { startInProcess } from '../../../test/start-in-process.ts'
import { openDatabase } from '../../platform/database/sqlite/open-database.ts'
import { PRIORITY } from '../../platform/outbox/task-kinds.ts'
import { PARSER_VERSION } from '../../platform/text-extraction/text-extractor.ts'
import { queueOutdatedTexts } from './queue-texts.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wellhead-texts-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a start reads a text again that an earlier version has read, and says so', async () => {
  const settings = { DATA_DIR: folder, LOG_LEVEL: 'info' }
  const first = await startInProcess(settings)
  const db = await openDatabase(folder)
  const texts = db.selectFrom('resume_texts').select(['text', 'parser_version'])
  const isRead = async () => (await texts.executeTakeFirst())?.parser_version === PARSER_VERSION
  const response = await fetch(first.url + API.submitApplication, { method: 'POST', body: applicationForm() })
  expect(response.status).toBe(201)
  await vi.waitUntil(isRead, { timeout: 30_000 })
  await first.stop()
  await db.updateTable('resume_texts').set({ text: 'badly read', parser_version: 'rules 1' }).execute()
  const second = await startInProcess(settings)
  await vi.waitUntil(isRead, { timeout: 30_000 })
  expect((await texts.executeTakeFirst())?.text).toContain('SCADA')
  await second.stop()
  await db.destroy()
  expect(first.written()).not.toContain('are read again')
  expect(second.written()).toMatch(/"texts":1,.*are read again/)
})

test('each outdated text is queued once, to be read after all others, and other work goes on meanwhile', async () => {
  const OUTDATED = 450
  const database = await makeTestDatabase(folder)
  const { db } = database
  await insertApplicants(
    db,
    Array.from({ length: OUTDATED + 1 }, () => ({})),
  )
  const ids = (await db.selectFrom('applications').select('id').execute()).map(({ id }) => id)
  for (const id of ids.slice(1)) await insertResumeText(db, id, 'badly read', { parser_version: 'rules 1' })
  await insertResumeText(db, ids[0] as number, 'well read')
  const parts = { db, clock: () => new Date() }
  expect(await queueOutdatedTexts(parts, () => false)).toBe(0)

  const otherWork = countOtherWork()
  expect(await queueOutdatedTexts(parts)).toBe(OUTDATED)
  expect(otherWork()).toBeGreaterThanOrEqual(3)
  // As after a restart before they are read.
  expect(await queueOutdatedTexts(parts)).toBe(0)
  const tasks = await db.selectFrom('outbox_tasks').select(['payload', 'priority', 'share']).execute()
  expect(new Set(tasks.map(({ payload }) => payload)).size).toBe(OUTDATED)
  expect(tasks).toEqual(Array(OUTDATED).fill({ payload: expect.any(String), priority: PRIORITY.last, share: null }))
  await database.remove()
})
