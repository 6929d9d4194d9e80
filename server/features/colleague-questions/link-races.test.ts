import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ColleagueQuestion, MadeColleagueQuestion } from '../../../contract/team/colleague-questions.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../../contract/wire/error.ts'
import { COLLEAGUE_QUESTION } from '../../../contract/wire/limits.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { type AdminClient, adminClient, signInAs } from '../../../test/admin-client.ts'
import { prepareColleague, tokenIn } from '../../../test/colleagues/colleague-kit.ts'
import { insertApplicant } from '../../../test/factories.ts'
import { DETAILS } from '../../../test/smtp/interview-kit.ts'
import { NOON } from '../../../test/smtp/mail-kit.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

let app: TestApp
let admin: AdminClient
let rita: AdminClient
let applicant: number
let question: number
beforeAll(async () => {
  app = await startTestApp()
  app.setNow(new Date(NOON))
  admin = adminClient(app, await app.signIn())
  rita = adminClient(app, await signInAs(app, 'rita', { now: new Date(NOON), role: 'recruiter' }))
})
afterAll(() => app.stop())
/** An interviewer without an account, on a site that sends no mail. */
beforeEach(async () => {
  applicant = await insertApplicant(app.db)
  await admin.request('POST', pathTo(ADMIN_API.applicationInterviews, applicant), DETAILS)
  question = (await listed()).id
})

const colleague = prepareColleague({ app: () => app, admin: () => admin, mailTo: () => [] }, () => applicant)
const listed = async () => {
  const path = pathTo(ADMIN_API.colleagueQuestions, applicant)
  const { body } = await admin.request<{ questions: ColleagueQuestion[] }>('GET', path)
  return body.questions[0] ?? expect.fail('nobody was asked')
}
const makeLink = (client = admin) =>
  client.request<MadeColleagueQuestion & ErrorBody>('POST', pathTo(ADMIN_API.colleagueQuestionLink, question))
const endLink = () => rita.request('POST', pathTo(ADMIN_API.endColleagueQuestion, question))
const tokenOf = ({ body }: Awaited<ReturnType<typeof makeLink>>) => tokenIn(body.url ?? '')
const statusOf = async (token: string) => (await colleague.read(token)).status

test('of links that several people make at once, the one of the person who then stands in the list works alone', async () => {
  const made = await Promise.all([makeLink(), makeLink(rita), makeLink(), makeLink(rita)])
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const statuses = await Promise.all(made.map((one) => statusOf(tokenOf(one))))
  expect(statuses.toSorted()).toEqual([200, 404, 404, 404])
  const working = made[statuses.indexOf(200)]
  expect(working?.body.question.askedBy).toBe((await listed()).askedBy)
})

test('a link that is made while another person ends it does not work afterwards', async () => {
  const first = tokenOf(await makeLink())
  const [ended, ...made] = await Promise.all([endLink(), makeLink(), makeLink(rita)])
  expect(ended.status).toBe(200)
  for (const { status } of made) expect([200, 400]).toContain(status)
  const tokens = [first, ...made.filter(({ status }) => status === 200).map(tokenOf)]
  for (const token of tokens) expect((await colleague.open(token)).status).toBe(404)
  expect(await listed()).toMatchObject({ isOpen: false })
})

test('two people who ask at once do not take the last place for a question twice', async () => {
  const { id: _, ...row } = await app.db
    .selectFrom('colleague_questions')
    .selectAll()
    .where('id', '=', question)
    .executeTakeFirstOrThrow()
  const more = Array.from({ length: COLLEAGUE_QUESTION.mostOfApplication - 2 }, (_each, index) => ({
    ...{ ...row, token_hash: `${index}`, created_at: new Date(0).toISOString() },
  }))
  await app.db.insertInto('colleague_questions').values(more).execute()
  const path = pathTo(ADMIN_API.colleagueQuestions, applicant)
  const body = { email: 'ann@example.com', question: 'Would you hire her?', byMail: false }
  const asked = await Promise.all([admin, rita, admin, rita].map((client) => client.send('POST', path, body)))
  expect(asked.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400])
})

test('a link that is opened while it is ended shows nothing afterwards', async () => {
  const token = tokenOf(await makeLink())
  const [opened] = await Promise.all([colleague.open(token), endLink()])
  expect([200, 404]).toContain(opened.status)
  expect((await colleague.read(token, opened.body.device)).status).toBe(404)
})

test('a device that opens a link while a new one is made takes no place of the first device of the new one', async () => {
  const old = tokenOf(await makeLink())
  const [opened, made] = await Promise.all([colleague.open(old), makeLink(rita)])
  expect([200, 404]).toContain(opened.status)
  expect((await colleague.read(old, opened.body.device)).status).toBe(404)
  const first = await colleague.open(tokenOf(made))
  expect(first.status, 'without a code').toBe(200)
  expect((await colleague.read(tokenOf(made), first.body.device)).body.device).toBe('known')
})

test('of devices that open a link at once, one does without a code', async () => {
  const token = tokenOf(await makeLink())
  const opened = await Promise.all([1, 2, 3, 4].map(() => colleague.open(token)))
  expect(opened.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403])
})
