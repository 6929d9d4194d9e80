import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import type { SubmissionReceipt } from '../../../../contract/applications/application.ts'
import { RESUME_MAX_BYTES } from '../../../../contract/wire/limits.ts'
import { APPLICANT, applicationForm, createJob, fixture, form } from '../../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../../test/test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app.stop())

const submit = (body: FormData, headers: Record<string, string> = {}) =>
  app.request('/api/submit-application', { method: 'POST', body, headers: { accept: 'application/json', ...headers } })
const stored = () => app.db.selectFrom('applications').selectAll().execute()
const pdfOf = (size: number) => {
  const content = Buffer.alloc(size, ' ')
  content.write('%PDF-1.7\n')
  content.write('\n%%EOF', size - 6)
  return content
}

test('POST /api/submit-application stores the application and the exact bytes of its resume', async () => {
  const jobId = await createJob(app)
  const response = await submit(applicationForm({ jobId: String(jobId) }))
  expect(response.status).toBe(201)
  const sent = (await response.json()) as SubmissionReceipt
  expect(Object.keys(sent)).toEqual(['id', 'createdAt', 'receipt', 'sendsMail'])

  expect(await stored()).toMatchObject([{ ...APPLICANT, job_id: jobId, status: 'pending', archived: 0 }])
  const resume = await app.db.selectFrom('resumes').selectAll().executeTakeFirstOrThrow()
  const bytes = await readFile(await app.resumePath(resume.application_id))
  expect(bytes.equals(fixture('resume.pdf'))).toBe(true)
  expect(resume).toMatchObject({ original_name: 'resume.pdf', kind: 'pdf', size: bytes.length })
  expect(resume.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  const { name, email, phone } = APPLICANT
  expect(sent.receipt).toMatchObject({
    ...{
      reference: `APP-${String(sent.id).padStart(4, '0')}`,
      job: 'SCADA Integration Engineer',
      time: sent.createdAt,
    },
    ...{ name, email, phone, fileName: 'resume.pdf', size: bytes.length, sha256: resume.sha256 },
  })
})

test.each(['resume.pdf', 'resume.doc', 'resume.docx'])('a real %s is accepted under any name', async (name) => {
  const response = await submit(form(APPLICANT, { name: 'Meine Unterlagen', content: fixture(name) }))
  expect(response.status).toBe(201)
  const { kind } = await app.db.selectFrom('resumes').select('kind').executeTakeFirstOrThrow()
  expect(`resume.${kind}`).toBe(name)
})

test('the order of the parts does not matter', async () => {
  const body = new FormData()
  body.append('resume', new File([fixture('resume.pdf')], 'cv.pdf'))
  for (const [name, value] of Object.entries(APPLICANT)) body.append(name, value)
  expect((await submit(body)).status).toBe(201)
})

test.each([
  ['name', 'A', 'Name is required'],
  ['name', undefined, 'Name is required'],
  ['email', 'not an address', 'Invalid email address'],
  ['phone', '555-0142', 'Valid phone number is required'],
  ['phone', '', 'Phone number is required'],
  ['note', 'x'.repeat(5_001), 'Must be at most 5,000 characters'],
  ['jobId', '0', 'Invalid input'],
  ['salary', 'much', 'Unknown field: salary'],
])('%s = %j is refused with "%s" and leaves nothing behind', async (field, value, message) => {
  const response = await submit(applicationForm({ [field]: value }))
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ code: 'invalid_request', issues: [{ message }] })
  expect(await stored()).toEqual([])
  expect(await app.storedFiles()).toEqual([])
})

test.each([
  ['a renamed executable', 'program.exe', 'cv.pdf', 415, 'Please upload a PDF or Word document'],
  ['a spreadsheet', 'spreadsheet.xlsx', 'cv.docx', 415, 'Please upload a PDF or Word document'],
  [
    'a Word file with macros',
    'macro.docm',
    'cv.docx',
    415,
    'Please upload a PDF or Word document. This document contains macros; please save it without them.',
  ],
  [
    'half a PDF',
    'truncated.pdf',
    'cv.pdf',
    415,
    'Please upload a PDF or Word document. This PDF is damaged or incomplete.',
  ],
  ['plain text', 'resume.txt', 'cv.txt', 415, 'Please upload a PDF or Word document'],
  ['an empty file', 'empty.pdf', 'cv.pdf', 400, 'The resume file is empty. Please choose a file with content.'],
])('%s is refused and leaves nothing behind', async (_what, file, name, status, message) => {
  const response = await submit(form(APPLICANT, { name, content: fixture(file) }))
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ message })
  expect(await stored()).toEqual([])
  expect(await app.storedFiles()).toEqual([])
})

test('a form without a resume is refused', async () => {
  const response = await submit(form(APPLICANT))
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ message: 'Please select a resume file', code: 'resume_missing' })
})

test('exactly 10 MB pass and one byte more does not', async () => {
  expect((await submit(form(APPLICANT, { name: 'a.pdf', content: pdfOf(RESUME_MAX_BYTES) }))).status).toBe(201)
  const response = await submit(form(APPLICANT, { name: 'a.pdf', content: pdfOf(RESUME_MAX_BYTES + 1) }))
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({ code: 'too_large' })
  expect(await app.storedFiles()).toHaveLength(1)
})

test('a second file, a file in another field and a field sent twice are refused', async () => {
  const twoFiles = applicationForm()
  twoFiles.append('resume', new File([fixture('resume.pdf')], 'second.pdf'))
  const otherField = form(APPLICANT)
  otherField.append('photo', new File([fixture('resume.pdf')], 'me.pdf'))
  const twice = applicationForm()
  twice.append('email', 'other@example.com')
  for (const body of [twoFiles, otherField, twice]) {
    const { status } = await submit(body)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  }
  expect(await stored()).toEqual([])
  expect(await app.storedFiles()).toEqual([])
})

test('a body that is not a form is refused', async () => {
  const headers = { 'content-type': 'application/json' }
  const response = await app.request('/api/submit-application', { method: 'POST', headers, body: '{}' })
  expect(response.status).toBe(415)
})

test('a form cut off in the middle leaves nothing behind', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=cut' }
  const body = '--cut\r\ncontent-disposition: form-data; name="resume"; filename="a.pdf"\r\n\r\n%PDF-1.7'
  const response = await app.request('/api/submit-application', { method: 'POST', headers, body })
  expect(response.status).toBe(400)
  expect(await app.storedFiles()).toEqual([])
})

test('a position that has closed meanwhile is refused with a message, and nothing is stored', async () => {
  const closed = await createJob(app, { status: 'filled', isActive: false })
  for (const jobId of [closed, 2_147_483_647]) {
    const response = await submit(applicationForm({ jobId: String(jobId) }))
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ code: 'job_closed' })
  }
  expect(await stored()).toEqual([])
  expect(await app.storedFiles()).toEqual([])
})

test('a retried submission is stored once and gets the same receipt', async () => {
  const headers = { 'idempotency-key': 'one-form' }
  const attempts = await Promise.all([1, 2, 3].map(() => submit(applicationForm(), headers)))
  const receipts = await Promise.all(attempts.map((response) => response.json()))
  expect(attempts.map((response) => response.status)).toEqual([201, 201, 201])
  expect(receipts[1]).toEqual(receipts[0])
  expect(receipts[2]).toEqual(receipts[0])
  expect(await stored()).toHaveLength(1)
  expect(await app.storedFiles()).toHaveLength(1)
})

test('a retried submission gets its receipt even when the position has closed in between', async () => {
  const jobId = await createJob(app)
  const headers = { 'idempotency-key': 'late-retry' }
  await submit(applicationForm({ jobId: String(jobId) }), headers)
  await app.db.updateTable('jobs').set({ status: 'filled' }).execute()
  expect((await submit(applicationForm({ jobId: String(jobId) }), headers)).status).toBe(201)
  expect(await stored()).toHaveLength(1)
})

test('a key that comes again with other content is refused', async () => {
  const headers = { 'idempotency-key': 'reused' }
  await submit(applicationForm(), headers)
  const response = await submit(applicationForm({ name: 'Somebody Else' }), headers)
  expect(response.status).toBe(409)
  expect(await response.json()).toMatchObject({ code: 'idempotency_key_reused' })
  expect(await stored()).toHaveLength(1)
  expect(await app.storedFiles()).toHaveLength(1)
})

test('one address may send so many forms an hour', async () => {
  const limited = await startTestApp({ submissionsPerHour: 2 })
  try {
    limited.setNow(new Date('2026-05-06T07:20:00Z'))
    const send = () => limited.request('/api/submit-application', { method: 'POST', body: applicationForm() })
    const refused = () =>
      limited.request('/api/submit-application', { method: 'POST', body: applicationForm({ name: '' }) })
    await refused()
    expect([(await send()).status, (await send()).status]).toEqual([201, 201])
    const third = await send()
    expect(third.status).toBe(429)
    expect(third.headers.get('retry-after')).toBe('2400')
    expect(((await third.json()) as { message: string }).message).toContain('try again in 40 minutes')

    limited.setNow(new Date('2026-05-06T08:00:00Z'))
    expect((await send()).status).toBe(201)
  } finally {
    await limited.stop()
  }
})

test('a trusted proxy names the network of the client; without TRUST_PROXY its header changes nothing', async () => {
  const statusesOf = async (trustProxy: false | 1, addresses: string[]) => {
    const limited = await startTestApp({ submissionsPerHour: 2, trustProxy })
    const statuses: number[] = []
    for (const address of addresses) {
      const headers = { 'x-forwarded-for': address }
      const response = await limited.request('/api/submit-application', {
        method: 'POST',
        headers,
        body: applicationForm(),
      })
      statuses.push(response.status)
    }
    await limited.stop()
    return statuses
  }
  const addresses = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::1', '2001:db8:1:2::3', '2001:db8:1:3::1', '203.0.113.7']
  expect(await statusesOf(1, addresses)).toEqual([201, 201, 429, 201, 201])
  expect(await statusesOf(false, addresses)).toEqual([201, 201, 429, 429, 429])
})

test('the limit holds for forms sent at once, and a retry of a stored one gets its receipt', async () => {
  const limited = await startTestApp({ submissionsPerHour: 2 })
  try {
    const send = (key: string) =>
      limited.request('/api/submit-application', {
        method: 'POST',
        body: applicationForm(),
        headers: { 'idempotency-key': key },
      })
    const responses = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map(async (key) => ({ key, response: await send(key) })),
    )
    const stored = responses.filter(({ response }) => response.status === 201)
    expect(stored).toHaveLength(2)
    expect(responses.filter(({ response }) => response.status === 429)).toHaveLength(4)
    expect(await limited.storedFiles()).toHaveLength(2)
    expect((await send(stored[0]?.key ?? '')).status).toBe(201)
  } finally {
    await limited.stop()
  }
})

test('a request from another site is refused', async () => {
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
    const response = await submit(applicationForm(), headers)
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ code: 'cross_site' })
  }
  expect((await submit(applicationForm(), { origin: app.url })).status).toBe(201)
})

test.skipIf(inject('postgres'))('a full database gives 503, and takes forms again once there is space', async () => {
  const pages = await sql<{ page_count: number }>`pragma page_count`.execute(app.db)
  await sql`pragma max_page_count = ${sql.lit(pages.rows[0]?.page_count ?? 0)}`.execute(app.db)
  const note = 'x'.repeat(5_000)
  const statuses: number[] = []
  for (let form = 0; form < 20; form += 1) statuses.push((await submit(applicationForm({ note }))).status)
  expect(statuses.at(-1)).toBe(503)
  expect(statuses).not.toContain(500)

  await sql`pragma max_page_count = 1000000`.execute(app.db)
  expect((await submit(applicationForm({ note }))).status).toBe(201)
  expect(await app.storedFiles()).toHaveLength(statuses.filter((status) => status === 201).length + 1)
})

test('a server fault gets a bland response and leaves nothing behind', async () => {
  await app.db.schema.dropTable('resume_replicas').execute()
  const response = await submit(applicationForm())
  expect(response.status).toBe(500)
  expect(await response.json()).toEqual({
    message: 'Something went wrong on our side. Please try again.',
    code: 'internal',
  })
  expect(await stored()).toEqual([])
  expect(await app.storedFiles()).toEqual([])
})
