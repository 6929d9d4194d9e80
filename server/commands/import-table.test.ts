import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fixture } from '../../test/factories.ts'
import { runOperatorCommand } from '../../test/run-operator-command.ts'
import { startTestApp, type TestApp } from '../../test/test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app.stop())

test('a table with a folder of files is prepared, and imported by the next server; a dry run keeps nothing', async () => {
  const table = join(app.dataDir, 'table.csv')
  const files = join(app.dataDir, 'files')
  await writeFile(table, 'Name;Email;Stage\nAna Núñez;ana@example.com;Hired\n;x;\n')
  await mkdir(files)
  await writeFile(join(files, 'ana@example.com.pdf'), fixture('resume.pdf'))
  const run = (...args: string[]) =>
    runOperatorCommand('import', app.dataDir, '--csv', table, '--files', files, ...args)

  const tried = await run('--dry-run')
  expect(tried).toMatchObject({ code: 0, stderr: expect.stringContaining('- line 3, Email, x: Invalid email address') })
  expect(tried.stdout).toContain('1 application will be made, 1 with a file; 0 are here already.')
  expect(await app.db.selectFrom('imports').select('id').execute()).toEqual([])
  expect(await readdir(join(app.dataDir, 'imports'))).toEqual([])

  expect(await run()).toMatchObject({ code: 0 })
  app.wakeOutbox()
  await vi.waitFor(
    async () => {
      const rows = await app.db
        .selectFrom('imports')
        .select(['state', 'created_count', 'file_count', 'username'])
        .execute()
      expect(rows).toEqual([{ state: 'done', created_count: 1, file_count: 1, username: null }])
    },
    { timeout: 30_000 },
  )
  const stored = await app.db.selectFrom('applications').select(['name', 'status', 'answered_by']).execute()
  expect(stored).toEqual([{ name: 'Ana Núñez', status: 'hired', answered_by: 'Import' }])
})

test('what is not there is named, and nothing is changed', async () => {
  const missing = await runOperatorCommand('import', app.dataDir, '--csv', join(app.dataDir, 'none.csv'))
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringMatching(/There is no .*none\.csv/) })
  expect(await app.db.selectFrom('imports').select('id').execute()).toEqual([])
})
