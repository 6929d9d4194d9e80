import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apply } from '../../test/factories.ts'
import { runOperatorCommand, runOperatorProgram } from '../../test/run-operator-command.ts'
import { startTestApp, type TestApp } from '../../test/test-app.ts'
import { findResumeText } from '../features/resumes/resume-text-queries.ts'
import { lockFolder } from '../platform/database/sqlite/folder-lock.ts'
import { PARSER_VERSION } from '../platform/text-extraction/text-extractor.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app.stop())

test('outdated texts are read again, those of this version only with --all', async () => {
  const id = await apply(app)
  const isCurrent = async () => (await findResumeText(app.db, id))?.parser_version === PARSER_VERSION
  await vi.waitUntil(isCurrent, { timeout: 30_000, interval: 50 })
  const current = await runOperatorProgram('reindex', app.dataDir)
  expect(current).toMatchObject({ code: 0, stderr: '' })
  expect(current.stdout).toBe('The search index has 1 application.\nThe text of every resume is up to date.\n')
  await app.db.updateTable('resume_texts').set({ parser_version: 'older' }).execute()
  for (const argument of [[], ['--all']]) {
    const { code, stdout } = await runOperatorCommand('reindex', app.dataDir, ...argument)
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/\d texts? will be read once a server runs/),
    })
    await apply(app)
    await vi.waitUntil(isCurrent, { timeout: 30_000, interval: 50 })
  }
})

test('beside a running server it refuses, and changes nothing', async () => {
  const lock = lockFolder(app.dataDir)
  const { code, stderr } = await runOperatorCommand('reindex', app.dataDir)
  lock.release()
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('Another Wellhead is running') })
})
