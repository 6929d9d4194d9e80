import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Application } from '../../../../contract/applications/application.ts'
import type { MyApplication } from '../../../../contract/applications/my-application.ts'
import { RESUME_SECTION_MAXIMUM, RESUME_SECTIONS } from '../../../../contract/applications/written-resume.ts'
import type { Job } from '../../../../contract/jobs/job.ts'
import type { AskedQuestion, Question } from '../../../../contract/jobs/question.ts'
import { answerFieldsOf, firstAnswerField } from '../../../../contract/jobs/question-answers.ts'
import { QUESTION_KIND_NAMES } from '../../../../contract/jobs/question-kinds.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { MAXIMUM, MOST_QUESTIONS } from '../../../../contract/wire/limits.ts'
import { API, APPLICATION_TOKEN_HEADER, IDEMPOTENCY_HEADER, pathTo } from '../../../../contract/wire/paths.ts'
import { type AdminClient, adminClient } from '../../../../test/admin-client.ts'
import { APPLICANT, applicationForm, createJob, form, jobBody } from '../../../../test/factories.ts'
import { insertPrivateLink } from '../../../../test/private-link.ts'
import { EVERY_KIND, question, readAsked } from '../../../../test/questions.ts'
import { startTestApp, type TestApp } from '../../../../test/test-app.ts'

let app: TestApp
let admin: AdminClient
let jobId: number
let asked: AskedQuestion[]
beforeAll(async () => {
  app = await startTestApp()
  admin = adminClient(app, await app.signIn())
})
afterAll(() => app.stop())
beforeEach(async () => {
  for (const table of ['applications', 'jobs'] as const) await app.db.deleteFrom(table).execute()
  jobId = await createJob(app, { questions: EVERY_KIND })
  asked = await readAsked(app, jobId)
})

test('a question of each kind is asked in these tests', () => {
  expect(EVERY_KIND.map(({ kind }) => kind)).toEqual(QUESTION_KIND_NAMES)
})

const at = (index: number) => asked[index] ?? expect.fail(`no question ${index}`)
/** Right answers to every question. */
const answers = (): Record<string, string> => ({
  [firstAnswerField(at(0))]: ' Canary\tLabs ',
  [firstAnswerField(at(1))]: 'Six separators.\r\nOne compressor.',
  [firstAnswerField(at(2))]: 'No',
  [firstAnswerField(at(3))]: '7/7',
  [answerFieldsOf(at(4))[2] ?? '']: 'OPC UA',
  [answerFieldsOf(at(4))[0] ?? '']: 'MQTT',
  [firstAnswerField(at(5))]: '4.5',
  [firstAnswerField(at(6))]: '2026-09-30',
  [firstAnswerField(at(7))]: 'https://example.com/work',
})
const submit = (fields: Record<string, string | undefined>, headers: Record<string, string> = {}) =>
  app.request(API.submitApplication, {
    method: 'POST',
    headers,
    body: applicationForm({ jobId: String(jobId), ...fields }),
  })
const read = async (id: number) =>
  (await admin.send('GET', pathTo(ADMIN_API.adminApplication, id))).json() as Promise<Application>
const edit = (changes: Partial<Job>) => admin.send('PATCH', pathTo(ADMIN_API.adminJob, jobId), changes)

test('answers of every kind are stored with the question as it was asked, and with their marks', async () => {
  const response = await submit(answers())
  expect(response.status).toBe(201)
  const { id } = (await response.json()) as { id: number }
  const stored = (await read(id)).questionAnswers
  expect(stored.map(({ answer, mark }) => [answer, mark])).toEqual([
    [['Canary Labs'], null],
    [['Six separators.\nOne compressor.'], null],
    [['No'], 'probably_not'],
    [['7/7'], null],
    [['MQTT', 'OPC UA'], 'look_at_first'],
    [['4.5'], null],
    [['2026-09-30'], null],
    [['https://example.com/work'], null],
  ])
  expect(stored.map(({ question, kind }) => [question, kind])).toEqual(EVERY_KIND.map(({ text, kind }) => [text, kind]))

  await edit({ questions: [question({ text: 'Something else' })] })
  expect((await read(id)).questionAnswers).toEqual(stored)
  await admin.send('DELETE', pathTo(ADMIN_API.adminJob, jobId))
  expect((await read(id)).questionAnswers).toEqual(stored)
})

test('visitors read the questions without their marks, and no list of postings has them', async () => {
  const bodies = [API.jobs, `${API.jobs}?active=true`, pathTo(API.job, jobId), `/jobs/${jobId}`, `/apply?job=${jobId}`]
  for (const address of bodies) {
    const body = await (await app.request(address)).text()
    expect(body, address).toContain('TWIC')
    expect(body, address).not.toMatch(/lookAtFirst|probablyNot/)
  }
})

test('the applicant reads the answers on the private page, without marks', async () => {
  const { id } = (await (await submit(answers())).json()) as { id: number }
  const headers = { [APPLICATION_TOKEN_HEADER]: await insertPrivateLink(app.db, id) }
  const mine = (await (await app.request(API.myApplication, { headers })).json()) as MyApplication
  expect(mine.questionAnswers[2]).toEqual({ question: 'Do you have a TWIC card?', kind: 'yes_no', answer: ['No'] })
})

test('answers may be left out where the question is optional', async () => {
  const given = answers()
  const optional = [1, 3, 5, 6, 7].map((index) => firstAnswerField(at(index)))
  const response = await submit({ ...given, ...Object.fromEntries(optional.map((name) => [name, ''])) })
  expect(response.status).toBe(201)
  const { id } = (await response.json()) as { id: number }
  expect((await read(id)).questionAnswers.map(({ answer }) => answer.length)).toEqual([1, 0, 1, 0, 2, 0, 0, 0])
})

test.each<[string, number, string, string]>([
  ['no answer', 0, '', 'Please answer this question'],
  ['nothing that can be seen', 0, '\u200b \u2060', 'Please answer this question'],
  ['501 characters', 0, 'x'.repeat(501), 'Your answer must be at most 500 characters'],
  ['5,001 characters', 1, 'x'.repeat(5_001), 'Your answer must be at most 5,000 characters'],
  ['another word than yes or no', 2, 'Maybe', 'Please choose an answer'],
  ['a choice that is not offered', 3, '28/28', 'Please choose an answer'],
  ['a choice in the place of another', 4, 'Profibus', 'Please choose at least one answer'],
  ['a word for a number', 5, 'four', 'Enter a number, such as 4 or 2.5'],
  ['a day that its month does not have', 6, '2026-02-30', 'Enter a date, such as 2026-09-30'],
  [
    'a link that seems to lead elsewhere',
    7,
    'https://linkedin.com@example.com',
    'Enter the link without a username or password',
  ],
  ['a script for a link', 7, 'javascript:alert(1)', 'Enter a link that begins with https:// or http://'],
  ['a link into this site', 7, 'https:/api/x', 'Enter a link that begins with https:// or http://'],
])('%s is refused at its field, and nothing is stored', async (_what, index, value, message) => {
  const field = firstAnswerField(at(index))
  const files = await app.storedFiles()
  const response = await submit({ ...answers(), [field]: value })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ code: 'invalid_request', issues: [{ path: field, message }] })
  expect(await app.db.selectFrom('applications').selectAll().execute()).toEqual([])
  expect(await app.storedFiles()).toEqual(files)
})

test('the longest answer that is allowed counts its line ends once', async () => {
  const longest = 'x\r\n'.repeat(MAXIMUM.longAnswer / 2).slice(0, -2)
  expect((await submit({ ...answers(), [firstAnswerField(at(1))]: longest })).status).toBe(201)
})

test.each<[string, () => Promise<unknown>]>([
  ['was edited', () => edit({ questions: [{ ...(EVERY_KIND[0] as Question), text: 'Another wording' }] })],
  ['was removed', () => edit({ questions: [] })],
])('an answer to a question that %s is not stored for another one', async (_what, change) => {
  const given = answers()
  await change()
  const response = await submit(given)
  expect(response.status).toBe(409)
  expect(await response.json()).toMatchObject({ code: 'questions_changed' })
  expect(await app.db.selectFrom('applications').selectAll().execute()).toEqual([])
})

test('a form with answers and a written resume stores both, and is compared and refused by both', async () => {
  const write = async (fields: Record<string, string>) => {
    const body = form({ ...APPLICANT, jobId: String(jobId), ...fields })
    const headers = { [IDEMPOTENCY_HEADER]: 'written' }
    const response = await app.request(API.submitApplication, { method: 'POST', headers, body })
    return { status: response.status, ...((await response.json()) as { id: number; issues?: { path: string }[] }) }
  }
  const malformed = await write({ work: '漢', ...answers(), [firstAnswerField(at(0))]: '' })
  expect([malformed.status, malformed.issues?.map(({ path }) => path)]).toEqual([400, [firstAnswerField(at(0))]])

  const sent = { work: 'Six well pads', ...answers() }
  const { status, id } = await write(sent)
  expect(status).toBe(201)
  const stored = await read(id)
  expect(stored.questionAnswers[0]?.answer).toEqual(['Canary Labs'])
  expect(stored.resume).toMatchObject({ fileName: 'Ana_Núñez_Resume.txt', mediaType: 'text/plain' })
  expect(await write(sent)).toMatchObject({ status: 201, id })
  expect((await write({ ...sent, work: 'Seven well pads' })).status).toBe(409)
  expect((await write({ ...sent, [firstAnswerField(at(0))]: 'PI' })).status).toBe(409)
})

test('the longest answers and the longest written resume fit one form, in characters of three bytes', async () => {
  const line = `${'Ế'.repeat(RESUME_SECTION_MAXIMUM.characters / RESUME_SECTION_MAXIMUM.lines - 1)}\r\n`
  const longest = line.repeat(RESUME_SECTION_MAXIMUM.lines)
  const questions = Array.from({ length: MOST_QUESTIONS }, (_, index) =>
    question({ text: `Question ${index}`, kind: 'long_text', isRequired: true }),
  )
  const id = await createJob(app, { questions })
  const names = [...(await readAsked(app, id)).map(firstAnswerField), ...RESUME_SECTIONS]
  expect(names).toHaveLength(MOST_QUESTIONS + RESUME_SECTIONS.length)
  const body = form({
    ...APPLICANT,
    note: 'Ế'.repeat(MAXIMUM.note),
    jobId: String(id),
    ...Object.fromEntries(names.map((name) => [name, longest])),
  })
  expect((await app.request(API.submitApplication, { method: 'POST', body })).status).toBe(201)
})

test('an answer to a question of another posting, or without any posting, is refused', async () => {
  const other = await createJob(app, { questions: [question({ text: 'Only here' })] })
  expect((await submit({ ...answers(), jobId: String(other) })).status).toBe(409)
  expect((await submit({ ...answers(), jobId: undefined })).status).toBe(409)
})

test('a repeated form is stored once, although the questions have changed since; other answers are another form', async () => {
  const headers = { [IDEMPOTENCY_HEADER]: 'attempt-1' }
  const given = answers()
  const first = await (await submit(given, headers)).json()
  await edit({ questions: [question({ text: 'New', isRequired: true })] })
  const again = await submit(given, headers)
  expect(again.status).toBe(201)
  expect(await again.json()).toEqual(first)
  const other = await submit({ ...given, [firstAnswerField(at(2))]: 'Yes' }, headers)
  expect(await other.json()).toMatchObject({ code: 'idempotency_key_reused' })
})

test('a search finds the words of an answer, also after the note has lost them, and none of the question', async () => {
  const { id } = (await (await submit({ ...answers(), note: 'Canary and more' })).json()) as { id: number }
  const found = async (words: string) => {
    const page = await admin.send('GET', `${ADMIN_API.applications}?q=${words}`)
    return ((await page.json()) as Application[]).map((each) => each.id)
  }
  expect(await found('canary labs')).toEqual([id])
  expect(await found('separators')).toEqual([id])
  expect(await found('historian')).toEqual([])
  const headers = {
    [APPLICATION_TOKEN_HEADER]: await insertPrivateLink(app.db, id),
    'content-type': 'application/json',
  }
  const body = JSON.stringify({ note: 'More' })
  await app.request(API.myApplicationNote, { method: 'POST', headers, body })
  expect(await found('canary')).toEqual([id])
  await admin.send('DELETE', pathTo(ADMIN_API.adminApplication, id))
  expect(await found('canary')).toEqual([])
})

test.each<[string, unknown, string]>([
  [
    'eleven questions',
    Array.from({ length: 11 }, (_, index) => question({ text: `Q${index}` })),
    'Ask at most 10 questions',
  ],
  ['the same question twice', [question(), question({ isRequired: true })], 'This question is asked twice'],
  ['an empty text', [question({ text: '\u200b ' })], 'Enter a question'],
  ['301 characters', [question({ text: 'x'.repeat(301) })], 'Must be at most 300 characters'],
  ['one choice', [question({ kind: 'one_of', choices: ['A'] })], 'Enter at least two choices'],
  ['a choice twice', [question({ kind: 'one_of', choices: ['A', 'A'] })], 'Enter each choice once'],
  ['choices of a text', [question({ choices: ['A', 'B'] })], 'This kind has no choices'],
  [
    'a mark on nothing',
    [question({ kind: 'yes_no', lookAtFirst: ['Maybe'] })],
    'Mark only answers that the question offers',
  ],
  ['two marks', [question({ kind: 'yes_no', lookAtFirst: ['Yes'], probablyNot: ['Yes'] })], 'Mark each answer once'],
  ['an unknown field', [{ ...question(), refuses: true }], 'Unknown field: refuses'],
  [
    '20,000 choices',
    [question({ kind: 'one_of', choices: Array.from({ length: 20_000 }, (_, index) => `${index}`) })],
    'Enter at most 20 choices',
  ],
])('a posting with %s is refused', async (_what, questions, message) => {
  const response = await admin.send('POST', ADMIN_API.adminJobs, { ...jobBody(), questions })
  expect(response.status).toBe(400)
  const { issues } = (await response.json()) as { issues: { message: string }[] }
  expect(issues.map((issue) => issue.message)).toContain(message)
})

test('an edit of something else keeps the questions, and a clone and a closed posting have them', async () => {
  await edit({ title: 'Another title', status: 'filled' })
  const jobs = (await (await admin.send('GET', API.jobs)).json()) as Job[]
  expect(jobs).toMatchObject([{ title: 'Another title', questions: EVERY_KIND }])
  const { questions } = jobs[0] ?? expect.fail()
  const clone = await admin.send('POST', ADMIN_API.adminJobs, { ...jobBody({ questions }), clonedFromId: jobId })
  const { id, askedQuestions } = (await clone.json()) as Job
  expect(id).not.toBe(jobId)
  // The same question has the same name in every posting.
  expect(askedQuestions).toEqual(asked)
  const history = (await (await admin.send('GET', pathTo(ADMIN_API.jobHistory, jobId))).json()) as { event: object }[]
  expect(JSON.stringify(history)).not.toContain('questions')
})
