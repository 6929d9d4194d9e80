import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { findResumeText } from '../../server/features/resumes/resume-text-queries.ts'
import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import { APPLICANT, form } from '../factories.ts'
import { streamBomb } from '../resume-files/pdf-files.ts'
import { runServer } from '../run-server.ts'

test('a text whose reading a kill has interrupted is read after the next start', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'wellhead-killed-'))
  const server = await runServer({ DATA_DIR: dataDir })
  const body = form(APPLICANT, { name: 'cv.pdf', content: streamBomb(60) })
  expect((await fetch(`${server.url}/api/submit-application`, { method: 'POST', body })).status).toBe(201)
  const db = await openDatabase(dataDir)
  const task = () => db.selectFrom('outbox_tasks').selectAll().where('kind', '=', 'extract-text').executeTakeFirst()
  await vi.waitUntil(async () => (await task())?.attempts === 1, { timeout: 30_000, interval: 5 })
  await server.end('SIGKILL')
  expect(await task()).toMatchObject({ attempts: 1, last_error: null })
  expect(await findResumeText(db, 1)).toBeUndefined()
  // The lease of the killed process ends.
  await db.updateTable('outbox_tasks').set({ run_after: '2026-01-01T00:00:00.000Z' }).execute()
  const next = await runServer({ DATA_DIR: dataDir })
  await vi.waitUntil(() => findResumeText(db, 1), { timeout: 60_000, interval: 50 })
  await next.end('SIGTERM')
  await db.destroy()
  await rm(dataDir, { recursive: true })
}, 120_000)
