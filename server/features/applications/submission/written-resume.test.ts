import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SubmissionReceipt } from '../../../../contract/applications/application.ts'
import type { ErrorBody } from '../../../../contract/wire/error.ts'
import { API } from '../../../../contract/wire/paths.ts'
import { createFakeClamd } from '../../../../test/clamd/fake-clamd.ts'
import { APPLICANT, applicationForm, createJob, fixture, form } from '../../../../test/factories.ts'
import { textsAreRead } from '../../../../test/resume-files/stored-texts.ts'
import { startTestApp, type TestApp } from '../../../../test/test-app.ts'
import { TIMEOUTS } from '../../../platform/http/connections/timeouts.ts'

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

test('a resume that is written into the form is stored as a PDF like any file: receipt, checksum, text and search', async () => {
  const response = await send(WRITTEN)
  expect(response.status).toBe(201)
  const { id, receipt } = (await response.json()) as SubmissionReceipt
  const file = await readFile(await app.resumePath(id))
  expect(receipt).toMatchObject({
    fileName: 'Ana_Núñez_Resume.pdf',
    size: file.length,
    sha256: createHash('sha256').update(file).digest('hex'),
  })
  expect(await stored()).toMatchObject([APPLICANT])

  const headers = await app.signIn()
  const download = await app.request(`/api/applications/${id}/resume`, { headers })
  expect(download.headers.get('content-type')).toBe('application/pdf')
  expect(Buffer.from(await download.arrayBuffer()).equals(file)).toBe(true)
  await textsAreRead(app.db)
  const text = await app.request(`/api/admin/applications/${id}/resume-text`, { headers })
  expect(((await text.json()) as { text: string }).text).toBe(
    [
      'Ana Núñez',
      'ana@example.com · +1 432 555 0142',
      'Work experience',
      'Lead SCADA Engineer, Permian Basin, 2019 to now',
      '- Ignition projects for 40 well pads',
      'Education',
      'Kỹ sư tự động hóa',
      'Skills',
      'مهندس تحكم في شركة أرامكو',
      'Links',
      'https://example.com/ana',
    ].join('\n'),
  )
  const found = await app.request(`/api/applications?q=${encodeURIComponent('أرامكو')}`, { headers })
  expect(await found.json()).toMatchObject([{ id }])
})

test('one heading is enough, and headings without a text are left out', async () => {
  const response = await send({ skills: 'MQTT', work: ' \r\n', links: '' })
  const { id } = (await response.json()) as SubmissionReceipt
  await textsAreRead(app.db)
  const texts = app.db.selectFrom('resume_texts').select('text').where('application_id', '=', id)
  expect((await texts.executeTakeFirstOrThrow()).text).toMatch(/0142\nSkills\nMQTT$/)
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

test('a stored key draws nothing again: the same text gets the receipt, and other text is refused and counted', async () => {
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
    expect(limited.drawnDocuments()).toBe(1)
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
  expect(text).toMatch(/^Ana Núñez\n.*\nWork experience\nPumps\nValves\nWells\nTanks\nFlares$/)
  expect((await refusal(await send({ work: 'x\u2028'.repeat(201).concat('x') }))).issues).toEqual([
    { path: 'work', message: 'Work experience must have at most 200 lines' },
  ])
})

test('a letter that cannot be seen is named by its number, and one of very many characters by its first eight', async () => {
  const { message } = await refusal(await send({ work: `\u{10fff0} ${'\u1100'.repeat(1_000)}` }))
  expect(message).toBe(
    `We cannot put these characters into the PDF: U+10FFF0, “${'\u1100'.repeat(8)}” (Work experience). Please upload your resume as a file instead.`,
  )
})

test('letters that no font has are named with their fields, and with what to do, and nothing is stored', async () => {
  const files = await app.storedFiles()
  expect(await refusal(await send({ name: '李 Li', work: '漢 😀' }))).toMatchObject({
    status: 400,
    code: 'resume_not_drawn',
    message:
      'We cannot put these characters into the PDF: “李” (name, email or phone), “漢”, “😀” (Work experience). Please upload your resume as a file instead.',
  })
  expect(await stored()).toEqual([])
  expect(await app.storedFiles()).toEqual(files)
})

test('a text that cannot be drawn costs its network what the drawing thread took, and one that is stored nothing', async () => {
  const spent: number[] = []
  const refusals = {
    require: () => undefined,
    spend: (_: string, ms: number) => void spent.push(ms),
  }
  const slow = {
    run: () => wait(50).then(() => ({ missing: [{ letter: '漢', heading: 'Skills' }] })),
    stop: async () => undefined,
  }
  const counting = await startTestApp({}, null, TIMEOUTS, { refusals, drawingWorker: slow })
  try {
    expect((await send({ ...WRITTEN, skills: '漢' }, {}, counting)).status).toBe(400)
    expect(spent).toEqual([expect.any(Number)])
    expect(spent[0]).toBeGreaterThan(45)
  } finally {
    await counting.stop()
  }
})

test('a form that is refused for another reason is not drawn', async () => {
  const jobId = String(await createJob(app, { isActive: false }))
  expect(await refusal(await send({ jobId, work: '漢' }))).toMatchObject({ status: 409, code: 'job_closed' })
  expect(await refusal(await send({ email: 'ana', work: '漢' }))).toMatchObject({ issues: [{ path: 'email' }] })
  const limited = await startTestApp({ submissionsPerHour: 1 })
  try {
    expect((await send(WRITTEN, {}, limited)).status).toBe(201)
    expect((await send({ work: '漢' }, {}, limited)).status).toBe(429)
  } finally {
    await limited.stop()
  }
})

test('forms that come at once are all drawn', async () => {
  const responses = await Promise.all(['One', 'Two', 'Three', 'Four'].map((work) => send({ work })))
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201])
})

/** A worker that draws nothing until it is told to, and an app that draws with it. */
async function startHeldDrawing(timeouts = TIMEOUTS) {
  const held = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const drawingWorker = {
    run: async () => {
      begun.resolve()
      await held.promise
      return { pdf: new Uint8Array(fixture('resume.pdf')) }
    },
    stop: async () => held.resolve(),
  }
  const parts = { drawingWorker }
  const app = await startTestApp({ trustProxy: 1 }, null, timeouts, parts)
  return { app, begun: begun.promise, release: () => held.resolve() }
}

test('a connection is not idle while the server draws', async () => {
  const idleMs = 150
  const { app: busy, begun, release } = await startHeldDrawing({ ...TIMEOUTS, idleMs })
  try {
    const response = send(WRITTEN, {}, busy)
    await begun
    await wait(4 * idleMs)
    release()
    expect((await response).status).toBe(201)
  } finally {
    await busy.stop()
  }
})

test('a network with very many texts to draw is told to wait, and the text of another network is taken', async () => {
  const { app: busy, release } = await startHeldDrawing()
  try {
    const sendFrom = (address: string, work: string) => send({ ...WRITTEN, work }, { 'x-forwarded-for': address }, busy)
    const crowd = Array.from({ length: 22 }, (_, index) => sendFrom('203.0.113.7', `Pad ${index}`))
    const refused = await Promise.race(crowd)
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
    const honest = sendFrom('198.51.100.1', 'Twelve years of Ignition')
    release()
    expect((await honest).status).toBe(201)
    const statuses = (await Promise.all(crowd)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(21)
  } finally {
    await busy.stop()
  }
})

test('the PDF is scanned like any file', async () => {
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
