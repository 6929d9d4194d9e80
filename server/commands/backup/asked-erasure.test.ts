import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { adminClient } from '../../../test/admin-client.ts'
import { apply } from '../../../test/factories.ts'
import { runOperatorCommand } from '../../../test/run-operator-command.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { readDatabase } from '../../platform/database/sqlite/open-database.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await startTestApp()
  folder = await mkdtemp(join(tmpdir(), 'wellhead-asked-'))
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

test('a person whose erasure still waits when an admin deletes the application does not come back as deleted by mistake', async () => {
  const admin = adminClient(app, await app.signIn())
  const ana = await apply(app, { name: 'Ana Asked', email: 'ana@example.com' })
  await apply(app, { name: 'Ben Stays', email: 'ben@example.com' })
  const first = join(folder, 'first.tar')
  expect((await runOperatorCommand('backup', app.dataDir, first)).code).toBe(0)

  // A store that is not configured any more has a copy: the erasure waits for it.
  const resume = app.db.selectFrom('resumes').select('id').where('application_id', '=', ana)
  const { id: resume_id } = await resume.executeTakeFirstOrThrow()
  const at = '2026-03-02T12:00:00.000Z'
  const copy = { resume_id, store: 's3', key: 'copy', state: 'stored', changed_at: at } as const
  await app.db.insertInto('resume_replicas').values(copy).execute()
  const asked = await admin.send('POST', pathTo(ADMIN_API.erasePerson, ana), { applicationIds: [ana] })
  expect(asked.status).toBe(204)
  expect((await admin.send('DELETE', pathTo(ADMIN_API.adminApplication, ana))).status).toBe(204)
  // Its name would clear the screen of the operator.
  await writeFile(join(folder, 'odd\u001b[2J.tar'), 'no backup')
  expect((await runOperatorCommand('backup', app.dataDir, join(folder, 'second.tar'))).code).toBe(0)

  const dataDir = join(folder, 'restored', 'data')
  const environment = { DATA_DIR: dataDir, BACKUP_SEAL_KEY_FILE: join(app.dataDir, 'backup-seal.key') }
  const restored = await runOperatorCommand('restore', environment, first, '--bring-back-deleted')
  expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining('Removed again') })
  expect(restored.stdout + restored.stderr).not.toContain('\u001b')
  await using database = await readDatabase(dataDir)
  const people = await database.db.selectFrom('applications').select('name').execute()
  expect(people).toEqual([{ name: 'Ben Stays' }])
})
