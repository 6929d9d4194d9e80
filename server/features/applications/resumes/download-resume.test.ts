import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { refuseInserts } from '../../../../test/databases/refuse-inserts.ts'
import { apply } from '../../../../test/factories.ts'
import { openFiles } from '../../../../test/open-files.ts'
import { startTestApp, type TestApp } from '../../../../test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test.skipIf(process.platform !== 'linux')('without an entry no file is sent, and it is closed again', async () => {
  const id = await apply(app)
  const headers = await app.signIn()
  await refuseInserts(app.db, 'audit_trail')
  expect((await app.request(pathTo(ADMIN_API.resume, id), { headers })).status).toBe(500)
  const resumes = join(app.dataDir, 'resumes')
  await vi.waitFor(async () => expect((await openFiles()).filter((path) => path.startsWith(resumes))).toEqual([]))
})
