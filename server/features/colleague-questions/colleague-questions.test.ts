import { beforeEach, expect, test, vi } from 'vitest'
import type { HistoryEntry } from '../../../contract/applications/history.ts'
import { COLLEAGUE_API } from '../../../contract/team/colleague-paths.ts'
import type { ColleagueQuestion, MadeColleagueQuestion } from '../../../contract/team/colleague-questions.ts'
import type { Comment } from '../../../contract/team/comments.ts'
import type { Notices } from '../../../contract/team/notices.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../../contract/wire/error.ts'
import { COLLEAGUE_QUESTION } from '../../../contract/wire/limits.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { adminClient, signInAs } from '../../../test/admin-client.ts'
import { LENA, prepareColleague, tokenIn } from '../../../test/colleagues/colleague-kit.ts'
import { createJob, insertApplicant } from '../../../test/factories.ts'
import { prepareManagers } from '../../../test/managers/manager-kit.ts'
import { DAY, MINUTE, NOON, PATIENT, prepareMail } from '../../../test/smtp/mail-kit.ts'

const { app, admin, goTo, mailTo } = prepareMail({ clears: ['jobs'] })

let applicant: number
let jobId: number
beforeEach(async () => {
  await app().db.deleteFrom('accounts').where('id', '>', 1).execute()
  jobId = await createJob(app(), { title: 'Controls Technician' })
  applicant = await insertApplicant(app().db, {
    ...{ name: 'Zoë Ito', email: 'zoe@example.com', phone: '432 555 0100', note: 'I fix pumps.', job_id: jobId },
  })
})

const { ask, askedToken, send, read, openFirst, open, answer } = prepareColleague(
  { app, admin, mailTo },
  () => applicant,
)
const askByMail = (question: string) =>
  admin().send('POST', pathTo(ADMIN_API.colleagueQuestions, applicant), { email: LENA, question, byMail: true })
const end = (id: number, client = admin()) => client.send('POST', pathTo(ADMIN_API.endColleagueQuestion, id))
const questions = async () =>
  (await admin().request<{ questions: ColleagueQuestion[] }>('GET', pathTo(ADMIN_API.colleagueQuestions, applicant)))
    .body.questions
const comments = async () =>
  (await admin().request<{ comments: Comment[] }>('GET', pathTo(ADMIN_API.comments, applicant))).body.comments
const actions = async () => {
  const { body } = await admin().request<HistoryEntry[]>('GET', pathTo(ADMIN_API.applicationHistory, applicant))
  return body.map(({ event }) => event.action)
}

test('a colleague without an account reads resume, answers and question, and what is answered stands among the comments', async () => {
  const token = await askedToken()
  const before = await read(token)
  expect(before.headers.get('cache-control')).toBe('no-store')
  expect(before.body).toMatchObject({ askedBy: 'admin', device: 'first', asked: null })
  expect(JSON.stringify(before.body), 'nothing of the person before it is opened').not.toContain('Zoë')
  const device = await openFirst(token)
  const { body } = await read(token, device)
  expect(body).toMatchObject({ device: 'known', expiresAt: new Date(NOON + 14 * DAY).toISOString() })
  expect(body.asked).toMatchObject({
    applicant: 'Zoë Ito',
    job: 'Controls Technician',
    question: 'Would you talk to her?',
  })
  expect(body.asked).toMatchObject({ note: 'I fix pumps.', resume: null, answers: [] })
  expect(JSON.stringify(body), 'not how to reach the person').not.toMatch(/zoe@|555/)

  expect((await answer(token, device, 'talk', 'Knows our pumps.')).status).toBe(204)
  expect((await answer(token, device, 'talk', 'Knows our pumps.')).status, 'sent twice').toBe(204)
  expect(await comments()).toMatchObject([
    { by: { id: null, name: LENA }, verdict: 'talk', text: 'Knows our pumps.', mentions: [{ id: 1 }] },
  ])
  expect((await read(token, device)).body.asked?.answers).toMatchObject([
    { verdict: 'talk', comment: 'Knows our pumps.' },
  ])
  expect(await questions()).toMatchObject([{ email: LENA, isOpen: true, answers: 1, mail: null }])
  expect((await actions()).toSorted()).toEqual(['colleague_answered', 'colleague_asked', 'colleague_opened'])
})

test('the link goes by mail, and the person who asked gets the answer by mail', async () => {
  await app().db.updateTable('accounts').set({ email: 'admin@example.com' }).where('id', '=', 1).execute()
  const { body } = await ask(admin(), true)
  expect(body.url).toBeNull()
  await vi.waitUntil(() => mailTo(LENA).length > 0, PATIENT)
  const mail = mailTo(LENA)[0]?.mail
  expect(mail?.subject).toBe('admin asks you about an applicant')
  expect(mail?.text).toContain('Would you talk to her?')
  const token = tokenIn(mail?.text)
  await answer(token, await openFirst(token), 'not_for_us')
  await goTo(MINUTE)
  await vi.waitUntil(() => mailTo('admin@example.com').length > 0, PATIENT)
  const told = mailTo('admin@example.com')[0]?.mail
  expect(told?.subject).toBe(`${LENA} answered your question: Zoë Ito`)
  expect(told?.text).toContain('Not for us')
  const { body: read } = await admin().request<Notices>('GET', ADMIN_API.notices)
  expect(read.notices[0]).toMatchObject({ kind: 'answered', by: LENA, application: { name: 'Zoë Ito' } })
  const stored = await Promise.all(
    (['colleague_questions', 'mails', 'outbox_tasks', 'audit_trail'] as const).map((table) =>
      app().db.selectFrom(table).selectAll().execute(),
    ),
  )
  expect(JSON.stringify(stored)).not.toContain(token)
})

test.each([
  ['Your account is locked. Sign in: https://evil.example', 'A colleague'],
  ['=?utf-8?B?WW91ciBhY2NvdW50?=', 'A colleague'],
  ['Ana Núñez', 'Ana Núñez'],
])('%s asks, and the mail to a stranger says %s', async (display_name, shown) => {
  await app().db.updateTable('accounts').set({ display_name }).where('id', '=', 1).execute()
  await ask(admin(), true)
  await app().db.updateTable('accounts').set({ display_name: null }).where('id', '=', 1).execute()
  await vi.waitUntil(() => mailTo(LENA).length > 0, PATIENT)
  const mail = mailTo(LENA)[0]?.mail
  expect(mail?.subject).toBe(`${shown} asks you about an applicant`)
  expect(mail?.text).toContain(`\n${shown} asks you about Zoë Ito`)
})

test('a link is made by hand where its mail has not arrived, but not while the mail is to leave', async () => {
  const { body } = await ask(admin(), true)
  const makeLink = () =>
    admin().request<MadeColleagueQuestion & ErrorBody>(
      'POST',
      pathTo(ADMIN_API.colleagueQuestionLink, body.question.id),
    )
  await vi.waitUntil(async () => (await questions())[0]?.mail === 'sent', PATIENT)
  const mailed = tokenIn(mailTo(LENA)[0]?.mail.text)
  await openFirst(mailed)
  const made = await makeLink()
  expect(made).toMatchObject({ status: 200, body: { question: { name: null, linkShownAt: expect.any(String) } } })
  expect((await read(mailed)).status).toBe(404)
  expect((await read(tokenIn(made.body.url ?? ''))).body.device).toBe('first')
  await app().db.updateTable('mails').set({ state: 'waiting' }).execute()
  expect((await makeLink()).body).toMatchObject({ code: 'invalid_request', message: expect.stringContaining('mail') })
})

test('the words of a question make no link in its mail, and those of an answer none either', async () => {
  await app().db.updateTable('accounts').set({ email: 'admin@example.com' }).where('id', '=', 1).execute()
  const written = 'Sign in again:\nhttps://evil.example\n\nOr: https://evil.example'
  await askByMail(written)
  await vi.waitUntil(() => mailTo(LENA).length > 0, PATIENT)
  const asked = mailTo(LENA)[0]?.mail
  const token = tokenIn(asked?.text)
  await answer(token, await openFirst(token), 'talk', written)
  await goTo(MINUTE)
  await vi.waitUntil(() => mailTo('admin@example.com').length > 0, PATIENT)
  for (const mail of [asked, mailTo('admin@example.com')[0]?.mail]) {
    expect(mail?.text).toContain('> Sign in again:\n> https://evil.example\n>\n> Or: https://evil.example')
    expect(mail?.html).not.toContain('href="https://evil.example')
  }
})

test('two devices that open a new link at once: one is the first, and a repeated answer is stored once', async () => {
  const token = await askedToken()
  const opened = await Promise.all([open(token), open(token)])
  expect(opened.map(({ status }) => status).toSorted()).toEqual([200, 400])
  const device = opened.find(({ status }) => status === 200)?.body.device ?? ''
  await Promise.all([answer(token, device, 'talk'), answer(token, device, 'talk')])
  expect(await comments()).toHaveLength(1)
})

test('ten answers of one link are stored, and the next one is refused', async () => {
  const token = await askedToken()
  const device = await openFirst(token)
  const { mostAnswers } = COLLEAGUE_QUESTION
  for (let count = 1; count <= mostAnswers; count += 1)
    expect((await answer(token, device, 'talk', `Answer ${count}`)).status).toBe(204)
  const refused = await answer(token, device, 'not_for_us', 'One more')
  expect([refused.status, ((await refused.json()) as ErrorBody).code]).toEqual([400, 'invalid_request'])
  expect((await comments()).map(({ text }) => text)).toHaveLength(mostAnswers)
})

test('a link ends after 14 days, when somebody ends it, and with the right of the person to ask', async () => {
  const rita = adminClient(app(), await signInAs(app(), 'rita', { now: new Date(NOON), role: 'recruiter' }))
  const [expiring, ended, ofRita] = [await ask(), await ask(), await ask(rita)].map(({ body }) => ({
    id: body.question.id,
    token: tokenIn(body.url ?? ''),
  })) as [Link, Link, Link]
  expect((await end(ended.id)).status).toBe(200)
  expect((await end(ended.id)).status, 'a repeated request succeeds').toBe(200)
  const refusal = (await read('A'.repeat(43))).body
  expect((await read(ended.token)).body).toEqual(refusal)
  expect((await read(ofRita.token)).status).toBe(200)
  await app().db.updateTable('accounts').set({ role: 'hiring_manager' }).where('username', '=', 'rita').execute()
  expect((await read(ofRita.token)).body).toEqual(refusal)
  app().setNow(new Date(NOON + 14 * DAY - 1))
  expect((await read(expiring.token)).status).toBe(200)
  app().setNow(new Date(NOON + 14 * DAY))
  expect((await read(expiring.token)).body).toEqual(refusal)
  const device = 'B'.repeat(43)
  for (const [method, path, body] of [
    ['POST', COLLEAGUE_API.openAskedQuestion, { code: null }],
    ['POST', COLLEAGUE_API.askedQuestionCode],
    ['POST', COLLEAGUE_API.askedQuestionAnswer, { verdict: 'talk', comment: null }],
    ['GET', COLLEAGUE_API.askedQuestionResume],
    ['GET', COLLEAGUE_API.askedQuestionResumeText],
  ] as const)
    expect((await send(expiring.token, device, method, path, body)).status, path).toBe(404)
})

type Link = { id: number; token: string }

test('an application that is held back or deleted shows nothing, and only who may decide asks', async () => {
  const { mine, plain, deciding } = await prepareManagers(app(), NOON)
  const id = await insertApplicant(app().db, { job_id: mine })
  expect((await ask(plain, false, id)).status).toBe(403)
  const { body } = await ask(deciding, false, id)
  const token = tokenIn(body.url ?? '')
  expect((await end(body.question.id, plain)).status).toBe(403)
  expect((await read(token)).status).toBe(200)
  await app().db.updateTable('applications').set({ quarantined: 1 }).where('id', '=', id).execute()
  expect((await read(token)).status).toBe(404)
  expect((await ask(admin(), false, id)).body).toMatchObject({ code: 'invalid_request', issues: [{ path: 'email' }] })
  await admin().send('POST', ADMIN_API.deleteApplications, { applications: [{ id }] })
  expect(await app().db.selectFrom('colleague_questions').select('id').execute()).toEqual([])
})

test('a withdrawn application is shown to nobody else: its link ends, and nobody is asked anew', async () => {
  const token = await askedToken()
  const device = await openFirst(token)
  const set = (columns: object) =>
    app().db.updateTable('applications').set(columns).where('id', '=', applicant).execute()
  await set({ status: 'rejected', archived: 1 })
  expect((await read(token, device)).status, 'rejected and archived').toBe(200)
  await set({ withdrawn_at: new Date(NOON).toISOString() })
  expect((await read(token, device)).status).toBe(404)
  expect((await ask()).body).toMatchObject({ code: 'invalid_request', issues: [{ path: 'email' }] })
})

test('nobody sends questions without end', async () => {
  const { mostOfApplication } = COLLEAGUE_QUESTION
  const at = new Date(NOON - 2 * DAY).toISOString()
  const row = {
    application_id: applicant,
    email: LENA,
    question: 'x',
    asked_by: 'admin',
    asked_by_id: 1,
    created_at: at,
  }
  const many = (count: number, of: object) =>
    app()
      .db.insertInto('colleague_questions')
      .values(
        Array.from({ length: count }, (_, index) => ({
          ...row,
          ...of,
          token_hash: `${index}${JSON.stringify(of)}`,
          expires_at: at,
        })),
      )
      .execute()
  await many(mostOfApplication, {})
  expect((await ask()).body.code).toBe('invalid_request')
  await app().db.deleteFrom('colleague_questions').execute()
  const another = await insertApplicant(app().db)
  await many(COLLEAGUE_QUESTION.mostInADay, { application_id: another, created_at: new Date(NOON).toISOString() })
  expect((await ask()).status).toBe(429)
})
