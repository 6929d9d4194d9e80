import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createJob, fixture, form } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(() => app.db.deleteFrom('applications').execute())

const PERSON = { name: 'Olu Adeyemi', email: 'olu@example.com', phone: '432-555-0117' }
const resubmit = (body: FormData) => app.request('/api/recovery/resubmit', { method: 'POST', body })
const only = () => app.db.selectFrom('applications').selectAll().executeTakeFirstOrThrow()

test('POST /api/recovery/resubmit stores the details below the marker and attaches the only posting of that title', async () => {
  const jobId = await createJob(app, { title: 'Controls Technician' })
  const details = {
    originalSubmissionDate: '2025-05-30',
    jobTitle: 'Controls Technician',
    additionalInfo: 'Second try.',
  }
  const response = await resubmit(form({ ...PERSON, ...details }, { name: 'cv.txt', content: fixture('resume.txt') }))
  expect(response.status).toBe(201)
  expect(await only()).toMatchObject({
    ...PERSON,
    status: 'pending',
    job_id: jobId,
    note: 'DATA RECOVERY RESUBMISSION\nOriginal submission date: 2025-05-30\nJob title: Controls Technician\nAdditional information: Second try.',
  })
  expect(await app.db.selectFrom('resumes').select('kind').execute()).toEqual([{ kind: 'txt' }])
})

test('a title that two postings share attaches no posting', async () => {
  await createJob(app, { title: 'Twin' })
  await createJob(app, { title: 'Twin' })
  await resubmit(form({ ...PERSON, jobTitle: 'Twin' }))
  expect((await only()).job_id).toBeNull()
})

test('everything but name, email and phone is optional, also in the form that a browser sends', async () => {
  const empty = { originalSubmissionDate: '', jobTitle: '', additionalInfo: '' }
  const response = await resubmit(form({ ...PERSON, ...empty }, { name: '', content: Buffer.alloc(0) }))
  expect(response.status).toBe(201)
  expect((await only()).note).toBe('DATA RECOVERY RESUBMISSION')
})

test('invalid fields and files are refused and nothing is stored', async () => {
  const before = await app.storedFiles()
  const badEmail = await resubmit(form({ ...PERSON, email: 'nope' }))
  expect(badEmail.status).toBe(400)
  expect(await badEmail.json()).toMatchObject({ issues: [{ path: 'email', message: 'Invalid email address' }] })
  const executable = await resubmit(form(PERSON, { name: 'cv.txt', content: fixture('program.exe') }))
  expect(executable.status).toBe(415)
  expect(await executable.json()).toMatchObject({ message: 'Please upload a PDF, Word or plain text document' })
  expect(await app.db.selectFrom('applications').selectAll().execute()).toEqual([])
  expect(await app.storedFiles()).toEqual(before)
})
