import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SubmissionReceipt } from '../../../../contract/applications/application.ts'
import type { ErrorBody } from '../../../../contract/wire/error.ts'
import { API } from '../../../../contract/wire/paths.ts'
import { createFakeClamd } from '../../../../test/clamd/fake-clamd.ts'
import { APPLICANT, applicationForm, createJob, form } from '../../../../test/factories.ts'
import { textsAreRead } from '../../../../test/resume-files/stored-texts.ts'
import { startTestApp, type TestApp } from '../../../../test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.setNow(undefined)
  await app.db.deleteFrom('applications').execute()
})

const WRITTEN = {
  work: 'Lead SCADA Engineer, Permian Basin, 2019 to now\r\n- Ignition projects for 40 well pads',
  education: 'Kỹ sư tự động hóa',
  skills: 'مهندس تحكم في شركة أرامكو',
  links: 'https://example.com/ana',
}

const send = (fields: Record<string, string | undefined>, headers: Record<string, string> = {}, to = app) =>
  to.request(API.submitApplication, { method: 'POST', body: form({ ...APPLICANT, ...fields }), headers })
const stored = () => app.db.selectFrom('applications').selectAll().execute()
const refusal = async (response: Response) => ({ status: response.status, ...((await response.json()) as ErrorBody) })

test('a resume that is written into the form is stored as a text file like any file: receipt, checksum, text and search', async () => {
  const response = await send(WRITTEN)
  expect(response.status).toBe(201)
  const { id, receipt } = (await response.json()) as SubmissionReceipt
  const file = await readFile(await app.resumePath(id))
  expect(receipt).toMatchObject({
    fileName: 'Ana_Núñez_Resume.txt',
    size: file.length,
    sha256: createHash('sha256').update(file).digest('hex'),
  })
  expect(await stored()).toMatchObject([APPLICANT])

  const headers = await app.signIn()
  const download = await app.request(`/api/applications/${id}/resume`, { headers })
  expect(download.headers.get('content-type')).toBe('text/plain')
  expect(Buffer.from(await download.arrayBuffer()).equals(file)).toBe(true)
  const lines = [
    'Ana Núñez',
    'ana@example.com · +1 432 555 0142',
    '',
    'Work experience',
    'Lead SCADA Engineer, Permian Basin, 2019 to now',
    '- Ignition projects for 40 well pads',
    '',
    'Education',
    'Kỹ sư tự động hóa',
    '',
    'Skills',
    'مهندس تحكم في شركة أرامكو',
    '',
    'Links',
    'https://example.com/ana',
  ]
  expect(file.toString()).toBe(`\ufeff${lines.join('\n')}\n`)
  await textsAreRead(app.db)
  const text = await app.request(`/api/admin/applications/${id}/resume-text`, { headers })
  expect(((await text.json()) as { text: string }).text).toBe(lines.join('\n'))
  const found = await app.request(`/api/applications?q=${encodeURIComponent('أرامكو')}`, { headers })
  expect(await found.json()).toMatchObject([{ id }])
})

test.each([
  ['Chinese', '自动化工程师，熟悉 SCADA', '自动化'],
  ['Japanese', '制御エンジニア', '制御'],
  ['Korean', '자동화 엔지니어', '자동화'],
  ['Hebrew with points', 'מהנדס בקרה, שָׁלוֹם', 'מהנדס'],
  ['emoji', 'Certified welder 👩🏽‍🏭, class A', 'welder'],
])('%s is stored as it was written, and found by search', async (_, work, word) => {
  const { id } = (await (await send({ name: '李 Li', work })).json()) as SubmissionReceipt
  expect(await readFile(await app.resumePath(id), 'utf8')).toContain(`\nWork experience\n${work}\n`)
  await textsAreRead(app.db)
  const headers = await app.signIn()
  const found = await app.request(`/api/applications?q=${encodeURIComponent(word)}`, { headers })
  expect(await found.json()).toMatchObject([{ id, resume: { fileName: '李_Li_Resume.txt', mediaType: 'text/plain' } }])
})

test('at most one empty line stands in a row, and bullets of word processors are those that every font has', async () => {
  const { id } = (await (await send({ work: 'Pumps\r\n\r\n \r\n\r\n\uf0b7 Valves' })).json()) as SubmissionReceipt
  expect(await readFile(await app.resumePath(id), 'utf8')).toContain('\nPumps\n\n• Valves\n')
})

test('one heading is enough, and headings without a text are left out', async () => {
  const response = await send({ skills: 'MQTT', work: ' \r\n', links: '' })
  const { id } = (await response.json()) as SubmissionReceipt
  await textsAreRead(app.db)
  const texts = app.db.selectFrom('resume_texts').select('text').where('application_id', '=', id)
  expect((await texts.executeTakeFirstOrThrow()).text).toMatch(/0142\n\nSkills\nMQTT$/)
})

test('a retry is stored once, also a minute later and with the line ends of another browser; other text is refused', async () => {
  const headers = { 'idempotency-key': 'written' }
  app.setNow(new Date('2026-05-06T07:00:00Z'))
  const first = await (await send(WRITTEN, headers)).json()
  const files = await app.storedFiles()
  app.setNow(new Date('2026-05-06T07:01:00Z'))
  const again = await send({ ...WRITTEN, work: WRITTEN.work.replace('\r\n', '\n') }, headers)
  expect([again.status, await again.json()]).toEqual([201, first])
  expect(await refusal(await send({ ...WRITTEN, skills: 'Other' }, headers))).toMatchObject({
    status: 409,
    code: 'idempotency_key_reused',
  })
  expect(await stored()).toHaveLength(1)
  expect(await app.storedFiles()).toEqual(files)
})

test('a stored key saves no second file: the same text gets the receipt, and other text is refused and counted', async () => {
  const limited = await startTestApp({ submissionsPerHour: 3 })
  try {
    const headers = { 'idempotency-key': 'known' }
    const sendKnown = (skills: string) => send({ ...WRITTEN, skills }, headers, limited)
    const first = await (await sendKnown('MQTT')).json()
    const statuses: number[] = []
    for (const skills of ['OPC UA', 'Modbus', 'DNP3', 'BACnet']) statuses.push((await sendKnown(skills)).status)
    expect(statuses).toEqual([409, 409, 429, 429])
    for (const _ of ['second', 'third']) {
      const again = await sendKnown('MQTT')
      expect([again.status, await again.json()]).toEqual([201, first])
    }
    expect(await limited.storedFiles()).toHaveLength(1)
  } finally {
    await limited.stop()
  }
})

test('a form with a file and a text, or with neither, is refused', async () => {
  expect(await refusal(await send({ work: ' \r\n\u200b' }))).toMatchObject({
    status: 400,
    code: 'resume_missing',
    message: 'Please select a resume file',
  })
  const both = await app.request(API.submitApplication, { method: 'POST', body: applicationForm({ work: 'Pumps' }) })
  expect(await refusal(both)).toMatchObject({
    status: 400,
    issues: [{ path: 'resume', message: 'Please send either a resume file or what you wrote, not both' }],
  })
  expect(
    (await app.request(API.submitApplication, { method: 'POST', body: applicationForm({ work: ' ' }) })).status,
  ).toBe(201)
})

test('a heading takes 5,000 characters and 200 lines, with a line end as one character', async () => {
  const line = 'x'.repeat(24)
  const longest = Array.from({ length: 200 }, () => line).join('\r\n')
  expect((await send({ work: `${longest}!` })).status).toBe(201)
  const issues = async (fields: Record<string, string>) => (await refusal(await send(fields))).issues
  expect(await issues({ work: `${longest}!!`, skills: 'x\n'.repeat(201).concat('x') })).toEqual([
    { path: 'work', message: 'Work experience must be at most 5,000 characters' },
    { path: 'skills', message: 'Skills must have at most 200 lines' },
  ])
})

test('line ends of word processors end a line and count as one, and characters that stand for nothing are dropped', async () => {
  const response = await send({
    name: 'Ana\u2028Núñez',
    work: 'Pumps\u2028Valves\u2029Wells\vTanks\u0085Flares\ufffe\u{1ffff}',
  })
  expect(response.status).toBe(201)
  await textsAreRead(app.db)
  const { text } = await app.db.selectFrom('resume_texts').select('text').executeTakeFirstOrThrow()
  expect(text).toMatch(/^Ana Núñez\n.*\n\nWork experience\nPumps\nValves\nWells\nTanks\nFlares$/)
  expect((await refusal(await send({ work: 'x\u2028'.repeat(201).concat('x') }))).issues).toEqual([
    { path: 'work', message: 'Work experience must have at most 200 lines' },
  ])
})

test('a form that is refused leaves no file', async () => {
  const files = await app.storedFiles()
  const jobId = String(await createJob(app, { isActive: false }))
  expect(await refusal(await send({ jobId, work: '漢' }))).toMatchObject({ status: 409, code: 'job_closed' })
  expect(await refusal(await send({ email: 'ana', work: '漢' }))).toMatchObject({ issues: [{ path: 'email' }] })
  const limited = await startTestApp({ submissionsPerHour: 1 })
  try {
    expect((await send(WRITTEN, {}, limited)).status).toBe(201)
    expect((await send({ work: '漢' }, {}, limited)).status).toBe(429)
    expect(await limited.storedFiles()).toHaveLength(1)
  } finally {
    await limited.stop()
  }
  expect(await app.storedFiles()).toEqual(files)
})

test('forms that come at once are all stored', async () => {
  const responses = await Promise.all(['One', 'Two', 'Three', 'Four'].map((work) => send({ work })))
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201])
})

test('the text is scanned like any file', async () => {
  const clamd = await createFakeClamd()
  await clamd.start()
  const scanned = await startTestApp({ virusScan: { address: clamd.address, isRequired: true } })
  try {
    expect((await send(WRITTEN, {}, scanned)).status).toBe(201)
    expect(await scanned.db.selectFrom('resumes').select('scan').execute()).toEqual([{ scan: 'clean' }])
  } finally {
    await scanned.stop()
    await clamd.stop()
    await clamd.remove()
  }
})
