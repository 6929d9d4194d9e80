import { expect, test } from 'vitest'
import { NOTHING_GIVEN } from '../../../contract/applications/applicant-fields.ts'
import type { HistoryEntry } from '../../../contract/applications/history.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API, PAGE, pathTo } from '../../../contract/wire/paths.ts'
import { APPLICANT, createJob, fixture } from '../../../test/factories.ts'
import { prepareApplicants } from '../../../test/smtp/applicant-kit.ts'
import { DAY, NOON } from '../../../test/smtp/mail-kit.ts'

const { app, admin, goTo, withLink, readOwn, arrive, decide } = prepareApplicants()

test('the link in the receipt shows the applicant what was sent and how far it is', async () => {
  const jobId = await createJob(app(), { title: 'Controls Technician' })
  const addresses = { linkedinUrl: 'https://www.linkedin.com/in/ana', portfolioUrl: 'https://ana.example.com/work' }
  const { id, token } = await arrive({ jobId: String(jobId), ...addresses })
  const response = await withLink('GET', API.myApplication, token)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  expect(await response.json()).toEqual({
    ...NOTHING_GIVEN,
    ...APPLICANT,
    ...addresses,
    questionAnswers: [],
    reference: `APP-${String(id).padStart(4, '0')}`,
    job: 'Controls Technician',
    stage: 'received',
    answer: { by: '2026-03-12', at: null },
    withdrawnAt: null,
    createdAt: new Date(NOON).toISOString(),
    resume: { fileName: 'resume.pdf', size: expect.any(Number) },
    interviews: [],
    offers: [],
    keeping: null,
    messages: expect.any(Array),
  })
  await decide(id, 'reviewing')
  expect(await readOwn(token)).toMatchObject({ stage: 'in_review' })
})

test('the clock runs until the applicant is told a decision, and no decision that is not told stops it', async () => {
  const { id, token } = await arrive()
  const answer = async () => (await readOwn(token)).answer
  await decide(id, 'rejected')
  await goTo(DAY)
  expect(await answer()).toEqual({ by: '2026-03-12', at: null })
  const answered = await admin().send('PUT', pathTo(ADMIN_API.answeredApplication, id), { answered: true })
  expect(answered.status).toBe(200)
  expect(await answer()).toEqual({ by: '2026-03-12', at: new Date(NOON + DAY).toISOString() })
  await admin().send('PATCH', pathTo(ADMIN_API.adminApplication, id), { archived: true })
  expect(await answer()).toBeNull()
  const other = await arrive({ email: 'ben@example.com' })
  await withLink('POST', API.withdrawApplication, other.token, { reason: '' })
  expect((await readOwn(other.token)).answer).toBeNull()
})

test('the applicant opens the resume by the private link alone, and it is recorded once an hour', async () => {
  const { id, token } = await arrive()
  const opened = await withLink('GET', API.myApplicationResume, token)
  expect(Object.fromEntries(opened.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-disposition': 'attachment; filename=resume.pdf',
    'content-type': 'application/pdf',
    'referrer-policy': 'no-referrer',
  })
  expect(Buffer.from(await opened.arrayBuffer()).equals(fixture('resume.pdf'))).toBe(true)
  expect((await withLink('HEAD', API.myApplicationResume, token)).status).toBe(200)
  await (await withLink('GET', API.myApplicationResume, token)).arrayBuffer()
  const { body } = await admin().request<HistoryEntry[]>('GET', pathTo(ADMIN_API.applicationHistory, id))
  const readings = body.filter(({ event }) => event.action === 'resume_downloaded')
  expect(readings).toMatchObject([{ by: null }])
  expect((await withLink('GET', API.myApplicationResume, 'x'.repeat(43))).status).toBe(404)
  expect((await withLink('GET', API.myApplicationResume)).status).toBe(404)
})

test('the page itself is neither stored nor indexed, and names no referrer', async () => {
  const { headers } = await withLink('GET', PAGE.myApplication)
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
})
