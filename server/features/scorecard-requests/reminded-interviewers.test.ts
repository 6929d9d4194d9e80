import { beforeEach, expect, test, vi } from 'vitest'
import { COLLEAGUE_API } from '../../../contract/team/colleague-paths.ts'
import type { ColleagueQuestion, MadeColleagueQuestion } from '../../../contract/team/colleague-questions.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { COLLEAGUE_QUESTION } from '../../../contract/wire/limits.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { signInAs } from '../../../test/admin-client.ts'
import { prepareColleague, tokenIn } from '../../../test/colleagues/colleague-kit.ts'
import { untilLockWaits } from '../../../test/databases/until-lock-waits.ts'
import { createJob } from '../../../test/factories.ts'
import { prepareInterviews } from '../../../test/smtp/interview-kit.ts'
import { MINUTE, NOON, PATIENT } from '../../../test/smtp/mail-kit.ts'
import { lockRow } from '../../platform/database/row-locks.ts'
import { lockQuestion } from '../colleague-questions/question-links.ts'
import { planRequests } from './plan-requests.ts'

const { app, admin, smtp, goTo, mailTo, arrive, plan, act, change } = prepareInterviews()

const HOUR = 60 * MINUTE
const CARD = { overall: 'yes', ratings: [], note: '', version: null }
const KIM = 'Kim@example.com'

let applicant: number
let planned: Awaited<ReturnType<typeof plan>>
const colleague = prepareColleague({ app, admin, mailTo }, () => applicant)

/** Kim, without an account, is invited to an interview that ends one hour after noon. */
beforeEach(async () => {
  await app().db.deleteFrom('accounts').where('id', '>', 1).execute()
  const jobId = await createJob(app(), { title: 'Controls Technician' })
  applicant = (await arrive({ jobId: String(jobId), name: 'Zoë Ito' })).id
  planned = await plan(applicant, { interviewers: [{ name: 'Kim Lee', address: KIM }] })
  await goTo(10 * MINUTE)
  await smtp().untilReceived(2)
  await move(HOUR)
})

/** Moves the interview to an hour that ends at a time after noon. */
const move = (ms: number) =>
  app()
    .db.updateTable('interviews')
    .set({ starts_at: new Date(NOON + ms - HOUR).toISOString(), ends_at: new Date(NOON + ms).toISOString() })
    .execute()

/** Plans at a time after noon which reminders leave. */
const planAt = (ms: number, sendsMail = true) =>
  planRequests({
    ...{ db: app().db, log: { warn: vi.fn() }, publicUrl: 'https://jobs.example.com', timeZone: 'UTC', sendsMail },
    now: new Date(NOON + ms),
  })

/** Does at a time after noon what every process does every ten minutes, and lets the mails leave. */
async function remindAt(ms: number, sendsMail = true): Promise<number> {
  const asked = await planAt(ms, sendsMail)
  await goTo(ms)
  await vi.waitUntil(async () => {
    const open = app().db.selectFrom('mails').select('id').where('state', 'in', ['waiting', 'sending'])
    return (await open.execute()).length === 0
  }, PATIENT)
  return asked
}

const invitation = () => tokenIn(mailTo(KIM)[0]?.mail.text)
const reminders = () => mailTo(KIM).filter(({ mail }) => mail.subject?.startsWith('Your scorecard for'))
const give = (token: string, device: string) =>
  colleague.send(token, device, 'PUT', COLLEAGUE_API.askedQuestionScorecard, CARD)

test('an interviewer without an account is asked once, by a link that takes the scorecard; that of the invitation goes on working', async () => {
  const first = await colleague.openFirst(invitation())
  expect(await remindAt(4 * HOUR - 1)).toBe(0)
  expect(await remindAt(4 * HOUR)).toBe(1)
  expect(await remindAt(5 * HOUR)).toBe(0)
  const [{ mail } = { mail: undefined }, ...others] = reminders()
  expect(others).toEqual([])
  expect(mail?.text).toContain('Hello')
  expect(mail?.text).toContain('Controls Technician')
  expect(mail?.text).not.toContain('/admin/applications/')
  const token = tokenIn(mail?.text)
  expect(token).not.toBe(invitation())
  expect((await give(token, await colleague.openFirst(token))).status).toBe(200)
  expect((await colleague.read(invitation(), first)).body.asked?.scorecard?.card).toMatchObject({ overall: 'yes' })
})

test('the reminder is a question of the person who invited', async () => {
  await remindAt(4 * HOUR)
  const [latest, ...earlier] = await questions()
  expect(earlier).toHaveLength(1)
  expect(latest).toMatchObject({ email: KIM, name: 'Kim Lee', askedBy: 'admin', isOpen: true, mail: 'sent' })
})

const questions = async () => {
  const path = pathTo(ADMIN_API.colleagueQuestions, applicant)
  return (await admin().request<{ questions: ColleagueQuestion[] }>('GET', path)).body.questions
}
const end = async (which: 'first' | 'latest') => {
  const id = (await questions()).at(which === 'first' ? -1 : 0)?.id ?? expect.fail('nobody was asked')
  await admin().send('POST', pathTo(ADMIN_API.endColleagueQuestion, id))
}

test.each([
  ['the link of the invitation is ended', () => end('first')],
  ['the link of the reminder is ended', () => end('latest')],
  ['the interview is cancelled', async () => void (await act(ADMIN_API.cancelInterview, planned))],
  ['the interviewer is taken out of it', async () => void (await change(planned, { interviewers: [] }))],
])('all links of an interviewer end when %s', async (_what, happen) => {
  await remindAt(4 * HOUR)
  const links = [invitation(), tokenIn(reminders()[0]?.mail.text)]
  for (const token of links) expect((await colleague.read(token)).status).toBe(200)
  await happen()
  for (const token of links) expect((await colleague.read(token)).status).toBe(404)
  expect((await questions()).map(({ isOpen }) => isOpen)).toEqual([false, false])
})

test('a reminder that waits brings no link once that of the invitation was ended', async () => {
  await move(0)
  expect(await planAt(3 * HOUR)).toBe(1)
  await end('first')
  expect(await remindAt(3 * HOUR)).toBe(0)
  expect(reminders()).toEqual([])
})

test('a link that is being ended while reminders are planned brings none', async () => {
  const question = await app().db.selectFrom('colleague_questions').selectAll().executeTakeFirstOrThrow()
  let planning: Promise<number> | undefined
  await app()
    .db.transaction()
    .execute(async (trx) => {
      await lockQuestion(trx, question)
      planning = planAt(4 * HOUR)
      await untilLockWaits(trx)
      const ended = { ended_at: new Date(NOON).toISOString() }
      await trx.updateTable('colleague_questions').set(ended).where('id', '=', question.id).execute()
    })
  expect(await planning).toBe(0)
  expect(await questions()).toMatchObject([{ isOpen: false }])
})

test('reminders wait for the deletion of the account that invited, and do not block it', async () => {
  let planning: Promise<number> | undefined
  const deletion = app()
    .db.transaction()
    .execute(async (trx) => {
      await lockRow(trx, 'accounts', 1)
      planning = planAt(4 * HOUR)
      await untilLockWaits(trx)
      await trx.updateTable('applications').set({ assignee_id: null }).where('id', '=', applicant).execute()
    })
  await deletion
  expect(await planning).toBe(1)
})

test.each([
  ['has given a scorecard', async () => void (await give(invitation(), await colleague.openFirst(invitation())))],
  ['has a link that was ended', () => end('first')],
  [
    'takes no part any more',
    async () => void (await app().db.updateTable('interviews').set({ interviewers: '[]' }).execute()),
  ],
  ['interviews another day', () => move(24 * HOUR)],
  [
    'interviewed an applicant who was decided about',
    async () => void (await app().db.updateTable('applications').set({ status: 'rejected' }).execute()),
  ],
  [
    'is one of more than may be asked',
    async () => {
      const { id: _, ...row } = await app().db.selectFrom('colleague_questions').selectAll().executeTakeFirstOrThrow()
      const rows = Array.from({ length: COLLEAGUE_QUESTION.mostOfApplication - 1 }, (_each, index) => ({
        ...{ ...row, token_hash: `${index}`, email: `${index}@example.com` },
      }))
      await app().db.insertInto('colleague_questions').values(rows).execute()
    },
  ],
])('no reminder goes to an interviewer without an account who %s', async (_what, happen) => {
  await happen()
  expect(await remindAt(4 * HOUR)).toBe(0)
  expect(reminders()).toEqual([])
})

test.each([
  ['has given a scorecard', async () => void (await give(invitation(), await colleague.openFirst(invitation())))],
  [
    'has got an account',
    async () => {
      await signInAs(app(), 'kim', { now: new Date(NOON), role: 'recruiter' })
      await app().db.updateTable('accounts').set({ email: KIM }).where('username', '=', 'kim').execute()
    },
  ],
])('no reminder leaves to an interviewer who %s by then', async (_what, happen) => {
  await move(0)
  expect(await planAt(3 * HOUR)).toBe(1)
  await happen()
  expect(await remindAt(3 * HOUR)).toBe(0)
  expect(reminders()).toEqual([])
})

test('without a mail server nobody without an account is asked, and a link that was passed on by hand goes on working', async () => {
  const [asked = expect.fail('nobody was asked')] = await questions()
  const made = await admin().request<MadeColleagueQuestion>('POST', pathTo(ADMIN_API.colleagueQuestionLink, asked.id))
  const token = tokenIn(made.body.url ?? '')
  const device = await colleague.openFirst(token)
  expect(await remindAt(4 * HOUR, false)).toBe(0)
  expect(await questions()).toHaveLength(1)
  expect((await give(token, device)).status).toBe(200)
})
