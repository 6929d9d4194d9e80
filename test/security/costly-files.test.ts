import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { TIMEOUTS } from '../../server/platform/http/connections/timeouts.ts'
import type { FileValidation } from '../../server/platform/uploads/file-types/file-validation.ts'
import { createFileValidator, type FileValidator } from '../../server/platform/uploads/file-types/file-validator.ts'
import { APPLICANT, applicationForm, apply, fixture, form } from '../factories.ts'
import { docx } from '../hostile-files/hostile-documents.ts'
import { insertPrivateLink, sendResume } from '../private-link.ts'
import { HONEST_FIELDS, sendRaw, wireBody, wireHead } from '../requests/raw-upload.ts'
import { runServer } from '../run-server.ts'
import { startTestApp, type TestApp } from '../test-app.ts'

const QUIET = { warn: () => undefined }
const MEMORY = { memoryMb: 64, idleMs: 1_000 }
const ENDLESS = new URL('../hostile-files/endless-worker.ts', import.meta.url)
const LATE = new URL('../hostile-files/late-worker.ts', import.meta.url)

const opened: { stop(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.stop()
})

async function startWith(validator: FileValidator): Promise<TestApp> {
  const app = await startTestApp({ trustProxy: 1 }, null, TIMEOUTS, { validator })
  opened.push(app)
  return app
}

const from = (address: string, body = applicationForm()): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'x-forwarded-for': address },
})

test('other requests are served while a file is checked, and one that takes too long is refused with what to do', async () => {
  const app = await startWith(createFileValidator(QUIET, { limits: { ...MEMORY, timeMs: 2_000 }, entry: ENDLESS }))
  let isRefused = false
  const sending = app.request('/api/submit-application', from('192.0.2.1')).then(async (response) => {
    isRefused = true
    return { status: response.status, body: await response.json() }
  })
  await vi.waitFor(async () => expect(await app.storedFiles()).toHaveLength(1))
  expect((await app.request('/healthz')).status).toBe(200)
  expect((await app.request('/api/jobs')).status).toBe(200)
  expect(isRefused).toBe(false)
  expect(await sending).toEqual({
    status: 415,
    body: {
      code: 'wrong_type',
      message:
        'Please upload a PDF or Word document. This document takes too long to read; please save it as a PDF and send that.',
    },
  })
  expect(await app.storedFiles()).toEqual([])
})

test('a file is refused for what it takes itself, not because a busy machine lets it wait', async () => {
  const app = await startWith(createFileValidator(QUIET, { limits: { ...MEMORY, timeMs: 300 }, entry: LATE }))
  expect((await app.request('/api/submit-application', from('192.0.2.1'))).status).toBe(201)
})

test('a check that neither works nor ends is given up', async () => {
  const validator = createFileValidator(QUIET, { limits: { ...MEMORY, timeMs: 20 }, entry: LATE })
  opened.push(validator)
  const content = fixture('resume.docx')
  const file = { path: '/nowhere', size: content.length, head: content, tail: content }
  const { validation } = await validator.validate(file, '192.0.2.1')
  expect(validation).toEqual({ problem: expect.stringContaining('takes too long to read') })
})

test('a stop ends a check, and its sender is asked to try again', async () => {
  const validator = createFileValidator(QUIET, { entry: ENDLESS })
  const app = await startWith(validator)
  const sending = [app.request('/api/submit-application', from('192.0.2.1'))]
  sending.push(app.request('/api/submit-application', from('192.0.2.1')))
  await vi.waitFor(async () => expect(await app.storedFiles()).toHaveLength(2))
  await validator.stop()
  for (const response of await Promise.all(sending)) {
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('60')
  }
  expect(await app.storedFiles()).toEqual([])
})

test('a disk that cannot be read is a fault of ours, not of the file', async () => {
  const validator = createFileValidator(QUIET)
  opened.push(validator)
  const content = fixture('resume.docx')
  const file = { path: '/nowhere/resume.docx', size: content.length, head: content.subarray(0, 1_024), tail: content }
  await expect(validator.validate(file, '192.0.2.1')).rejects.toMatchObject({ code: 'ENOENT', syscall: 'open' })
})

/** Takes a PDF; any other file costs more than a network may spend. */
const costly: FileValidator = {
  validate: async ({ head }) =>
    head.includes('%PDF-') ? { validation: { kind: 'pdf' }, costMs: 1 } : { validation: REFUSED, costMs: 60_000 },
  stop: async () => undefined,
}
const REFUSED: FileValidation = { problem: 'This document is protected by a password.' }

test.each([
  ['the application form', '/api/submit-application', 415],
  ['the form without JavaScript', '/apply', 415],
  ['the recovery form', '/api/recovery/resubmit', 415],
])(
  'a network whose files cost too much is refused by %s before its form is read, and no other',
  async (_what, path, status) => {
    const app = await startWith(costly)
    const { note: _, ...fields } = APPLICANT
    const hostile = form(fields, { name: 'cv.docx', content: fixture('resume.docx') })
    expect((await app.request(path, from('192.0.2.1', hostile))).status).toBe(status)

    const refused = await app.request(path, from('192.0.2.1'))
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    expect(await refused.text()).toContain('Too many forms from your network were refused. Please try again in')
    expect((await app.request('/api/submit-application', from('192.0.2.2'))).status).toBe(201)
  },
)

test('a file that replaces a resume counts with the others of its network', async () => {
  const app = await startWith(costly)
  const token = await insertPrivateLink(app.db, await apply(app))
  expect((await sendResume(app, token)).status).toBe(415)
  expect((await sendResume(app, token, { name: 'resume.pdf' })).status).toBe(429)
  expect((await app.request('/api/submit-application', { method: 'POST', body: applicationForm() })).status).toBe(429)
})

/** As much markup as a document may have, with its fault at the end. */
const MARKUP = Array.from({ length: 90_000 }, (_, at) => `<a${at % 977}> \n`).join('')
const DEAREST = docx([
  ...Array.from({ length: 8 }, (_, at) => ({ name: `word/${at}.xml`, content: MARKUP })),
  { name: 'word/z.xml', content: '<x><!DOCTYPE x>' },
])

test('the dearest files of four networks, 200 at once, hold no honest form up, and are refused', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'wellhead-costly-'))
  const server = await runServer({ DATA_DIR: dataDir, SUBMISSIONS_PER_HOUR: '0', TRUST_PROXY: '1' })
  const send = (content: Buffer, address: string) => {
    const body = wireBody([...HONEST_FIELDS, { name: 'resume', filename: 'cv.docx', content }])
    return sendRaw(server.url, [wireHead({ 'Content-Length': body.length, 'X-Forwarded-For': address }), body])
  }
  const statuses: number[] = []
  const hostile = Array.from({ length: 200 }, (_, at) =>
    send(DEAREST, `192.0.2.${at % 4}`).then(({ status }) => statuses.push(status)),
  )
  await vi.waitFor(async () => expect((await readdir(join(dataDir, 'tmp'))).length).toBeGreaterThan(50))
  for (const address of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) {
    expect((await send(fixture('resume.docx'), address)).status).toBe(201)
  }
  // In one line for all, nearly every one of the hundred that may wait is checked before the first honest form.
  expect(hostile.length - statuses.length).toBeGreaterThan(50)
  await Promise.all(hostile)
  expect(statuses.filter((status) => ![415, 429, 503].includes(status))).toEqual([])
  expect(statuses).toContain(415)
  expect(await server.end('SIGTERM')).toBe(0)
  await rm(dataDir, { recursive: true, force: true })
})
