import { expect, test, vi } from 'vitest'
import type { ColleagueQuestion } from '../../../../contract/team/colleague-questions.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { prepareColleague, tokenIn } from '../../../../test/colleagues/colleague-kit.ts'
import { createJob } from '../../../../test/factories.ts'
import { calendarIn, DETAILS, prepareInterviews } from '../../../../test/smtp/interview-kit.ts'
import { DAY, MINUTE, NOON } from '../../../../test/smtp/mail-kit.ts'

const { app, admin, smtp, goTo, mailTo, arrive, plan, change, act, undo, interviewsOf, readApplication } =
  prepareInterviews()

test('an invitation leaves after the undo time, to the applicant and the interviewers, as calendars read it', async () => {
  const jobId = await createJob(app(), { title: 'Controls Technician' })
  const { id } = await arrive({ jobId: String(jobId) })
  const planned = await plan(id, { timeZone: 'america/los_angeles' })
  expect(planned).toMatchObject({
    timeZone: 'America/Los_Angeles',
    startsAt: '2026-03-10T22:00:00.000Z',
    endsAt: '2026-03-10T22:45:00.000Z',
    date: '2026-03-10',
    time: '15:00',
    minutes: 45,
    state: 'planned',
    response: 'none',
    version: 1,
  })
  expect((await readApplication(id)).interviewDate).toBe('2026-03-10T22:00:00.000Z')
  await goTo(9 * MINUTE)
  expect(smtp().received).toEqual([])
  await goTo(10 * MINUTE)
  await smtp().untilReceived(2)

  const [toApplicant] = mailTo('ana@example.com')
  const [toInterviewer] = mailTo('kim@example.com')
  expect(toApplicant?.mail.text).toMatch(
    /When: Tuesday, March 10, 3:00 PM to 3:45 PM Pacific Daylight Time\nWhere: By video, https:\/\/meet\.example\.com\/pit-7\nWith: Kim Lee\n/,
  )
  expect(toApplicant?.mail.text).toMatch(/\/my-application#[\w-]{43}\n/)
  expect(toApplicant?.mail.html).toContain('>Accept or decline</a>')
  expect(toInterviewer?.mail.text).toMatch(/\/admin\/colleague#[\w-]{43}\n/)
  expect(toInterviewer?.source).not.toContain('my-application')
  for (const mail of [toApplicant, toInterviewer]) {
    const { event, method, methodInHeader } = calendarIn(mail ?? expect.fail('no mail'))
    expect([method, methodInHeader?.toUpperCase()]).toEqual(['REQUEST', 'REQUEST'])
    expect(event.start.toISOString()).toBe(planned.startsAt)
    expect(event.end?.toISOString()).toBe(planned.endsAt)
    expect(event).toMatchObject({ location: DETAILS.place, status: 'CONFIRMED', sequence: 0 })
    const attendees = [event.attendee].flat() as { val: string; params: Record<string, string> }[]
    expect(attendees.map(({ val, params }) => [val.toLowerCase(), params.CN])).toEqual([
      ['mailto:ana@example.com', 'Ana Núñez'],
      ...(mail === toInterviewer ? [['mailto:kim@example.com', 'Kim Lee']] : []),
    ])
  }
  const toAna = calendarIn(toApplicant ?? expect.fail('no mail'))
  expect(toAna.event.description).toContain('By video\nWith Kim Lee\n')
  expect(toAna.text.replaceAll('\r\n ', '') + toApplicant?.mail.text + toApplicant?.mail.html).not.toContain('kim@')
})

test('a change is sent with the same UID and a higher SEQUENCE, and a removed interviewer gets a cancellation', async () => {
  const { id } = await arrive()
  const planned = await plan(id)
  await goTo(10 * MINUTE)
  await smtp().untilReceived(2)
  const first = calendarIn(mailTo('kim@example.com')[0] ?? expect.fail('no mail')).event

  const { status, body } = await change(planned, {
    time: '16:00',
    interviewers: [{ name: 'Ravi Rao', address: 'ravi@example.com' }],
  })
  expect([status, body.version]).toEqual([200, 2])
  await goTo(20 * MINUTE)
  await smtp().untilReceived(5)
  const [, toKim] = mailTo('kim@example.com').map(calendarIn)
  const [, toAna] = mailTo('ana@example.com').map(calendarIn)
  const [toRavi] = mailTo('ravi@example.com').map(calendarIn)
  expect([toKim, toAna, toRavi].map((each) => [each?.method, each?.event.uid, each?.event.sequence])).toEqual([
    ['CANCEL', first.uid, 1],
    ['REQUEST', first.uid, 1],
    ['REQUEST', first.uid, 1],
  ])
  expect(toKim?.event.status).toBe('CANCELLED')
  expect(mailTo('ana@example.com')[1]?.mail.subject).toContain('Changed interview')
  expect(mailTo('ravi@example.com')[0]?.mail.subject).toContain('Invitation to an interview')

  const stale = await change(planned, { time: '17:00' })
  expect([stale.status, stale.body.code, stale.body.current?.time]).toEqual([409, 'changed_meanwhile', '16:00'])
  const repeated = await change(planned, {
    time: '16:00',
    interviewers: [{ name: 'Ravi Rao', address: 'ravi@example.com' }],
  })
  expect([repeated.status, repeated.body.version]).toEqual([200, 2])
})

test('what is cancelled before its invitation has left reaches no one, and what is restored is sent after all', async () => {
  const { id } = await arrive()
  const planned = await plan(id)
  const cancelled = (await act(ADMIN_API.cancelInterview, planned)).body
  const undoableUntil = new Date(NOON + 10 * MINUTE).toISOString()
  expect(await interviewsOf(id)).toMatchObject([
    { state: 'cancelled', cancellation: { changeId: cancelled.changeId, undoableUntil } },
  ])
  expect((await readApplication(id)).interviewDate).toBeNull()
  await goTo(5 * MINUTE)
  await undo(cancelled)
  const [restored = expect.fail()] = await interviewsOf(id)
  expect(restored).toMatchObject({ state: 'planned', version: 3, cancellation: null })
  expect((await readApplication(id)).interviewDate).toBe(planned.startsAt)
  await goTo(14 * MINUTE)
  expect(smtp().received).toEqual([])
  await goTo(15 * MINUTE)
  await smtp().untilReceived(2)
  await act(ADMIN_API.cancelInterview, restored)
  await goTo(30 * MINUTE)
  await smtp().untilReceived(4)
  const [invitation, cancellation] = mailTo('ana@example.com').map(calendarIn)
  expect([cancellation?.method, cancellation?.event.uid]).toEqual(['CANCEL', invitation?.event.uid])
  expect(Number(cancellation?.event.sequence)).toBeGreaterThan(Number(invitation?.event.sequence))
})

test('a cancellation taken back in time is never sent, and later it cannot be taken back', async () => {
  const { id } = await arrive()
  const planned = await plan(id)
  await goTo(10 * MINUTE)
  await smtp().untilReceived(2)
  const cancelled = (await act(ADMIN_API.cancelInterview, planned)).body
  await undo(cancelled)
  const [restored = expect.fail()] = await interviewsOf(id)
  await goTo(40 * MINUTE)
  const again = (await act(ADMIN_API.cancelInterview, restored)).body
  await goTo(51 * MINUTE)
  await smtp().untilReceived(4)
  expect(mailTo('ana@example.com').map((mail) => calendarIn(mail).method)).toEqual(['REQUEST', 'CANCEL'])
  const late = await undo(again)
  expect([late.status, late.body.code]).toEqual([409, 'undo_expired'])
  expect(await interviewsOf(id)).toMatchObject([{ state: 'cancelled', cancellation: null }])
})

test('the invitation answers the applicant, as the message of the status would have', async () => {
  const { id } = await arrive()
  await plan(id)
  await goTo(10 * MINUTE)
  await smtp().untilReceived(2)
  await vi.waitFor(async () => expect((await readApplication(id)).answered).toMatchObject({ by: null }))
})

test('names and places inject nothing into headers, addresses or calendars, and every line is folded', async () => {
  const nasty = 'Zoë "Q"; Wëll\\, =?utf-8?q?x?= 🛢️🛢️🛢️'
  const { id } = await arrive({ name: `${nasty}\r\nBcc: all@example.com` })
  await plan(id, {
    kind: 'on_site',
    place: `Yard 7; gate "B", \\n Midland 🛢️ ${'Øst '.repeat(60)}\r\nATTENDEE:mailto:evil@example.com {status_link}`,
    interviewers: [{ name: 'Kim\r\nX-Evil: 1; "K", Łee 🛢️', address: 'kim@example.com' }],
  })
  await goTo(10 * MINUTE)
  await smtp().untilReceived(2)
  expect(smtp().received.map(({ envelopeTo }) => envelopeTo)).toEqual([['ana@example.com'], ['kim@example.com']])
  for (const mail of smtp().received) {
    expect(mail.mail.headers.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['bcc']))
    expect(mail.mail.headers.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['x-evil']))
    const { text, event, events } = calendarIn(mail)
    expect(events).toHaveLength(1)
    for (const line of text.split('\r\n')) {
      expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75)
      expect(line).not.toMatch(/[\r\n\uFFFD]/)
    }
    expect(event.location).toMatch(/^Yard 7; gate "B", .*Midland 🛢️ Øst.* ATTENDEE:mailto:evil@example.com/s)
    expect(text.replaceAll('\r\n ', '')).toContain('LOCATION:Yard 7\\; gate "B"\\, \\\\n Midland')
    const attendees = [event.attendee].flat() as { val: string; params: Record<string, string> }[]
    const isToKim = mail.envelopeTo.includes('kim@example.com')
    expect(attendees.map(({ val }) => val.toLowerCase())).toEqual([
      'mailto:ana@example.com',
      ...(isToKim ? ['mailto:kim@example.com'] : []),
    ])
    const named = isToKim ? `CN="Kim X-Evil: 1; ^'K^', Łee 🛢️"` : '\\nWith Kim X-Evil: 1\\; "K"\\, Łee 🛢️\\n'
    expect(text.replaceAll('\r\n ', '')).toContain(named)
  }
  const [, toKim] = smtp().received
  expect(toKim?.mail.text, 'no private link of the applicant').not.toContain('/my-application')
})

test('an interview within the hour is announced at once', async () => {
  const { id } = await arrive()
  await plan(id, { timeZone: 'Asia/Kolkata', date: '2026-03-02', time: '18:00' })
  await smtp().untilReceived(2)
  expect(calendarIn(smtp().received[0] ?? expect.fail('no mail')).event.start.toISOString()).toBe(
    '2026-03-02T12:30:00.000Z',
  )
})

test('an interviewer without an account reads the application by a private link, which ends with the interview', async () => {
  const { id } = await arrive()
  const planned = await plan(id)
  await goTo(10 * MINUTE)
  await smtp().untilReceived(2)
  const [toKim] = mailTo('kim@example.com')
  const token = tokenIn(toKim?.mail.text)
  expect(toKim?.mail.html).toContain('>Read the resume</a>')
  expect(toKim?.source, 'no address that needs a sign-in').not.toContain('/admin/applications/')
  const { read, openFirst } = prepareColleague({ app, admin, mailTo }, () => id)
  const { body } = await read(token, await openFirst(token))
  expect(body).toMatchObject({
    askedBy: 'admin',
    expiresAt: new Date(Date.parse(planned.endsAt) + 7 * DAY).toISOString(),
  })
  expect(body.asked).toMatchObject({
    applicant: 'Ana Núñez',
    question: expect.stringContaining('Tuesday, March 10, 3:00 PM'),
  })
  const cancelled = (await act(ADMIN_API.cancelInterview, planned)).body
  expect((await read(token)).status).toBe(404)
  await undo(cancelled)
  expect((await read(token)).status).toBe(200)
  const [restored = expect.fail()] = await interviewsOf(id)
  await change(restored, { interviewers: [{ name: 'Ravi Rao', address: 'ravi@example.com' }] })
  expect((await read(token)).status, 'who no longer takes part').toBe(404)
})

test('an invitation brings no link that was ended before it left', async () => {
  const { id } = await arrive()
  await plan(id)
  const { body } = await admin().request<{ questions: ColleagueQuestion[] }>(
    'GET',
    pathTo(ADMIN_API.colleagueQuestions, id),
  )
  await admin().send('POST', pathTo(ADMIN_API.endColleagueQuestion, body.questions[0]?.id ?? 0))
  await goTo(10 * MINUTE)
  await smtp().untilReceived(2)
  const [toKim] = mailTo('kim@example.com')
  expect(toKim?.mail.text).toContain('You are asked to hold an interview.')
  expect(toKim?.source).not.toContain('colleague#')
  expect(toKim?.source).not.toContain('status_link')
})

test('what is moved before its invitation has left asks its interviewer once', async () => {
  const { id } = await arrive()
  const planned = await plan(id)
  await change(planned, { time: '16:00' })
  await goTo(10 * MINUTE)
  await smtp().untilReceived(2)
  const { body } = await admin().request<{ questions: ColleagueQuestion[] }>(
    'GET',
    pathTo(ADMIN_API.colleagueQuestions, id),
  )
  expect(body.questions).toMatchObject([{ question: expect.stringContaining('4:00 PM') }])
})

test('an interviewer whose account sees the application gets its address, and no private link', async () => {
  await app().db.updateTable('accounts').set({ email: 'Kim@Example.com' }).where('id', '=', 1).execute()
  const { id } = await arrive()
  await plan(id)
  await goTo(10 * MINUTE)
  await smtp().untilReceived(2)
  const [toKim] = mailTo('kim@example.com')
  expect(toKim?.mail.text).toContain(`Resume, answers and your scorecard, for those who can sign in:\n`)
  expect(toKim?.mail.text).toContain(`/admin/applications/${id}\n`)
  expect(toKim?.source).not.toContain('colleague#')
  expect(await app().db.selectFrom('colleague_questions').select('id').execute()).toEqual([])
  await app().db.updateTable('accounts').set({ email: null }).where('id', '=', 1).execute()
})

test('an address that a person has typed for the own account takes no link from the interviewer who has it', async () => {
  const ofAdmin = app().db.updateTable('accounts').where('id', '=', 1)
  await ofAdmin.set({ email: 'kim@example.com', is_email_given: 0 }).execute()
  const { id } = await arrive()
  await plan(id)
  await goTo(10 * MINUTE)
  await smtp().untilReceived(2)
  expect(mailTo('kim@example.com')[0]?.source).toContain('colleague#')
  await ofAdmin.set({ email: null, is_email_given: 1 }).execute()
})
