import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { MadeChange, UndoneChange } from '../../../contract/applications/application-changes.ts'
import type { Message, MessageList } from '../../../contract/messages/messages.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API, APPLICATION_TOKEN_HEADER, pathTo } from '../../../contract/wire/paths.ts'
import { type AdminClient, adminClient } from '../../../test/admin-client.ts'
import { insertApplicant } from '../../../test/factories.ts'
import { insertPrivateLink } from '../../../test/private-link.ts'
import { startMailedApp } from '../../../test/smtp/mailed-app.ts'
import type { SmtpServer } from '../../../test/smtp/smtp-kit.ts'
import type { TestApp } from '../../../test/test-app.ts'
import { findMessages, scheduleMessages } from './message-queries.ts'

const NOON = Date.parse('2026-03-02T12:00:00.000Z')
const MINUTE = 60_000

let smtp: SmtpServer
let app: TestApp
let admin: AdminClient
beforeAll(async () => {
  ;({ app, smtp } = await startMailedApp())
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.setNow(new Date(NOON))
  for (const table of ['outbox_tasks', 'mailbox_mails', 'applications', 'settings'] as const)
    await app.db.deleteFrom(table).execute()
  smtp.received.length = 0
  admin = adminClient(app, await app.signIn())
})

const list = async () => (await admin.request<MessageList>('GET', ADMIN_API.messages)).body.messages
const statesOf = async () => (await list()).map(({ kind, state }) => `${kind} ${state}`)
const act = async (action: string, ...ids: number[]) =>
  (await admin.request<{ changed: Message[]; refused: number[] }>('POST', ADMIN_API.messageActions, { action, ids }))
    .body
/** Confirms a draft, and does not wait until it can be taken back no longer. */
const sendDraftNow = async (id: number) => {
  await act('send', id)
  await act('send', id)
}
const goTo = async (minutes: number) => {
  app.setNow(new Date(NOON + minutes * MINUTE))
  admin = adminClient(app, await app.signIn())
  app.wakeOutbox()
}
const decide = async (status: string, id: number) =>
  (
    await admin.request<MadeChange>('POST', ADMIN_API.applicationChanges, {
      ...{ change: { status }, applications: [{ id }] },
    })
  ).body.id as number
const write = async (id: number) => {
  const text = { applications: [id], subject: 'A question', body: 'When can you start?\n' }
  await admin.request('POST', ADMIN_API.messages, text)
  return (await list())[0]?.id as number
}
const planInterview = (id: number, interviewers = 1) =>
  admin.request('POST', pathTo(ADMIN_API.applicationInterviews, id), {
    ...{ date: '2026-03-10', time: '15:00', minutes: 45, timeZone: 'America/Chicago', kind: 'phone', place: null },
    interviewers: ['dana', 'eli', 'fay', 'gus']
      .slice(0, interviewers)
      .map((name) => ({ name, address: `${name}@example.com` })),
  })
const withdraw = async (id: number) => {
  const headers = {
    [APPLICATION_TOKEN_HEADER]: await insertPrivateLink(app.db, id),
    'content-type': 'application/json',
  }
  const response = await app.request(API.withdrawApplication, { method: 'POST', headers, body: '{}' })
  expect(response.status).toBe(204)
}
const untilStates = (...states: string[]) =>
  vi.waitFor(async () => expect(await statesOf()).toEqual(states), { timeout: 20_000, interval: 25 })

/** Sends what a person wrote, and holds it at the mail server, which then asks to try later. */
async function holdAtServer(id: number): Promise<number> {
  smtp.plan({ name: 'refuse', at: 'content', code: 451, text: 'Try later', ms: 600 })
  const message = await write(id)
  await act('send', message)
  await untilStates('personal sending')
  return message
}

test('a message under way when its applicant withdraws is not tried again', async () => {
  const id = await insertApplicant(app.db)
  await holdAtServer(id)
  await withdraw(id)
  await untilStates('personal cancelled')
  await goTo(5)
  expect(smtp.received).toEqual([])
})

test('a message whose applicant withdraws while the mail server is not ready for it is not sent', async () => {
  const id = await insertApplicant(app.db)
  smtp.plan({ name: 'hold', at: 'recipient' })
  await act('send', await write(id))
  await smtp.untilHeld()
  await withdraw(id)
  await untilStates('personal sending')
  smtp.release()
  await untilStates('personal cancelled')
  expect(smtp.received).toEqual([])
})

test('a message under way when its decision is undone is not tried again; the undone one before it is', async () => {
  const id = await insertApplicant(app.db)
  await decide('rejected', id)
  const [draft = expect.fail()] = await list()
  await goTo(10)
  smtp.plan({ name: 'refuse', at: 'content', code: 451, text: 'Try later', ms: 600 })
  await sendDraftNow(draft.id)
  await untilStates('rejected sending')
  const change = await decide('reviewing', id)
  await untilStates('rejected cancelled')
  await admin.request('POST', pathTo(ADMIN_API.undoApplicationChange, change))
  await untilStates('rejected waiting')
})

test('a message that the mail server refuses after its decision has changed cannot be sent after all', async () => {
  const id = await insertApplicant(app.db)
  await decide('rejected', id)
  const [rejection = expect.fail()] = await list()
  await goTo(10)
  smtp.plan({ name: 'hold', at: 'recipient', code: 550 })
  await sendDraftNow(rejection.id)
  await smtp.untilHeld()
  await decide('reviewing', id)
  smtp.release()
  await untilStates('rejected failed')
  expect(await act('send', rejection.id)).toMatchObject({ changed: [], refused: [rejection.id] })
})

test('a message that has changed since it was read is not put in the queue again', async () => {
  const id = await insertApplicant(app.db)
  const message = await write(id)
  const read = (await findMessages(app.db, [message]))[0] ?? expect.fail()
  await act('send', message)
  await untilStates('personal sent')
  const now = new Date(NOON)
  const scheduled = await app.db
    .transaction()
    .execute((trx) => scheduleMessages(trx, [read], { from: ['waiting', 'sending'], now, delayMs: 0 }))
  expect(scheduled).toEqual([])
  expect(await statesOf()).toEqual(['personal sent'])
  expect(await act('send', message)).toMatchObject({ changed: [], refused: [message] })
  expect(smtp.received).toHaveLength(1)
})

test('a process that was paused does not put off a message that another one is sending', async () => {
  const id = await insertApplicant(app.db)
  const message = await write(id)
  const read = (await findMessages(app.db, [message]))[0] ?? expect.fail()
  smtp.plan({ name: 'slow', ms: 600 })
  await act('send', message)
  await untilStates('personal sending')
  const sending = (await findMessages(app.db, [message]))[0] ?? expect.fail()
  const paused = { ...sending, attempts: read.attempts }
  const now = new Date(NOON)
  const scheduled = await app.db
    .transaction()
    .execute((trx) => scheduleMessages(trx, [paused], { from: ['waiting', 'sending'], now, delayMs: 0 }))
  expect(scheduled).toEqual([])
  await untilStates('personal sent')
})

test('a cancelled refusal is not sent after all beside that of a later decision, which can be cancelled and sent instead', async () => {
  const id = await insertApplicant(app.db)
  const change = await decide('rejected', id)
  const [undone = expect.fail()] = await list()
  await admin.request('POST', pathTo(ADMIN_API.undoApplicationChange, change))
  await decide('rejected', id)
  const [present = expect.fail()] = await list()
  expect(await act('send', undone.id)).toMatchObject({ changed: [], refused: [undone.id] })
  await act('cancel', present.id)
  expect(await act('send', undone.id, present.id)).toMatchObject({
    changed: [{ id: present.id, state: 'waiting' }],
    refused: [undone.id],
  })
  await untilStates('rejected sent', 'rejected cancelled')
  expect(await act('send', undone.id)).toMatchObject({ changed: [], refused: [undone.id] })
  expect(smtp.received).toHaveLength(1)
})

test('the first refusal, sent after all, holds back the second one, which was cancelled too', async () => {
  const id = await insertApplicant(app.db)
  const change = await decide('rejected', id)
  const [first = expect.fail()] = await list()
  await admin.request('POST', pathTo(ADMIN_API.undoApplicationChange, change))
  await decide('rejected', id)
  const [second = expect.fail()] = await list()
  await act('cancel', second.id)
  expect(await act('send', first.id)).toMatchObject({ changed: [{ id: first.id }] })
  expect(await act('send', second.id)).toMatchObject({ changed: [], refused: [second.id] })
  await untilStates('rejected cancelled', 'rejected sent')
})

test('a refusal that the mail server refused is not sent again after a later decision', async () => {
  const id = await insertApplicant(app.db)
  await decide('rejected', id)
  const [refusal = expect.fail()] = await list()
  smtp.plan({ name: 'refuse', at: 'recipient', code: 550, text: '5.1.1 Unknown' })
  await sendDraftNow(refusal.id)
  await untilStates('rejected failed')
  await decide('reviewing', id)
  expect(await act('send', refusal.id)).toMatchObject({ changed: [], refused: [refusal.id] })
  expect(smtp.received).toEqual([])
})

test('a cancelled message can be sent after all, but not one about a decision that is no longer the present one', async () => {
  const id = await insertApplicant(app.db)
  const personal = await write(id)
  await act('cancel', personal)
  await decide('rejected', id)
  const [rejection = expect.fail()] = await list()
  await decide('reviewing', id)
  expect(await act('send', rejection.id, personal)).toMatchObject({
    changed: [{ id: personal, state: 'waiting' }],
    refused: [rejection.id],
  })
})

test('a decision writes nothing to an applicant who has withdrawn', async () => {
  const id = await insertApplicant(app.db)
  await withdraw(id)
  await decide('interview', id)
  expect(await list()).toEqual([])
})

test('an interviewer is told of a cancelled interview, whatever its applicant does then', async () => {
  const id = await insertApplicant(app.db)
  await planInterview(id)
  await act('send', ...(await list()).map((message) => message.id))
  await untilStates('interview_invitation sent', 'interview_invitation sent')
  const [interview = expect.fail()] = await app.db.selectFrom('interviews').select(['id', 'version']).execute()
  const { version } = interview
  await admin.request('POST', pathTo(ADMIN_API.cancelInterview, interview.id), { version })
  await withdraw(id)
  await goTo(10)
  await smtp.untilReceived(3)
  expect(smtp.received.map(({ envelopeTo }) => envelopeTo[0])).toEqual([
    expect.stringContaining('@'),
    'dana@example.com',
    'dana@example.com',
  ])
})

test('an erasure waits until the interviewers are told', async () => {
  const id = await insertApplicant(app.db)
  await planInterview(id, 4)
  await act('send', ...(await list()).map((message) => message.id))
  await smtp.untilReceived(5)
  await vi.waitFor(async () => expect(new Set(await statesOf())).toEqual(new Set(['interview_invitation sent'])))
  const headers = {
    [APPLICATION_TOKEN_HEADER]: await insertPrivateLink(app.db, id),
    'content-type': 'application/json',
  }
  const body = JSON.stringify({ reference: `APP-${String(id).padStart(4, '0')}` })
  expect((await app.request(API.eraseApplication, { method: 'POST', headers, body })).status).toBe(204)
  await smtp.untilReceived(9)
  await vi.waitFor(async () => expect((await statesOf()).filter((state) => !/ sent$/.test(state))).toEqual([]))
  await goTo(15)
  const told = smtp.received.slice(5).map(({ source }) => /METHOD:CANCEL|method=CANCEL/i.test(source))
  expect(told).toEqual([true, true, true, true])
  const left = () => app.db.selectFrom('applications').select('id').execute()
  await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 20_000, interval: 50 })
})

test('a refusal holds back an invitation that has not left, and its undo restores it', async () => {
  const id = await insertApplicant(app.db)
  await planInterview(id)
  await untilStates('interview_invitation waiting', 'interview_invitation waiting')
  const change = await decide('rejected', id)
  await untilStates('rejected draft', 'interview_invitation cancelled', 'interview_invitation cancelled')
  await admin.request('POST', pathTo(ADMIN_API.undoApplicationChange, change))
  const waiting = ['interview_invitation waiting', 'interview_invitation waiting']
  await untilStates(
    ...waiting,
    'rejected cancelled',
    'interview_invitation cancelled',
    'interview_invitation cancelled',
  )
})

test('a message of a person that was cancelled waits again after the undo, and is not sent to one who has withdrawn', async () => {
  const id = await insertApplicant(app.db)
  const message = await write(id)
  await goTo(4)
  await act('cancel', message)
  expect(await act('restore', message)).toMatchObject({
    changed: [{ state: 'waiting', notBefore: new Date(NOON + 10 * MINUTE).toISOString() }],
  })
  await act('cancel', message)
  await goTo(20)
  expect(await act('restore', message)).toMatchObject({
    changed: [{ state: 'waiting', notBefore: new Date(NOON + 30 * MINUTE).toISOString() }],
  })
  await act('cancel', message)
  await withdraw(id)
  for (const action of ['send', 'restore'])
    expect(await act(action, message)).toMatchObject({ changed: [], refused: [message] })
  await goTo(60)
  expect(smtp.received).toEqual([])
})

test('what a decision or a withdrawal has cancelled is not restored by an admin', async () => {
  const id = await insertApplicant(app.db)
  const change = await decide('rejected', id)
  const [draft = expect.fail()] = await list()
  await act('cancel', draft.id)
  await admin.request('POST', pathTo(ADMIN_API.undoApplicationChange, change))
  expect(await act('restore', draft.id)).toMatchObject({ changed: [], refused: [draft.id] })
  const other = await write(id)
  await withdraw(id)
  expect(await act('restore', other)).toMatchObject({ changed: [], refused: [other] })
})

test('requests that confirm, take back, cancel and restore the same many messages at once all get their response', async () => {
  const applicants = await Promise.all(Array.from({ length: 60 }, () => insertApplicant(app.db)))
  const change = { change: { status: 'rejected' }, applications: applicants.map((id) => ({ id })) }
  const { drafts: ids } = (await admin.request<MadeChange>('POST', ADMIN_API.applicationChanges, change)).body.messages
  const reversed = ids.toReversed()
  const outcomes = await Promise.all(
    Array.from({ length: 4 }, () => [
      act('send', ...ids),
      act('take_back', ...reversed),
      act('cancel', ...ids),
      act('restore', ...reversed),
    ]).flat(),
  )
  for (const { changed, refused } of outcomes) expect(changed.length + refused.length).toBe(60)
  const sent = await act('send', ...ids)
  expect(sent.changed.length + sent.refused.length).toBe(60)
})

test('a message by hand and a refusal are one mail, which says what was written; an undo leaves the message alone', async () => {
  const id = await insertApplicant(app.db)
  await write(id)
  const change = await decide('rejected', id)
  expect(await statesOf()).toEqual(['rejected waiting', 'personal cancelled'])
  const [one = expect.fail(), written = expect.fail()] = await list()
  expect(one).toMatchObject({ subject: 'A question', isByHand: true })
  expect(await act('send', written.id)).toMatchObject({ changed: [], refused: [written.id] })
  await admin.request('POST', pathTo(ADMIN_API.undoApplicationChange, change))
  expect(await statesOf()).toEqual(['rejected cancelled', 'personal waiting'])
  await decide('rejected', id)
  await goTo(20)
  await smtp.untilReceived(1)
  await untilStates('rejected sent', 'rejected cancelled', 'personal cancelled')
  expect(smtp.received.map(({ mail }) => mail.subject)).toEqual(['A question'])
})

test('what a person writes after a refusal leaves in its place; cancelled, it gives the place back', async () => {
  const id = await insertApplicant(app.db)
  const change = await decide('rejected', id)
  const message = await write(id)
  expect(await statesOf()).toEqual(['rejected waiting', 'rejected cancelled'])
  await act('cancel', message)
  expect(await statesOf()).toEqual(['rejected cancelled', 'rejected draft'])
  await act('restore', message)
  expect(await statesOf()).toEqual(['rejected waiting', 'rejected cancelled'])
  const { body } = await admin.request<UndoneChange>('POST', pathTo(ADMIN_API.undoApplicationChange, change))
  expect(body.withheld).toEqual([id])
  expect(await statesOf()).toEqual(['rejected cancelled', 'rejected cancelled'])
  await goTo(60)
  expect(smtp.received).toEqual([])
})

test('several are refused with a text of their own, filled in for each, or without one, whatever the settings say', async () => {
  const [ana, ben, cy] = await Promise.all(
    ['Ana Ruiz', 'Ben Ode', 'Cy Tan'].map((name) => insertApplicant(app.db, { name })),
  )
  const reject = (message: object, ...ids: unknown[]) =>
    admin.request<MadeChange>('POST', ADMIN_API.applicationChanges, {
      ...{ change: { status: 'rejected' }, message, applications: ids.map((id) => ({ id })) },
    })
  const text = { subject: 'Your application', body: 'Dear {first_name}, not this time.' }
  const made = (await reject({ rule: 'always', text }, ana, ben)).body
  expect(made.messages).toMatchObject({ drafts: [], waiting: [expect.any(Number), expect.any(Number)], byHand: [] })
  expect((await reject({ rule: 'never' }, cy)).body.messages).toMatchObject({ drafts: [], waiting: [] })
  await goTo(9)
  expect(smtp.received).toEqual([])
  await goTo(10)
  await smtp.untilReceived(2)
  const texts = smtp.received.map(({ mail }) => mail.text?.split('\n')[0]).toSorted()
  expect(texts).toEqual(['Dear Ana, not this time.', 'Dear Ben, not this time.'])
})
