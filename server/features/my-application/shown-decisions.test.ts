import { expect, test, vi } from 'vitest'
import type { MadeChange } from '../../../contract/applications/application-changes.ts'
import type { Interview } from '../../../contract/interviews/interview.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API, pathTo } from '../../../contract/wire/paths.ts'
import { prepareApplicants } from '../../../test/smtp/applicant-kit.ts'
import { MINUTE, PATIENT } from '../../../test/smtp/mail-kit.ts'

const { app, smtp, admin, goTo, withLink, readOwn, arrive, decide } = prepareApplicants()

const PHONE_CALL = { date: '2026-03-10', time: '15:00', minutes: 45, timeZone: 'UTC', kind: 'phone', place: null }
const plan = async (id: number, details: Partial<typeof PHONE_CALL> = {}) => {
  const path = pathTo(ADMIN_API.applicationInterviews, id)
  const body = { ...PHONE_CALL, ...details, interviewers: [] }
  return (await admin().request<Interview>('POST', path, body)).body
}
const cancel = ({ id, version }: Interview) => admin().send('POST', pathTo(ADMIN_API.cancelInterview, id), { version })
/** An applicant whose invitation has arrived ten minutes after noon. */
const invite = async () => {
  const { id, token } = await arrive()
  const interview = await plan(id)
  await goTo(10 * MINUTE)
  await untilTold(token, 2)
  return { id, token, interview }
}
/** Waits until so many messages to the applicant have left. */
const untilTold = (token: string, count: number) =>
  vi.waitFor(async () => expect((await readOwn(token)).messages).toHaveLength(count), PATIENT)
const refuse = async (id: number) => {
  const refusal = { change: { status: 'rejected' }, applications: [{ id }] }
  const { messages } = (await admin().request<MadeChange>('POST', ADMIN_API.applicationChanges, refusal)).body
  return { send: () => admin().send('POST', ADMIN_API.messageActions, { action: 'send', ids: messages.drafts }) }
}
const accept = (token: string, { id, version }: { id: number; version: number }) =>
  withLink('POST', pathTo(API.respondToInterview, id), token, { response: 'accepted', reason: '', version })
const calendarOf = async (token: string, { id }: Interview) => {
  const file = await withLink('GET', pathTo(API.interviewCalendar, id), token)
  return [file.status, await file.text()]
}

test('for ten minutes an interview that a refusal has cancelled looks as before, and can be accepted', async () => {
  const { id, token, interview } = await invite()
  const before = [await readOwn(token), await calendarOf(token, interview)]
  await refuse(id)
  expect([await readOwn(token), await calendarOf(token, interview)]).toEqual(before)
  expect((await accept(token, interview)).status).toBe(204)
  expect(await readOwn(token)).toMatchObject({ interviews: [{ state: 'planned', response: 'accepted' }] })
  expect((await accept(token, (await readOwn(token)).interviews[0] ?? expect.fail())).status, 'once more').toBe(204)
  await goTo(20 * MINUTE)
  expect(await readOwn(token)).toMatchObject({ stage: 'interview', interviews: [{ state: 'cancelled' }] })
})

test('an interview that an admin cancels looks the same as one that a refusal cancels', async () => {
  const { token, interview } = await invite()
  const before = [await readOwn(token), await calendarOf(token, interview)]
  await cancel(interview)
  expect([await readOwn(token), await calendarOf(token, interview)]).toEqual(before)
  await goTo(20 * MINUTE)
  expect(await readOwn(token)).toMatchObject({ interviews: [{ state: 'cancelled' }] })
})

test('a refusal that is sent before its time shows the cancelled interview with it', async () => {
  const { id, token } = await invite()
  const { send } = await refuse(id)
  await send()
  await send()
  await vi.waitFor(async () => {
    expect(await readOwn(token)).toMatchObject({ stage: 'decided', interviews: [{ state: 'cancelled' }] })
  }, PATIENT)
})

test('a refusal plans no interview again whose cancellation has arrived, and shows none that was never announced', async () => {
  const { id, token } = await arrive()
  const soon = await plan(id, { date: '2026-03-02', time: '12:50' })
  await smtp().untilReceived(2)
  await cancel(soon)
  await smtp().untilReceived(3)
  await vi.waitFor(
    async () => expect(await readOwn(token)).toMatchObject({ interviews: [{ state: 'cancelled' }] }),
    PATIENT,
  )
  await plan(id)
  await goTo(9 * MINUTE)
  await refuse(id)
  for (const minutes of [9, 11, 18]) {
    await goTo(minutes * MINUTE)
    expect(await readOwn(token)).toMatchObject({ interviews: [{ id: soon.id, state: 'cancelled' }] })
  }
})

test('one who withdraws sees the interview cancelled at once, and can accept none, whether refused or not', async () => {
  for (const isRefused of [false, true]) {
    const { id, token } = await arrive()
    const interview = await plan(id, { date: '2026-03-02', time: '12:50' })
    await untilTold(token, 2)
    if (isRefused) await refuse(id)
    expect((await withLink('POST', API.withdrawApplication, token, {})).status).toBe(204)
    expect(await readOwn(token)).toMatchObject({ interviews: [{ state: 'cancelled' }] })
    expect((await accept(token, interview)).status).toBe(400)
  }
})

test('a second refusal is not seen before its own message leaves, nor an interview that had no time to be seen', async () => {
  const { id, token } = await invite()
  const { send } = await refuse(id)
  await send()
  await send()
  await vi.waitFor(async () => expect(await readOwn(token)).toMatchObject({ stage: 'decided' }), PATIENT)
  await goTo(30 * MINUTE)
  await decide(id, 'reviewing')
  const interview = await plan(id, { date: '2026-03-12' })
  await decide(id, 'reviewing')
  await goTo(60 * MINUTE)
  await untilTold(token, 5)
  await decide(id, 'interview')
  const before = await readOwn(token)
  expect(before).toMatchObject({ stage: 'in_review' })
  await refuse(id)
  expect(await readOwn(token)).toEqual(before)
  await goTo(75 * MINUTE)
  expect(await readOwn(token)).toMatchObject({ stage: 'in_review' })
  expect((await readOwn(token)).interviews.find(({ id: each }) => each === interview.id)).toMatchObject({
    state: 'cancelled',
  })
})

test('a refusal shows only after its message has left, and an interview or a hire only when it cannot be undone any more', async () => {
  const { id, token } = await arrive()
  await decide(id, 'interview')
  expect(await readOwn(token), 'an interview too').toMatchObject({ stage: 'received' })
  await goTo(10 * MINUTE - 1)
  expect(await readOwn(token)).toMatchObject({ stage: 'received' })
  await goTo(10 * MINUTE)
  expect(await readOwn(token)).toMatchObject({ stage: 'interview' })
  await goTo(30 * MINUTE)
  await decide(id, 'rejected')
  expect(await readOwn(token)).toMatchObject({ stage: 'interview' })
  const draft = await app().db.selectFrom('mails').select('id').where('kind', '=', 'rejected').executeTakeFirstOrThrow()
  // A confirmed draft still waits for the undo time; sent once more, it leaves at once.
  for (let time = 1; time <= 2; time += 1)
    await admin().send('POST', ADMIN_API.messageActions, { action: 'send', ids: [draft.id] })
  await smtp().untilReceived(2)
  await vi.waitFor(async () => expect(await readOwn(token)).toMatchObject({ stage: 'decided' }), PATIENT)
  expect((await readOwn(token)).messages.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('Your application'),
    expect.stringContaining('We have your application'),
  ])
  for (const { body } of (await readOwn(token)).messages) {
    expect(body).toMatch(/^Hello /)
    expect(body, 'the private link').not.toContain('{status_link}')
  }

  await decide(id, 'reviewing')
  await decide(id, 'hired')
  expect(await readOwn(token)).toMatchObject({ stage: 'in_review' })
  await goTo(40 * MINUTE)
  expect(await readOwn(token)).toMatchObject({ stage: 'decided' })
})
