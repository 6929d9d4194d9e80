import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ACTIONABLE_ERRORS } from '../../../contract/wire/error.ts'
import { createFakeClamd, EICAR, type FakeClamd } from '../../../test/clamd/fake-clamd.ts'
import { APPLICANT, applicationForm, apply, form } from '../../../test/factories.ts'
import { SOON } from '../../../test/stores/replicating-app.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { scheduleResumeTasks } from './resume-tasks.ts'

let clamd: FakeClamd
const NO_REMOTE = { remote: [] }

let app: TestApp
beforeEach(async () => {
  clamd = await createFakeClamd()
})
afterEach(async () => {
  await app.stop()
  await clamd.stop()
  await clamd.remove()
})

const open = async ({ isRequired }: { isRequired: boolean }) => {
  app = await startTestApp({ virusScan: { address: clamd.address, isRequired } })
}
const submit = (body: FormData) => app.request('/api/submit-application', { method: 'POST', body })
const infectedPdf = () => form(APPLICANT, { name: 'cv.pdf', content: Buffer.from(`%PDF-1.4\n${EICAR}\n%%EOF`) })
const longPdf = () =>
  form(APPLICANT, {
    name: 'cv.pdf',
    content: Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(2_000_000, ' '), Buffer.from('\n%%EOF')]),
  })
const scanOf = (id: number) =>
  app.db.selectFrom('resumes').select('scan').where('application_id', '=', id).executeTakeFirst()

test('a resume without a virus is taken and noted as clean', async () => {
  await clamd.start()
  await open({ isRequired: true })
  expect(await scanOf(await apply(app))).toEqual({ scan: 'clean' })
})

test('an infected resume is refused with words to act on, and leaves nothing behind', async () => {
  await clamd.start()
  await open({ isRequired: false })
  const response = await submit(infectedPdf())
  expect(response.status).toBe(422)
  const { code, message } = (await response.json()) as { code: string; message: string }
  expect(message).toMatch(/^A virus was found in this file/)
  expect(ACTIONABLE_ERRORS).toContain(code)
  expect(await app.db.selectFrom('applications').select('id').execute()).toEqual([])
  expect(await app.storedFiles()).toEqual([])
})

test('with CLAMAV_REQUIRED=true nothing is taken while the scanner is away', async () => {
  await open({ isRequired: true })
  const response = await submit(applicationForm())
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('60')
  expect(await app.storedFiles()).toEqual([])
})

test('with CLAMAV_REQUIRED=true a file too long for the scanner is refused with words to act on', async () => {
  await clamd.start()
  clamd.streamMaxLength = 1_000_000
  await open({ isRequired: true })
  const response = await submit(longPdf())
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({
    message: expect.stringMatching(/virus scanner .* choose a smaller file/),
  })
  expect(await app.storedFiles()).toEqual([])
})

test('otherwise it is taken and marked, and keeps no other from being scanned later', async () => {
  await open({ isRequired: false })
  const { id: long } = (await (await submit(longPdf())).json()) as { id: number }
  const short = await apply(app)
  clamd.streamMaxLength = 1_000_000
  await clamd.start()
  await vi.waitFor(async () => expect(await scanOf(short)).toEqual({ scan: 'clean' }), SOON)
  expect(await scanOf(long)).toEqual({ scan: 'not-scanned' })
})

test('otherwise a resume is taken, marked, and scanned once the scanner is back', async () => {
  await open({ isRequired: false })
  const id = await apply(app)
  const headers = await app.signIn()
  const [application] = (await (await app.request('/api/applications', { headers })).json()) as object[]
  expect(application).toMatchObject({ id, resume: { scan: 'not-scanned' } })
  await clamd.start()
  await vi.waitFor(async () => expect(await scanOf(id)).toEqual({ scan: 'clean' }), SOON)
  await vi.waitFor(async () => {
    const tasks = await app.db.selectFrom('outbox_tasks').select('kind').where('kind', '=', 'scan-resumes').execute()
    expect(tasks).toEqual([])
  }, SOON)
})

test('one that turns out infected is marked and can no longer be downloaded', async () => {
  await open({ isRequired: false })
  const response = await submit(infectedPdf())
  const { id } = (await response.json()) as { id: number }
  await clamd.start()
  await vi.waitFor(async () => expect(await scanOf(id)).toEqual({ scan: 'infected' }), SOON)
  const download = await app.request(`/api/applications/${id}/resume`, { headers: await app.signIn() })
  expect(download.status).toBe(422)
  expect(await download.json()).toMatchObject({ code: 'infected' })
})

test('resumes from before there was a scanner are scanned after the start with one', async () => {
  await clamd.start()
  await open({ isRequired: false })
  const ids: number[] = []
  for (let count = 0; count < 25; count += 1) ids.push(await apply(app))
  await app.db.updateTable('resumes').set({ scan: null }).execute()
  await scheduleResumeTasks({ db: app.db, stores: NO_REMOTE, clock: () => new Date(), hasScanner: true })
  // Something else wakes the outbox.
  await app.request('/api/admin/applications/999', { method: 'DELETE', headers: await app.signIn() })
  await vi.waitFor(async () => {
    for (const id of ids) expect(await scanOf(id)).toEqual({ scan: 'clean' })
  }, SOON)
})
