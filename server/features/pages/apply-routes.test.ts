import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readReceipt } from '../../../contract/applications/receipt.ts'
import { firstAnswerField } from '../../../contract/jobs/question-answers.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { RESUME_MAX_BYTES } from '../../../contract/wire/limits.ts'
import { API, PAGE, pathTo, RECEIPT_FILE } from '../../../contract/wire/paths.ts'
import { adminClient } from '../../../test/admin-client.ts'
import { createFakeClamd, EICAR } from '../../../test/clamd/fake-clamd.ts'
import { APPLICANT, applicationForm, createJob, fixture, form } from '../../../test/factories.ts'
import { question, readAsked } from '../../../test/questions.ts'
import { HONEST_FIELDS, wireBody } from '../../../test/requests/raw-upload.ts'
import { startSmtpServer } from '../../../test/smtp/smtp-kit.ts'
import { startInProcess } from '../../../test/start-in-process.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { TIMEOUTS } from '../../platform/http/connections/timeouts.ts'
import { createCustomerPrefixBudget } from '../../platform/http/customer-prefix-budget.ts'
import { PRIVATE_HEADERS } from '../../platform/http/security-headers.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
let filesBefore: string[]
beforeEach(async () => {
  app.setNow(undefined)
  await app.db.deleteFrom('applications').execute()
  filesBefore = await app.storedFiles()
})

const send = (body: FormData, headers: Record<string, string> = {}, to: TestApp = app) =>
  to.request(PAGE.apply, { method: 'POST', body, headers, redirect: 'manual' })
const stored = (of: TestApp = app) => of.db.selectFrom('applications').selectAll().orderBy('id').execute()
/** What the page says above its form, and what its fields contain. */
async function refusal(response: Response) {
  const html = await response.text()
  const [, alert = ''] = /<div id="result" role="alert"[^>]*>(.*?)<\/div>/s.exec(html) ?? []
  const messages = [...alert.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item = '']) => item.replaceAll(/<[^>]+>/g, ''))
  const links = [...alert.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => id)
  const typed = [...html.matchAll(/<input[^>]*name="(name|email|phone|jobId)"[^>]*>/g)].map(([input, name]) => [
    name,
    /value="([^"]*)"/.exec(input)?.[1] ?? '',
  ])
  const [, note] = /<textarea[^>]*name="note"[^>]*>([^<]*)</.exec(html) ?? []
  return { status: response.status, html, messages, links, fields: { ...Object.fromEntries(typed), note } }
}

/** Sends a request of which only the head or a part of the body comes. */
async function sendRaw(headers: Record<string, string | number>, body: string | Buffer, url = app.url) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const lines = Object.entries({ Host: 'localhost', Connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.write(`POST ${PAGE.apply} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  socket.write(body)
  const started = performance.now()
  let ms = Number.POSITIVE_INFINITY
  socket.once('data', () => {
    ms = performance.now() - started
  })
  return { response: await text(socket), ms }
}

const MULTIPART = 'multipart/form-data; boundary=hostile-boundary'

test('GET /apply has the form of a general application, and with a job the form of that posting', async () => {
  const id = await createJob(app, { title: 'Flow <b>Computer</b> Specialist' })
  const general = await (await app.request(PAGE.apply)).text()
  expect(general).toContain('Apply without a posting')
  expect(general).toMatch(
    /<form (?=[^>]*method="post")(?=[^>]*action="\/apply#result")[^>]*enctype="multipart\/form-data"/i,
  )
  expect(general).not.toContain('name="jobId"')
  const response = await app.request(`${PAGE.apply}?job=${id}`)
  const html = await response.text()
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(html).toContain('Apply for Flow &lt;b&gt;Computer&lt;/b&gt; Specialist')
  expect(html).toMatch(new RegExp(`<input type="hidden" name="jobId" value="${id}"`))
  expect((await (await app.request(`/jobs/${id}`)).text()).split('<noscript>')[1]).toContain('name="jobId"')
})

test('the field that people must not fill in says so, for browsers that show text alone', async () => {
  await createJob(app)
  for (const page of [PAGE.apply, PAGE.landing, PAGE.recovery]) {
    const html = await (await app.request(page)).text()
    expect([page, html]).toEqual([page, expect.stringMatching(/<label>Leave this empty<input[^>]*name="website"/)])
  }
})

test.each(['0', 'abc', '2147483647', '1&job=2'])(
  'GET /apply?job=%s is 404 and leads to a general application',
  async (id) => {
    const response = await app.request(`${PAGE.apply}?job=${id}`)
    expect(response.status).toBe(404)
    const html = await response.text()
    expect(html).toContain('Job Not Found')
    expect(html).toContain('href="/apply"')
  },
)

test('a form is stored once and confirmed at another address, with its receipt and nothing personal in the address', async () => {
  const jobId = await createJob(app)
  const response = await send(applicationForm({ jobId: String(jobId), website: '' }))
  expect(response.status).toBe(303)
  const [row] = await stored()
  expect(row).toMatchObject({ ...APPLICANT, job_id: jobId, status: 'pending', quarantined: 0 })
  const address = response.headers.get('location') ?? ''
  expect(address).toMatch(/^\/apply\/sent\?link=\d+-\d{13}-[0-9a-f]{64}$/)

  for (const attempt of ['first', 'reload']) {
    const page = await app.request(address)
    const html = await page.text()
    expect([attempt, page.status, page.headers.get('cache-control')]).toEqual([attempt, 200, 'no-store'])
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(html).toContain(`APP-${String(row?.id).padStart(4, '0')}`)
    expect(html).toContain('You hear from us by ')
  }
  const file = await app.request(address.replace('/sent?', '/sent/receipt.json?'))
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="receipt-APP-\d{4}\.json"$/)
  expect(readReceipt(await file.text())).toMatchObject({ email: APPLICANT.email, fileName: 'resume.pdf' })
  expect(await stored()).toHaveLength(1)
})

test('an answer to a question that is not asked any more is shown again, and not as the answer to another', async () => {
  const jobId = await createJob(app, { questions: [question({ text: 'Which historian?' })] })
  const [asked] = await readAsked(app, jobId)
  const admin = adminClient(app, await app.signIn())
  const questions = [question({ text: 'Which protocol?' })]
  await admin.send('PATCH', pathTo(ADMIN_API.adminJob, jobId), { questions })
  const response = await send(applicationForm({ jobId: String(jobId), [`answer-${asked?.id}`]: 'Canary <b>Labs</b>' }))
  const { status, html, messages } = await refusal(response)
  expect([status, messages]).toEqual([409, [expect.stringContaining('The questions of this position have changed')]])
  expect(html).toMatch(
    /<section aria-label="Answers that are not sent".*<li[^>]*>Canary &lt;b&gt;Labs&lt;\/b&gt;<\/li>/s,
  )
  expect(html).toMatch(/Which protocol\?/)
  expect(html).not.toMatch(/<input[^>]*value="Canary/)
  expect(await stored()).toEqual([])
})

test('a confirmation ends after an hour, with its application, and with any change of its link', async () => {
  app.setNow(new Date('2026-05-06T07:00:00Z'))
  const address = (await send(applicationForm())).headers.get('location') ?? ''
  const statuses = async (of: string) => [
    (await app.request(of)).status,
    (await app.request(of.replace('/sent', '/sent/receipt.json'))).status,
  ]
  expect(await statuses(address)).toEqual([200, 200])
  for (const changed of [
    PAGE.applicationSent,
    `${PAGE.applicationSent}?link=${'1'.repeat(5_000)}`,
    address.replace(/link=(\d+)/, (_, id) => `link=${Number(id) + 1}`),
    address.replace(/-(\d{13})-/, (_, until) => `-${Number(until) + 1}-`),
    address.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    `${address}&link=2`,
  ])
    expect([changed, ...(await statuses(changed))]).toEqual([changed, 404, 404])
  const refused = await app.request(`${RECEIPT_FILE}?link=1`)
  expect(Object.fromEntries(refused.headers)).toMatchObject(PRIVATE_HEADERS)
  app.setNow(new Date('2026-05-06T08:00:01Z'))
  expect(await statuses(address)).toEqual([404, 404])
  app.setNow(new Date('2026-05-06T07:30:00Z'))
  await app.db.deleteFrom('applications').execute()
  expect(await statuses(address)).toEqual([404, 404])
})

test('the same form sent again, at once or within the day, is one application; another form is another', async () => {
  app.setNow(new Date('2026-05-06T23:59:00Z'))
  const attempts = await Promise.all([1, 2, 3].map(() => send(applicationForm())))
  expect(attempts.map(({ status }) => status)).toEqual([303, 303, 303])
  app.setNow(new Date('2026-05-07T08:00:00Z'))
  expect((await send(applicationForm())).status).toBe(303)
  expect(await stored()).toHaveLength(1)
  expect(await app.db.selectFrom('resumes').select('application_id').execute()).toHaveLength(1)

  for (const changes of [{ note: 'Another note.' }, { name: 'Ana N.' }]) await send(applicationForm(changes))
  await send(applicationForm({}, 'resume.docx'))
  expect(await stored()).toHaveLength(4)
  app.setNow(new Date('2026-05-08T00:00:00Z'))
  await send(applicationForm())
  expect(await stored()).toHaveLength(5)
})

test('a refused form comes back with a message at each field, links to them, and what was typed', async () => {
  const jobId = await createJob(app)
  const note = '</textarea><script>alert(1)</script> "quoted" & more'
  const bad = { name: 'A', email: 'ana"><b>@example', phone: '555', note, jobId: String(jobId) }
  const { status, html, messages, links, fields } = await refusal(await send(applicationForm(bad)))
  expect(status).toBe(400)
  expect(messages).toEqual(['Name is required', 'Invalid email address', 'Valid phone number is required'])
  expect(links).toEqual(['apply-name', 'apply-email', 'apply-phone'])
  for (const id of links) expect(html).toMatch(new RegExp(`<input[^>]*id="${id}"[^>]*aria-invalid="true"`))
  expect(fields).toEqual({
    jobId: String(jobId),
    ...{ name: 'A', email: 'ana&quot;&gt;&lt;b&gt;@example', phone: '555' },
    note: '&lt;/textarea&gt;&lt;script&gt;alert(1)&lt;/script&gt; &quot;quoted&quot; &amp; more',
  })
  expect(html).not.toContain('<script>alert')
  expect(html).toMatch(/action="\/apply#result"/)
  expect(html).toMatch(/<div id="result" role="alert" tabindex="-1"/i)
  expect(html).toContain('browsers do not keep the file')
  expect(await stored()).toEqual([])
  expect(await app.storedFiles()).toEqual(filesBefore)
})

test('every fault of a form is named at once: of its fields, of the missing file, and of the answers', async () => {
  const questions = [question({ text: 'Years with Ignition', kind: 'number' }), question({ isRequired: true })]
  const jobId = await createJob(app, { questions })
  const [years] = await readAsked(app, jobId)
  const fields = { ...APPLICANT, jobId: String(jobId), [years ? firstAnswerField(years) : '']: 'many' }
  const ofAnswers = ['Years with Ignition: Enter a number, such as 4 or 2.5', 'How long is your drive? Please answer']
  const without = await refusal(await send(form({ ...fields, email: 'nowhere', phone: '1' })))
  const start = ['Invalid email address', 'Valid phone number is required', 'Please select a resume file']
  const named = (messages: string[]) => messages.map((message) => expect.stringContaining(message))
  expect(without.messages).toEqual(named([...start, ...ofAnswers]))
  const onlyFile = await refusal(await send(form(fields)))
  expect(onlyFile.messages).toEqual(named(['Please select a resume file', ...ofAnswers]))
  const html = await (await send(form({ ...fields, email: 'nowhere' }))).text()
  expect(html).not.toContain('browsers do not keep the file')
  expect(await stored()).toEqual([])
})

const pdfOf = (size: number) => {
  const content = Buffer.alloc(size, ' ')
  content.write('%PDF-1.7\n')
  content.write('\n%%EOF', size - 6)
  return content
}

test.each([
  ['no file', undefined, 400, 'Please select a resume file'],
  ['an empty file', Buffer.alloc(0), 400, 'The resume file is empty. Please choose a file with content.'],
  ['a renamed executable', fixture('program.exe'), 415, 'Please upload a PDF or Word document'],
  [
    '10 MB and a byte',
    pdfOf(RESUME_MAX_BYTES + 1),
    413,
    'The resume is larger than 10 MB. Please choose a smaller file.',
  ],
  ['60 MB', Buffer.alloc(60 * 1024 * 1024), 413, 'The resume is larger than 10 MB. Please choose a smaller file.'],
])('%s is refused at the file, and what was typed stays', async (_what, content, expected, message) => {
  const body = form(APPLICANT, content && { name: 'cv.pdf', content })
  const { status, messages, links, fields } = await refusal(await send(body))
  expect([status, messages, links]).toEqual([expected, [message], ['apply-resume']])
  const { note, name, email, phone } = APPLICANT
  expect(fields).toEqual({ name, email, phone, note })
  expect(await stored()).toEqual([])
  expect(await app.storedFiles()).toEqual(filesBefore)
})

test('a position that closed meanwhile is 410, and the form is offered as a general application', async () => {
  const jobId = await createJob(app, { status: 'filled', isActive: false })
  for (const changes of [{}, { name: 'A' }]) {
    const { status, messages, fields } = await refusal(
      await send(applicationForm({ ...changes, jobId: String(jobId) })),
    )
    expect(status).toBe(410)
    expect(messages[0]).toMatch(/^This position is no longer open.*general application instead\.$/)
    expect(fields).toMatchObject({ email: APPLICANT.email, note: APPLICANT.note })
    expect(fields).not.toHaveProperty('jobId')
  }
  expect(await stored()).toEqual([])
})

test('a used-up hour is 429 with what was typed, and a repeated form is confirmed still', async () => {
  const limited = await startTestApp({ submissionsPerHour: 1 })
  try {
    expect((await send(applicationForm(), {}, limited)).status).toBe(303)
    const response = await send(applicationForm({ name: 'Another Person' }), {}, limited)
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
    const { status, messages, fields } = await refusal(response)
    expect([status, messages[0]]).toEqual([429, expect.stringContaining('Too many forms were sent')])
    expect(fields).toMatchObject({ name: 'Another Person', note: APPLICANT.note })
    expect((await send(applicationForm(), {}, limited)).status).toBe(303)
    expect(await stored(limited)).toHaveLength(1)
    expect(await limited.storedFiles()).toHaveLength(1)
  } finally {
    await limited.stop()
  }
})

test('a full disk is 503 before the file is read, with what was typed', async () => {
  const full = await startTestApp({ minFreeDiskBytes: Number.MAX_SAFE_INTEGER })
  try {
    const response = await send(form(APPLICANT, { name: 'cv.pdf', content: pdfOf(RESUME_MAX_BYTES) }), {}, full)
    expect(response.headers.get('retry-after')).toBe('60')
    const { status, messages, fields } = await refusal(response)
    expect([status, messages[0]]).toEqual([503, expect.stringContaining('cannot store anything right now')])
    expect(fields).toMatchObject({ name: APPLICANT.name, note: APPLICANT.note })
    // A browser sends an untouched file field as an empty file, before what was written in its place.
    const written = form(APPLICANT, { name: '', content: Buffer.alloc(0) })
    written.append('work', 'Six well pads')
    expect((await refusal(await send(written, {}, full))).html).toMatch(/name="work"[^>]*>Six well pads</)
  } finally {
    await full.stop()
  }
})

test('neither what was typed nor the link of a confirmation is in the log', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'wellhead-log-'))
  const server = await startInProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'trace' })
  try {
    const post = (body: FormData) => fetch(server.url + PAGE.apply, { method: 'POST', body, redirect: 'manual' })
    const { status, headers } = await post(applicationForm())
    const address = headers.get('location') ?? ''
    const statuses = [
      status,
      (await post(applicationForm({ name: 'A' }))).status,
      (await fetch(server.url + address)).status,
    ]
    expect(statuses).toEqual([303, 400, 200])
    const log = server.written()
    expect(log).toContain('"route":"/apply"')
    expect(log).not.toMatch(/ana@|Núñez|Ignition|555 0142/)
    expect(log).not.toContain(address.split('=')[1])
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true })
  }
})

test('an infected file is 422 at the file', async () => {
  const clamd = await createFakeClamd()
  await clamd.start()
  const scanned = await startTestApp({ virusScan: { address: clamd.address, isRequired: true } })
  try {
    const content = Buffer.from(`%PDF-1.4\n${EICAR}\n%%EOF`)
    const { status, links, fields } = await refusal(
      await send(form(APPLICANT, { name: 'cv.pdf', content }), {}, scanned),
    )
    expect([status, links]).toEqual([422, ['apply-resume']])
    expect(fields).toMatchObject({ name: APPLICANT.name })
    expect(await scanned.storedFiles()).toEqual([])
  } finally {
    await scanned.stop()
    await clamd.stop()
    await clamd.remove()
  }
})

test('a form that comes too slowly is stopped with a page that says so, and what was typed', async () => {
  const impatient = await startTestApp({}, null, { ...TIMEOUTS, bodyWindowMs: 500, checkingMs: 100 })
  try {
    const body = wireBody([...HONEST_FIELDS, { name: 'resume', filename: 'cv.pdf', content: pdfOf(100_000) }])
    const head = { 'content-type': MULTIPART, 'content-length': body.length }
    const { response } = await sendRaw(head, body.subarray(0, 1_000), impatient.url)
    const { status, messages, fields } = await refusal(
      new Response(response, { status: Number(response.slice(9, 12)) }),
    )
    expect([status, messages]).toEqual([400, [expect.stringContaining('The form came too slowly')]])
    expect(fields).toMatchObject({ name: 'Ana Núñez' })
  } finally {
    await impatient.stop()
  }
})

test('the honeypot puts the application into quarantine, and its sender sees no difference', async () => {
  const response = await send(applicationForm({ website: 'https://spam.example' }))
  expect([response.status, (await app.request(response.headers.get('location') ?? '')).status]).toEqual([303, 200])
  expect(await stored()).toMatchObject([{ quarantined: 1 }])
})

test('a refused form shows the answers to the questions of its posting again, and of others no more than a posting can ask', async () => {
  const jobId = await createJob(app, { questions: [question()] })
  const [asked] = await readAsked(app, jobId)
  const answer = asked ? firstAnswerField(asked) : expect.fail('no question')
  const unasked = Array.from({ length: 60 }, (_, index) => `answer-q${String(index).padStart(12, '0')}`)
  const fields = {
    ...{ jobId: String(jobId), email: 'ana', [answer]: 'Eight metres' },
    'answer-qffffffffffff': 'Too long for an answer '.repeat(300),
    ...Object.fromEntries(unasked.map((name) => [name, `Unasked ${name}`])),
  }
  const { status, html } = await refusal(await send(applicationForm(fields)))
  expect(status).toBe(400)
  expect(html).toContain('Eight metres')
  expect(html.match(/Unasked answer-q\d+<\/li>/g)).toHaveLength(10)
  expect(html).not.toContain('Too long for an answer')
})

test('a refused form shows each field up to its limit, says so there, and keeps whole what is within its limit', async () => {
  const jobId = await createJob(app, {
    questions: [question(), question({ text: 'And your last project?', kind: 'long_text' })],
  })
  const [short = '', long = ''] = (await readAsked(app, jobId)).map(firstAnswerField)
  const note = `${'😀'.repeat(5_000)} the end of the note`
  const work = Array.from({ length: 200 }, () => 'x'.repeat(24)).join('\r\n')
  const typed = {
    name: `${' '.repeat(60_000)}Ana`,
    note,
    work,
    [short]: 's'.repeat(60_000),
    [long]: '<'.repeat(5_000),
  }
  const fields = { ...APPLICANT, ...typed, jobId: String(jobId), portfolioUrl: '&'.repeat(60_000) }
  const { status, html, messages } = await refusal(await send(form(fields)))
  const cutAt = (limit: string) => `The form still has the first ${limit} characters of what you sent.`
  expect([status, messages]).toEqual([
    400,
    [
      `Note: Must be at most 5,000 characters. ${cutAt('5,000')}`,
      `Portfolio address must be at most 300 characters. ${cutAt('300')}`,
      `How long is your drive? Your answer must be at most 500 characters. ${cutAt('500')}`,
    ],
  ])
  expect(html).toContain('The rest of what you typed is still in the form.')
  expect(html).toMatch(/<input[^>]*name="name"[^>]*value="Ana"/)
  expect(html).toMatch(new RegExp(`name="note"[^>]*>${'😀'.repeat(5_000)}</textarea>`))
  expect(html).toMatch(new RegExp(`name="work"[^>]*>${work.replaceAll('\r\n', '\r?\n')}</textarea>`))
  expect(html).toMatch(new RegExp(`name="${short}"[^>]*value="s{500}"`))
  expect(html).toMatch(new RegExp(`name="${long}"[^>]*>(?:&lt;){5000}</textarea>`))
  expect(html).toMatch(/name="portfolioUrl"[^>]*value="(?:&amp;){300}"/)
})

test('a network whose refused forms have cost too much is refused unread, with a page that is the same for all', async () => {
  const refusals = createCustomerPrefixBudget({ mostMs: 1_000, perSecondMs: 1, reason: 'Too many were refused.' })
  const limited = await startTestApp({}, null, TIMEOUTS, { refusals })
  try {
    const bad = () => send(applicationForm({ name: 'A' }), {}, limited)
    expect((await bad()).status).toBe(400)
    expect(() => refusals.require('127.0.0.1')).not.toThrow()
    refusals.spend('127.0.0.1', 1_000)
    const refused = await bad()
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const { status, html, messages, fields } = await refusal(refused)
    expect(status).toBe(429)
    expect(messages).toEqual([expect.stringMatching(/^Too many were refused\. Please try again in .+\.$/)])
    expect(html).toContain('Go back in your browser to find what you typed.')
    expect(html).not.toContain('<form')
    expect(fields.name).toBeUndefined()
    expect((await send(applicationForm(), {}, limited)).status).toBe(429)
    expect((await limited.request(PAGE.apply)).status).toBe(200)
  } finally {
    await limited.stop()
  }
})

test('what a refused form and its page cost is counted for its network, and a form that is stored costs nothing', async () => {
  const spent: number[] = []
  const refusals = {
    require: () => undefined,
    spend: (_address: string, ms: number) => void spent.push(ms),
  }
  const counting = await startTestApp({}, null, TIMEOUTS, { refusals })
  try {
    expect((await send(applicationForm(), {}, counting)).status).toBe(303)
    expect(spent).toEqual([])
    expect((await send(applicationForm({ name: 'A' }), {}, counting)).status).toBe(400)
    expect(spent).toEqual([expect.any(Number), expect.any(Number)])
  } finally {
    await counting.stop()
  }
})

test('a form from another site is refused and shows nothing of it; one from this site passes', async () => {
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, { origin: 'null' }]) {
    const { status, messages, fields } = await refusal(await send(applicationForm(), headers))
    expect([status, messages]).toEqual([403, ['This request is only allowed from our own pages.']])
    expect(fields).toEqual({ note: undefined })
  }
  expect(await stored()).toEqual([])
  for (const headers of [{ origin: app.url }, { origin: app.url, 'sec-fetch-site': 'same-origin' }]) {
    expect((await send(applicationForm(), headers)).status).toBe(303)
  }
})

test('hostile bodies get a page that says why, at once', async () => {
  const fields = wireBody([...HONEST_FIELDS, { name: 'resume', filename: 'cv.pdf', content: '%PDF-1.7' }])
  const thousand = wireBody(Array.from({ length: 1_000 }, (_, index) => ({ name: `f${index}`, content: 'x' })))
  const cases: Array<[string, Record<string, string | number>, string | Buffer, number]> = [
    ['2 GB declared', { 'content-type': MULTIPART, 'content-length': 2 ** 31 }, fields.subarray(0, -30), 413],
    ['no boundary', { 'content-type': 'multipart/form-data', 'content-length': fields.length }, fields, 400],
    [
      'a very long boundary',
      { 'content-type': `${MULTIPART}${'x'.repeat(4_000)}`, 'content-length': fields.length },
      fields,
      400,
    ],
    ['a thousand fields', { 'content-type': MULTIPART, 'content-length': thousand.length }, thousand, 400],
    ['JSON', { 'content-type': 'application/json', 'content-length': 2 }, '{}', 415],
    ['an urlencoded form', { 'content-type': 'application/x-www-form-urlencoded', 'content-length': 5 }, 'name=', 415],
    [
      'compression',
      { 'content-type': MULTIPART, 'content-encoding': 'gzip', 'content-length': fields.length },
      fields,
      415,
    ],
    ['no body', { 'content-length': 0 }, '', 415],
    ['broken JSON', { 'content-type': 'application/json', 'content-length': 1 }, '{', 400],
  ]
  for (const [what, headers, body, status] of cases) {
    const { response, ms } = await sendRaw(headers, body)
    expect([what, Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1])]).toEqual([what, status])
    expect(response, what).toContain('Your application was not sent')
    expect(ms, what).toBeLessThan(2_000)
  }
  expect(await stored()).toEqual([])
  expect(await app.storedFiles()).toEqual(filesBefore)
})

test('a resume that is written into the form is stored, and a refused one comes back open with its text', async () => {
  const written = { work: 'Pumps\nand valves', links: '<i>' }
  const refused = await send(form({ ...APPLICANT, ...written, email: 'ana@host' }))
  const { status, html, messages } = await refusal(refused)
  expect([status, messages]).toEqual([400, ['Invalid email address']])
  expect(html).toMatch(/<details[^>]* open=""/)
  expect(html).toMatch(/<textarea[^>]*name="work"[^>]*>Pumps\r?\nand valves<\/textarea>/)
  expect(html).toMatch(/<textarea[^>]*name="links"[^>]*>&lt;i&gt;<\/textarea>/)
  expect(html).not.toContain('choose your resume again')

  for (const _ of ['first', 'again']) expect((await send(form({ ...APPLICANT, ...written }))).status).toBe(303)
  expect(await stored()).toHaveLength(1)
  expect(await (await app.request(PAGE.apply)).text()).not.toMatch(/<details[^>]* open/)
})

test('without a mail server form, confirmation and privacy policy promise neither a mail nor a private page', async () => {
  const textOf = async (path: string) => (await app.request(path)).text()
  const sent = await send(applicationForm())
  const confirmation = await textOf(sent.headers.get('location') ?? expect.fail('not sent'))
  expect(confirmation).toContain('This receipt does not come by mail, so save or print it now.')
  const applyForm = await textOf(PAGE.apply)
  expect(applyForm).toContain('We keep your application until we delete it, or until you ask us to.')
  for (const page of [applyForm, confirmation, await textOf(PAGE.privacy)])
    expect(page).not.toMatch(/private (?:page|link)|We mail|job alert|mail provider|mail server refuses/i)
  const submitted = await app.request(API.submitApplication, { method: 'POST', body: applicationForm() })
  expect(await submitted.json()).toMatchObject({ sendsMail: false })
})

test('where mail leaves, form and privacy policy name the private page, and a text of the owner always stands as written', async () => {
  await using own = new AsyncDisposableStack()
  const smtp = own.adopt(await startSmtpServer(), (each) => each.stop())
  const mailing = own.adopt(await startTestApp({ mail: smtp.settings() }), (each) => each.stop())
  const textOf = async (path: string, of = mailing) => (await of.request(path)).text()
  expect(await textOf(PAGE.apply)).toContain('until you erase it on its private page, or until we delete it')
  const privacy = await textOf(PAGE.privacy)
  expect(privacy).toContain('The private page of your application, whose link comes by mail')
  for (const said of ['If you ask for job alerts', 'mail passes through a mail provider', 'Every job alert has a link'])
    expect(privacy).toContain(said)
  const silent = own.adopt(await startTestApp(), (each) => each.stop())
  const admin = adminClient(silent, await silent.signIn())
  const texts = { retention: 'We keep applications for two years.' }
  expect((await admin.send('PATCH', ADMIN_API.siteTexts, { texts, version: null })).status).toBe(200)
  expect(await textOf(PAGE.apply, silent)).toContain(texts.retention)
})
