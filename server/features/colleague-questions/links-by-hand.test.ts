import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { HistoryEntry } from '../../../contract/applications/history.ts'
import type { InterviewDetails, SavedInterview } from '../../../contract/interviews/interview.ts'
import { COLLEAGUE_API } from '../../../contract/team/colleague-paths.ts'
import type { ColleagueQuestion, MadeColleagueQuestion } from '../../../contract/team/colleague-questions.ts'
import type { Scorecards } from '../../../contract/team/scorecards.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../../contract/wire/error.ts'
import { COLLEAGUE_QUESTION } from '../../../contract/wire/limits.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { type AdminClient, adminClient, signInAs } from '../../../test/admin-client.ts'
import { prepareColleague, tokenIn } from '../../../test/colleagues/colleague-kit.ts'
import { insertApplicant } from '../../../test/factories.ts'
import { prepareManagers } from '../../../test/managers/manager-kit.ts'
import { DETAILS } from '../../../test/smtp/interview-kit.ts'
import { MINUTE, NOON } from '../../../test/smtp/mail-kit.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

let app: TestApp
let admin: AdminClient
let applicant: number
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
/** The site sends no mail. */
beforeEach(async () => {
  app.setNow(new Date(NOON))
  await app.db.deleteFrom('applications').execute()
  admin = adminClient(app, await app.signIn())
  applicant = await insertApplicant(app.db, { name: 'Zoë Ito', email: 'zoe@example.com' })
})

const colleague = prepareColleague({ app: () => app, admin: () => admin, mailTo: () => [] }, () => applicant)
const plan = async (changes: Partial<InterviewDetails> = {}) => {
  const path = pathTo(ADMIN_API.applicationInterviews, applicant)
  const { status, body } = await admin.request<SavedInterview>('POST', path, { ...DETAILS, ...changes })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const questions = async (client = admin) =>
  (await client.request<{ questions: ColleagueQuestion[] }>('GET', pathTo(ADMIN_API.colleagueQuestions, applicant)))
    .body.questions
const ofKim = async () => (await questions())[0] ?? expect.fail('nobody was asked')
const makeLink = (id: number, client = admin) =>
  client.request<MadeColleagueQuestion & ErrorBody>('POST', pathTo(ADMIN_API.colleagueQuestionLink, id))
const madeToken = async () => tokenIn((await makeLink((await ofKim()).id)).body.url ?? '')
const linkMade = async (index: number) => tokenIn((await makeLink((await questions())[index]?.id ?? 0)).body.url ?? '')
const give = (token: string, device: string, version: number | null = null) =>
  colleague.send(token, device, 'PUT', COLLEAGUE_API.askedQuestionScorecard, {
    ...{ overall: 'yes', ratings: [], note: 'Hire her.', version },
  })

test('where the site sends no mail, an interviewer without an account gives a scorecard by a link that is made by hand', async () => {
  await plan()
  expect(await ofKim()).toMatchObject({ email: 'kim@example.com', name: 'Kim Lee', isOpen: true, linkShownAt: null })
  const { status, body } = await makeLink((await ofKim()).id)
  expect(status).toBe(200)
  expect(body.question).toEqual(await ofKim())
  expect(body.question.linkShownAt).toBe(new Date(NOON).toISOString())
  const token = tokenIn(body.url ?? '')
  const device = await colleague.openFirst(token)
  expect((await give(token, device)).status).toBe(200)
  await admin.send('POST', pathTo(ADMIN_API.skipScorecard, applicant))
  const { body: cards } = await admin.request<Scorecards>('GET', pathTo(ADMIN_API.scorecards, applicant))
  expect(cards.others, 'signed with the name that was typed for the interview').toMatchObject([
    { by: { id: null, name: 'Kim Lee', address: 'kim@example.com' }, card: { overall: 'yes' } },
  ])
  const { body: history } = await admin.request<HistoryEntry[]>('GET', pathTo(ADMIN_API.applicationHistory, applicant))
  expect(history.filter(({ event }) => event.action === 'colleague_link_made')).toMatchObject([{ by: 'admin' }])
  expect(JSON.stringify(await app.db.selectFrom('colleague_questions').selectAll().execute())).not.toContain(token)
})

test('a scorecard is shown and changed on the device that gave it alone, where its links were made by hand', async () => {
  await plan()
  await plan({ date: '2035-04-04' })
  const [kept, passedOn] = [await linkMade(0), await linkMade(1)]
  const ofMaker = await colleague.openFirst(kept)
  const ofKim = await colleague.openFirst(passedOn)
  expect((await give(passedOn, ofKim)).status).toBe(200)

  const read = async (token: string, device: string) => (await colleague.read(token, device)).body.asked?.scorecard
  expect(await read(kept, ofMaker)).toEqual({ criteria: [], card: null, isElsewhere: true })
  for (const version of [null, 1]) {
    const refused = await give(kept, ofMaker, version)
    expect(refused.status).toBe(403)
    expect(await refused.text()).not.toContain('Hire her')
  }
  expect(await read(passedOn, ofKim)).toMatchObject({ card: { note: 'Hire her.', version: 1 }, isElsewhere: false })
  expect((await give(passedOn, ofKim, 1)).status).toBe(200)
})

test('another link ends the one before, on its devices too, and is opened without a code', async () => {
  await plan()
  const first = await madeToken()
  const device = await colleague.openFirst(first)
  const second = await madeToken()
  expect(second).not.toBe(first)
  expect((await colleague.read(first, device)).status).toBe(404)
  expect((await colleague.read(second, device)).body).toMatchObject({ device: 'first', asked: null })
  expect((await ofKim()).lastOpenedAt, 'nobody has opened this one').toBeNull()
  expect((await colleague.read(second, await colleague.openFirst(second))).body.device).toBe('known')
})

test('where the site sends no mail, another device is told to ask for a new link, with a code and without', async () => {
  await plan()
  const token = await madeToken()
  await colleague.openFirst(token)
  expect((await colleague.read(token)).body).toMatchObject({ device: 'new', canSendCode: false })
  const refused = [await colleague.open(token), await colleague.open(token, '123456')]
  for (const { status, body } of refused) {
    expect(status).toBe(403)
    expect(body.message).toMatch(/another device already.*sends no mail.*Ask the person who sent it for a new one/)
  }
  expect(await (await colleague.sendCode(token)).json()).toMatchObject({ message: refused[0]?.body.message })
})

test('no link is made where it would not work', async () => {
  const planned = await plan()
  const { id } = await ofKim()
  await admin.send('POST', pathTo(ADMIN_API.cancelInterview, planned.id), { version: planned.version })
  expect(await ofKim(), 'the interview was cancelled').toMatchObject({ isOpen: false, endedAt: null })
  expect((await makeLink(id)).body).toMatchObject({ code: 'invalid_request', message: expect.stringMatching(/ended/) })
  const { body: asked } = await colleague.ask()
  expect(asked.question.linkShownAt).toBe(new Date(NOON).toISOString())
  await admin.send('POST', pathTo(ADMIN_API.endColleagueQuestion, asked.question.id))
  expect((await makeLink(asked.question.id)).status).toBe(400)
})

test('who may not ask a colleague makes no link', async () => {
  const { mine, plain, deciding } = await prepareManagers(app, NOON)
  applicant = await insertApplicant(app.db, { job_id: mine })
  await plan()
  expect((await makeLink((await ofKim()).id, plain)).status).toBe(403)
  expect((await makeLink((await ofKim()).id, deciding)).status).toBe(200)
})

test('moving an interview leaves its interviewer the link that was made, with the new time', async () => {
  const planned = await plan()
  const token = await madeToken()
  const device = await colleague.openFirst(token)
  const moved = { ...DETAILS, date: '2026-04-20', version: planned.version }
  expect((await admin.send('PUT', pathTo(ADMIN_API.interview, planned.id), moved)).status).toBe(200)
  app.setNow(new Date(NOON + 11 * MINUTE))
  expect(await questions()).toHaveLength(1)
  const { body } = await colleague.read(token, device)
  expect(body.asked?.question).toContain('Monday, April 20')
  expect(body.expiresAt > '2026-04-27').toBe(true)
})

test('a link that was made by hand ends with the right of who made it', async () => {
  const { mine, deciding } = await prepareManagers(app, NOON)
  applicant = await insertApplicant(app.db, { job_id: mine })
  await plan()
  const { body } = await makeLink((await ofKim()).id, deciding)
  const token = tokenIn(body.url ?? '')
  const device = await colleague.openFirst(token)
  await app.db.deleteFrom('job_assignments').where('job_id', '=', mine).execute()
  expect((await colleague.read(token, device)).status).toBe(404)
  expect((await ofKim()).isOpen).toBe(false)
})

test('nobody makes a link that would show a scorecard, or answer what another person has asked', async () => {
  const { mine, deciding } = await prepareManagers(app, NOON)
  applicant = await insertApplicant(app.db, { job_id: mine })
  await plan()
  const { id } = await ofKim()
  const token = await madeToken()
  const device = await colleague.openFirst(token)
  expect((await give(token, device)).status).toBe(200)
  expect((await makeLink(id, deciding)).body.message).toContain('Kim Lee has given a scorecard already')
  expect((await colleague.read(token, device)).status, 'her link goes on working').toBe(200)
  const { body: asked } = await colleague.ask()
  expect((await makeLink(asked.question.id, deciding)).body.message).toContain('admin has asked this')
  expect((await makeLink(asked.question.id)).status).toBe(200)
})

test('the list says to whom another link is made: to who asked the question, or may for an interviewer until her scorecard is in', async () => {
  const { mine, deciding } = await prepareManagers(app, NOON)
  applicant = await insertApplicant(app.db, { job_id: mine })
  await plan()
  const { body: asked } = await colleague.ask()
  expect(asked.question.mayMakeLink, 'as it was made').toBe(true)
  const makes = async (client = admin) => (await questions(client)).map(({ name, mayMakeLink }) => [name, mayMakeLink])
  expect(await makes()).toEqual([
    [null, true],
    ['Kim Lee', true],
  ])
  expect(await makes(deciding)).toEqual([
    [null, false],
    ['Kim Lee', true],
  ])
  const [, ofInterview] = await questions()
  const token = tokenIn((await makeLink(ofInterview?.id ?? 0)).body.url ?? '')
  await give(token, await colleague.openFirst(token))
  expect(await makes()).toEqual([
    [null, true],
    ['Kim Lee', false],
  ])
})

test('an interviewer whose link was ended gets none with a moved interview', async () => {
  const planned = await plan()
  await admin.send('POST', pathTo(ADMIN_API.endColleagueQuestion, (await ofKim()).id))
  const moved = { ...DETAILS, date: '2026-04-20', version: planned.version }
  expect((await admin.send('PUT', pathTo(ADMIN_API.interview, planned.id), moved)).status).toBe(200)
  app.setNow(new Date(NOON + 11 * MINUTE))
  expect(await questions()).toMatchObject([{ isOpen: false }])
})

test('a person makes so many links a day, also at once, and an application gets no more from several people', async () => {
  const { mostLinksInADay: most } = COLLEAGUE_QUESTION
  const recruiter = async (name: string, now: number) =>
    adminClient(app, await signInAs(app, name, { now: new Date(now), role: 'recruiter' }))
  const [rita, vera] = [await recruiter('rita', NOON), await recruiter('vera', NOON)]
  await plan()
  const { id } = await ofKim()
  for (let made = 0; made < most - 2; made += 1) expect((await makeLink(id, rita)).status).toBe(200)
  const last = await Promise.all(Array.from({ length: 6 }, () => makeLink(id, rita)))
  expect(last.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429, 429, 429])
  const { body } = await makeLink(id, rita)
  expect(body.message).toBe(`You have made ${most} links within a day. Please try again in 24 hours.`)
  expect((await makeLink(id, vera)).body.message).toContain(
    `${most} links for this application were made within a day.`,
  )
  expect(await ofKim(), 'the last link goes on working').toMatchObject({ askedBy: 'rita', isOpen: true })
  applicant = await insertApplicant(app.db)
  await plan()
  const another = (await ofKim()).id
  expect((await makeLink(another, rita)).status, 'counted for the person').toBe(429)
  expect((await makeLink(another, vera)).status, 'another person, another application').toBe(200)
  const nextDay = NOON + 24 * 60 * MINUTE
  app.setNow(new Date(nextDay))
  expect((await makeLink(id, await recruiter('ruth', nextDay))).status, 'a day later').toBe(200)
})
