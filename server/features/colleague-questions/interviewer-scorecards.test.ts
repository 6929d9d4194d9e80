import { expect, test } from 'vitest'
import type { HistoryEntry } from '../../../contract/applications/history.ts'
import { COLLEAGUE_API } from '../../../contract/team/colleague-paths.ts'
import type { ColleagueQuestion } from '../../../contract/team/colleague-questions.ts'
import type { InterviewerScorecard, Scorecards } from '../../../contract/team/scorecards.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../../contract/wire/error.ts'
import { SCORECARD } from '../../../contract/wire/limits.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { prepareColleague, tokenIn } from '../../../test/colleagues/colleague-kit.ts'
import { createJob } from '../../../test/factories.ts'
import { prepareInterviews } from '../../../test/smtp/interview-kit.ts'
import { MINUTE } from '../../../test/smtp/mail-kit.ts'

const { app, admin, smtp, goTo, mailTo, arrive, plan, act } = prepareInterviews()

const CRITERION = 'PLC programming'
const YES = {
  overall: 'yes',
  ratings: [{ criterion: CRITERION, rating: 'strong_yes', note: 'Wrote a Modbus driver' }],
  note: 'Hire her.',
}
const NO = { ...YES, overall: 'definitely_not', note: 'Never.' }

let applicant: number
const colleague = prepareColleague({ app, admin, mailTo }, () => applicant)

/** Gives a scorecard with a link. @param version the one that was read */
async function give(token: string, device: string, card: object, version: number | null) {
  const path = COLLEAGUE_API.askedQuestionScorecard
  const response = await colleague.send(token, device, 'PUT', path, { ...card, version })
  return { status: response.status, body: (await response.json()) as InterviewerScorecard & ErrorBody }
}

const readScorecard = async (token: string, device: string) =>
  (await colleague.read(token, device)).body.asked?.scorecard

/** The scorecards as the admin reads them. */
const scorecards = async () => (await admin().request<Scorecards>('GET', pathTo(ADMIN_API.scorecards, applicant))).body

test('an interviewer without an account gives a scorecard by the link of the invitation, and reads that of nobody else', async () => {
  const jobId = await createJob(app(), { title: 'Controls Technician' })
  await admin().send('PATCH', pathTo(ADMIN_API.adminJob, jobId), { criteria: [CRITERION] })
  applicant = (await arrive({ jobId: String(jobId) })).id
  const planned = await plan(applicant, {
    interviewers: [
      { name: 'Kim Lee', address: 'Kim@example.com' },
      { name: 'Ravi Rao', address: 'ravi@example.com' },
    ],
  })
  await goTo(10 * MINUTE)
  await smtp().untilReceived(3)
  const linkOf = async (address: string) => {
    const token = tokenIn(mailTo(address)[0]?.mail.text)
    return [token, await colleague.openFirst(token)] as const
  }
  const [kim, ravi] = [await linkOf('Kim@example.com'), await linkOf('ravi@example.com')]
  await admin().send('PUT', pathTo(ADMIN_API.ownScorecard, applicant), { ...NO, version: null })

  expect(await readScorecard(...kim)).toEqual({ criteria: [CRITERION], card: null, isElsewhere: false })
  const given = await give(...kim, YES, null)
  expect(given).toMatchObject({
    status: 200,
    body: { criteria: [CRITERION], card: { ...YES, version: 1, changedAt: null } },
  })
  expect((await give(...kim, YES, null)).body, 'sent twice').toEqual(given.body)
  expect(await readScorecard(...kim)).toEqual(given.body)
  expect(await readScorecard(...ravi), 'nothing of Kim’s').toEqual({
    criteria: [CRITERION],
    card: null,
    isElsewhere: false,
  })
  expect(JSON.stringify((await colleague.read(...kim)).body), 'nothing of the admin’s').not.toMatch(/Never|definitely/)
  expect((await scorecards()).others).toMatchObject([
    { by: { id: null, name: 'Kim Lee', address: 'kim@example.com' }, card: { ...YES, version: 1 } },
  ])

  const later = { ...YES, note: 'Hire her soon.' }
  expect(await give(...kim, later, 1)).toMatchObject({ status: 200, body: { card: { ...later, version: 2 } } })
  const conflict = await give(...kim, NO, 1)
  expect(conflict).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
  expect(conflict.body.current, 'in the form in which the card is read, without those of others').toEqual(
    await readScorecard(...kim),
  )
  const { body: history } = await admin().request<HistoryEntry[]>(
    'GET',
    pathTo(ADMIN_API.applicationHistory, applicant),
  )
  const own = history.filter(({ by, event }) => by === null && event.action.startsWith('scorecard'))
  expect(own.map(({ event }) => event.action)).toEqual(['scorecard_changed', 'scorecard_given'])

  const stored = await scorecards()
  expect((await colleague.answer(...kim, 'talk')).status, 'a verdict beside the scorecard').toBe(403)
  const { body: asked } = await admin().request<{ questions: ColleagueQuestion[] }>(
    'GET',
    pathTo(ADMIN_API.colleagueQuestions, applicant),
  )
  expect(Object.fromEntries(asked.questions.map(({ email, scorecardAt }) => [email, scorecardAt]))).toEqual({
    'Kim@example.com': stored.others[0]?.createdAt,
    'ravi@example.com': null,
  })
  expect((await give(kim[0], '', NO, 2)).status, 'another device').toBe(403)
  const token = await colleague.askedToken()
  const plain = [token, await colleague.openFirst(token)] as const
  expect(await readScorecard(...plain), 'a question without an interview').toBeNull()
  expect((await give(...plain, NO, null)).status).toBe(403)
  await fillVersions(stored.others[0]?.id ?? 0)
  expect(await give(...kim, NO, 2)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  await act(ADMIN_API.cancelInterview, planned)
  expect((await give(...kim, NO, 2)).status, 'the interview was cancelled').toBe(404)
  expect(await scorecards()).toEqual(stored)
})

/** Leaves a card no room for another version. */
async function fillVersions(scorecard_id: number) {
  const row = { scorecard_id, answers: JSON.stringify(YES), until: '2026-03-02T09:00:00.000Z' }
  await app()
    .db.insertInto('scorecard_versions')
    .values(Array.from({ length: SCORECARD.mostVersions }, () => row))
    .execute()
}
