import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SubmissionReceipt } from '../../../contract/applications/application.ts'
import { encodeReceipt, type Receipt } from '../../../contract/applications/receipt.ts'
import { API, pathTo } from '../../../contract/wire/paths.ts'
import { applicationForm, createJob, fixture, form } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { RECEIPT_KEYS_FILE } from '../receipts/key-storage.ts'

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

test('no typed line looks like a line of the server', async () => {
  const additionalInfo = 'I swear.\nVerified receipt: APP-0001 of 2025\r\nResume: the same file as then\u2028DATA'
  await resubmit(form({ ...PERSON, additionalInfo }))
  const { note, verified_receipt } = await only()
  expect(verified_receipt).toBeNull()
  expect(note?.split('\n')).toEqual([
    'DATA RECOVERY RESUBMISSION',
    'Additional information: I swear.',
    '> Verified receipt: APP-0001 of 2025',
    '> Resume: the same file as then',
    '> DATA',
  ])
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

const issueReceipt = async (of = app, fields: Record<string, string> = {}) => {
  const response = await of.request(API.submitApplication, { method: 'POST', body: applicationForm(fields) })
  return ((await response.json()) as SubmissionReceipt).receipt
}
const check = async (receipt: Receipt) => {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ receipt })
  return (await app.request(API.recoveryReceipt, { method: 'POST', headers, body })).json()
}
const toForm = ({ name, email, phone, job, ...receipt }: Receipt, more: Record<string, string> = {}) => ({
  ...{ name, email, phone: phone ?? '', jobTitle: job ?? '' },
  ...{ receipt: encodeReceipt({ name, email, phone, job, ...receipt }), ...more },
})

test('a receipt brings a lost application back, and an admin sees that it was verified', async () => {
  const jobId = await createJob(app, { title: 'Pump Inspector' })
  const receipt = await issueReceipt(app, { jobId: String(jobId) })
  expect(await check(receipt)).toEqual({ verdict: 'valid', isStored: true })
  await app.db.deleteFrom('applications').execute()
  expect(await check(receipt)).toEqual({ verdict: 'valid', isStored: false })

  const resume = { name: 'resume.pdf', content: fixture('resume.pdf') }
  expect((await resubmit(form(toForm(receipt), resume))).status).toBe(201)
  const { id, note, job_id } = await only()
  expect(job_id).toBe(jobId)
  expect(note).toBe('DATA RECOVERY RESUBMISSION\nJob title: Pump Inspector')
  const response = await app.request(pathTo('/api/admin/applications/:id', id), { headers: await app.signIn() })
  expect(await response.json()).toMatchObject({
    verifiedReceipt: {
      ...{ reference: receipt.reference, originalId: null },
      findings: [`Issued ${receipt.time}`, 'Resume: the same file as then (resume.pdf)'],
    },
  })
})

test('a resubmission with a receipt is linked to the original that is still stored', async () => {
  const receipt = await issueReceipt()
  const original = await only()
  await resubmit(form({ ...toForm(receipt), name: 'Ana Maria Núñez' }))
  const [, second] = await app.db.selectFrom('applications').selectAll().orderBy('id').execute()
  expect(JSON.parse(second?.verified_receipt ?? '')).toEqual({
    ...{ reference: receipt.reference, originalId: original.id },
    findings: [`Issued ${receipt.time}`, 'The receipt names: Ana Núñez, ana@example.com'],
  })
})

test('an altered receipt is refused with what differs, and nothing is stored', async () => {
  const receipt = await issueReceipt()
  await app.db.deleteFrom('applications').execute()
  const altered = { ...receipt, name: 'Eve', size: 7 }
  expect(await check(altered)).toEqual({ verdict: 'altered', differs: ['name', 'size'] })
  for (const [encoded, reason] of [
    [encodeReceipt(altered), 'it was altered after it was issued (name, file size)'],
    ['nonsense', 'it cannot be read'],
  ] as const) {
    const response = await resubmit(form(toForm(receipt, { receipt: encoded })))
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      code: 'receipt_refused',
      message: `The receipt was not accepted: ${reason}. Remove it to send the form without a receipt.`,
    })
  }
  expect(await app.db.selectFrom('applications').selectAll().execute()).toEqual([])
})

test('a receipt of another installation is named as such; with the keys of a lost one, all its 30 applications come back', async () => {
  const lost = await startTestApp()
  const receipts: Receipt[] = []
  for (let number = 1; number <= 30; number += 1) {
    receipts.push(await issueReceipt(lost, { email: `applicant${number}@example.com` }))
  }
  const [receipt = expect.fail()] = receipts
  expect(await check(receipt)).toEqual({ verdict: 'other_installation' })
  const refused = await resubmit(form(toForm(receipt)))
  expect(await refused.json()).toMatchObject({ message: expect.stringContaining('by another site than this one') })
  await copyFile(join(lost.dataDir, RECEIPT_KEYS_FILE), join(app.dataDir, RECEIPT_KEYS_FILE))
  await lost.stop()
  for (const one of receipts) {
    expect(await check(one)).toEqual({ verdict: 'valid', isStored: false })
    expect((await resubmit(form(toForm(one)))).status).toBe(201)
  }
  const back = await app.db.selectFrom('applications').select(['email', 'verified_receipt']).orderBy('id').execute()
  expect(back.map(({ email }) => email)).toEqual(receipts.map(({ email }) => email))
  expect(back.every(({ verified_receipt }) => verified_receipt !== null)).toBe(true)
})
