import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { refuseInserts } from '../../../../test/refuse-inserts.ts'
import { startTestApp, type TestApp } from '../../../../test/test-app.ts'
import { recordDownload } from './download-resume.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const act = { by: { id: 1, username: 'admin' }, id: 1, now: new Date() }
const log = { error: vi.fn() }

test('a file that vanishes while its download is recorded ends neither the request nor the process', async () => {
  const content = createReadStream('/no/such/file')
  await recordDownload(app.db, act, content, log)
  await vi.waitFor(() => expect(content.errored).toMatchObject({ code: 'ENOENT' }))
})

test('without an entry the file is closed again', async () => {
  await refuseInserts(app.db, 'audit_trail')
  const content = Readable.from(['resume'])
  await expect(recordDownload(app.db, act, content, log)).rejects.toThrow('refused')
  expect(content.destroyed).toBe(true)
})
