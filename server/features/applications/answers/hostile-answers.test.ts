import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Application } from '../../../../contract/applications/application.ts'
import { readReceipt } from '../../../../contract/applications/receipt.ts'
import type { AskedQuestion } from '../../../../contract/jobs/question.ts'
import { firstAnswerField } from '../../../../contract/jobs/question-answers.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../../../contract/wire/error.ts'
import { MAXIMUM, MOST_QUESTIONS } from '../../../../contract/wire/limits.ts'
import { API, PAGE, pathTo } from '../../../../contract/wire/paths.ts'
import { type AdminClient, adminClient } from '../../../../test/admin-client.ts'
import { applicationForm, createJob } from '../../../../test/factories.ts'
import { question, readAsked } from '../../../../test/questions.ts'
import { startTestApp, type TestApp } from '../../../../test/test-app.ts'

const TEXTS = [
  '<script>alert(1)</script>',
  ']]></script><svg onload=alert(2)>',
  'هل لديك رخصة قيادة؟',
  'Bạn có kinh nghiệm gì?',
  '👷🏽‍♀️ 🛢️ 漢字',
  '{{7*7}} %s \\u0000 `x`',
  '"quotes" & \'more\' \\',
  '__proto__',
  '../../etc/passwd',
]

let app: TestApp
let admin: AdminClient
let jobId: number
let asked: AskedQuestion[]
beforeAll(async () => {
  app = await startTestApp()
  admin = adminClient(app, await app.signIn())
  const longest = '🛢'.repeat(MAXIMUM.question / 2)
  const questions = [...TEXTS, longest].map((text) => question({ text, kind: 'long_text' }))
  expect(questions).toHaveLength(MOST_QUESTIONS)
  jobId = await createJob(app, { questions })
  asked = await readAsked(app, jobId)
})
afterAll(() => app.stop())

const submit = (body: FormData) => app.request(API.submitApplication, { method: 'POST', body })
const countStored = async () => (await app.db.selectFrom('applications').select('id').execute()).length

test('hostile questions and answers come out of every page, file and response as they are, and as text alone', async () => {
  const fields = asked.map((each) => [firstAnswerField(each), `${each.text}\u0000\u202e`])
  const body = applicationForm({ jobId: String(jobId), ...Object.fromEntries(fields) })
  const sent = await app.request(PAGE.apply, { method: 'POST', body, redirect: 'manual' })
  expect(sent.status).toBe(303)
  const address = sent.headers.get('location') ?? ''
  const given = asked.map(({ text }) => ({ question: text, kind: 'long_text', answer: [text] }))

  const page = await (await app.request(address)).text()
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(page).not.toMatch(/<script>alert|<svg onload/)
  const form = await (await app.request(`${PAGE.apply}?job=${jobId}`)).text()
  expect(form).not.toMatch(/<script>alert|<svg onload/)

  const receipt = readReceipt(await (await app.request(address.replace('/sent?', '/sent/receipt.json?'))).text())
  expect(receipt?.answers).toEqual(given)
  const headers = { 'content-type': 'application/json' }
  const check = { method: 'POST', headers, body: JSON.stringify({ receipt }) }
  expect(await (await app.request(API.recoveryReceipt, check)).json()).toEqual({ verdict: 'valid', isStored: true })

  const [id] = (await admin.request<Application[]>('GET', ADMIN_API.applications)).body.map((each) => each.id)
  const stored = await admin.request<Application>('GET', pathTo(ADMIN_API.adminApplication, id ?? 0))
  expect(stored.body.questionAnswers).toEqual(given.map((each) => ({ ...each, mark: null })))
})

test.each<[string, (form: FormData) => void, number, string]>([
  ['a file for an answer', (form) => form.append(field(0), new File(['x'], 'x.txt')), 400, ''],
  ['an answer twice', (form) => [1, 2].map((each) => form.append(field(0), String(each))), 400, 'Sent twice'],
  ['an unknown id', (form) => form.append('answer-q0123456789ab', 'x'), 409, ''],
  ['the number of a choice where there is none', (form) => form.append(`${field(0)}-1`, 'x'), 409, ''],
  ['no id', (form) => form.append('answer-', 'x'), 400, 'Unknown field: answer-'],
  ['a name of the language', (form) => form.append('__proto__', 'x'), 400, 'Unknown field'],
])('a form with %s is refused, and nothing is stored', async (_what, add, status, message) => {
  const before = await countStored()
  const body = applicationForm({ jobId: String(jobId) })
  add(body)
  const response = await submit(body)
  const { issues = [] } = (await response.json()) as ErrorBody
  expect([response.status, issues[0]?.message ?? '']).toEqual([status, message])
  expect(await countStored()).toBe(before)
})

function field(index: number): string {
  return firstAnswerField(asked[index] ?? expect.fail('not asked'))
}
