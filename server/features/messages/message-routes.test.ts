import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Application } from '../../../contract/applications/application.ts'
import type { MadeChange, UndoneChange } from '../../../contract/applications/application-changes.ts'
import { readReceipt } from '../../../contract/applications/receipt.ts'
import type { MessageState } from '../../../contract/messages/message-states.ts'
import type { Message, MessageList } from '../../../contract/messages/messages.ts'
import type { Settings } from '../../../contract/site/settings.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../../contract/wire/error.ts'
import { API, pathTo } from '../../../contract/wire/paths.ts'
import { type AdminClient, adminClient } from '../../../test/admin-client.ts'
import { changeSettings } from '../../../test/change-settings.ts'
import { applyAtOnce, createJob, insertApplicant } from '../../../test/factories.ts'
import { question, readAsked } from '../../../test/questions.ts'
import { startMailedApp } from '../../../test/smtp/mailed-app.ts'
import type { SmtpServer } from '../../../test/smtp/smtp-kit.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

const NOON = Date.parse('2026-03-02T12:00:00.000Z')
const MINUTE = 60_000
/** A request for a new link to an address that has not applied: no mail follows. */
const UNKNOWN = JSON.stringify({ email: 'unknown@example.com' })

let smtp: SmtpServer
let app: TestApp
let admin: AdminClient
beforeAll(async () => {
  ;({ app, smtp } = await startMailedApp())
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.setNow(new Date(NOON))
  for (const table of ['outbox_tasks', 'mailbox_mails', 'applications', 'settings', 'message_templates'] as const)
    await app.db.deleteFrom(table).execute()
  smtp.received.length = 0
  smtp.behave({ name: 'take' })
  admin = adminClient(app, await app.signIn())
})

const list = async (query = '') => (await admin.request<MessageList>('GET', ADMIN_API.messages + query)).body
const onlyMessage = async () => (await list()).messages[0] ?? expect.fail('no message')
const act = (action: string, ...ids: number[]) =>
  admin.request<{ changed: Message[]; refused: number[] }>('POST', ADMIN_API.messageActions, { action, ids })
const untilState = (state: MessageState) =>
  vi.waitFor(async () => expect(await onlyMessage()).toMatchObject({ state }), { timeout: 20_000, interval: 25 })
const goTo = async (minutes: number) => {
  app.setNow(new Date(NOON + minutes * MINUTE))
  admin = adminClient(app, await app.signIn())
  app.wakeOutbox()
}
const decide = async (status: string, ...ids: number[]) =>
  (
    await admin.request<MadeChange>('POST', ADMIN_API.applicationChanges, {
      change: { status },
      applications: ids.map((id) => ({ id })),
    })
  ).body.id as number
const statesOf = async () => (await list()).messages.map(({ kind, state }) => `${kind} ${state}`)
const useRules = async (rules: Partial<Settings['decisionMessages']>) => {
  const { body } = await admin.request<{ settings: Settings }>('GET', ADMIN_API.settings)
  await changeSettings(admin, { decisionMessages: { ...body.settings.decisionMessages, ...rules } })
}
const actionsOf = async (id: number) =>
  (
    await admin.request<{ event: { action: string; state?: string } }[]>(
      'GET',
      pathTo(ADMIN_API.applicationHistory, id),
    )
  ).body.map(({ event }) => event.state ?? event.action)

test('an application is acknowledged by mail, with its posting and its reference', async () => {
  const jobId = await createJob(app, { title: 'Controls Technician' })
  const id = await applyAtOnce(app, { jobId: String(jobId), name: 'Ana Núñez' })
  await smtp.untilReceived(1)
  const { mail } = smtp.received[0] ?? expect.fail('nothing arrived')
  expect(mail.to).toEqual([{ name: 'Ana Núñez', address: 'ana@example.com' }])
  expect(mail.subject).toBe(`We have your application (APP-${String(id).padStart(4, '0')})`)
  expect(mail.text).toContain('Hello Ana,')
  expect(mail.text).toContain('Position: Controls Technician\n')
  expect(mail.text).toContain('Answer by: Thursday, March 12\n')
  expect(mail.html).toContain('>We have your application, Ana</h1>')
  expect(mail.html).not.toContain('Hello Ana')
  expect(mail.html).toMatch(/<a [^>]*href="[^"]+\/my-application#[\w-]{43}"[^>]*>See where it stands<\/a>/)
  expect(mail.html?.match(/See (how|where)/g), 'the card says it once, on the button').toHaveLength(1)
  expect(mail.text).toMatch(/withdraw it, on its private page\.\n\nSee where it stands:\n\S+\/my-application#/)
  const [file] = mail.attachments
  expect(file).toMatchObject({
    filename: `receipt-APP-${String(id).padStart(4, '0')}.json`,
    mimeType: 'application/json',
  })
  const attached = readReceipt(new TextDecoder().decode(file?.content as ArrayBuffer))
  expect(attached).toMatchObject({ name: 'Ana Núñez', job: 'Controls Technician' })
  for (const part of [mail.text ?? '', mail.html ?? ''])
    expect(Math.max(...part.split(/\s/).map(({ length }) => length))).toBeLessThan(200)
  await untilState('sent')
  const { receipt } = await onlyMessage()
  expect(readReceipt(receipt ?? ''), 'for an admin who passes it on by hand').toEqual(attached)
  expect(await onlyMessage()).toMatchObject({ kind: 'receipt', by: null, response: expect.stringContaining('Queued') })
  expect(await actionsOf(id)).toContain('sent')
})

test('the mail with a receipt repeats no answer, which a stranger could have written', async () => {
  const jobId = await createJob(app, { questions: [question({ text: 'Which historian?' })] })
  const [asked] = await readAsked(app, jobId)
  await applyAtOnce(app, { jobId: String(jobId), [`answer-${asked?.id}`]: 'Buy pills at pills.example' })
  await smtp.untilReceived(1)
  const { mail } = smtp.received[0] ?? expect.fail('nothing arrived')
  const attached = new TextDecoder().decode(mail.attachments[0]?.content as ArrayBuffer)
  expect(readReceipt(attached)?.answersSha256).toMatch(/^[0-9a-f]{64}$/)
  for (const part of [mail.text, mail.html, attached]) expect(part).not.toMatch(/pills|historian/)
})

test('an application in quarantine gets its receipt only when it is released', async () => {
  const id = await applyAtOnce(app, { website: 'https://spam.example.com' })
  expect((await list()).messages).toEqual([])
  await admin.send('PATCH', pathTo(ADMIN_API.adminApplication, id), { quarantined: false })
  app.wakeOutbox()
  await smtp.untilReceived(1)
})

test('a decision is drafted where the settings ask, sent after ten minutes where they say always, and otherwise silent', async () => {
  await useRules({ interview: 'always', rejected: 'ask', reviewing: 'never' })
  const [asked, always, never] = [
    await insertApplicant(app.db),
    await insertApplicant(app.db),
    await insertApplicant(app.db),
  ]
  await decide('rejected', asked as number)
  await decide('interview', always as number)
  await decide('reviewing', never as number)
  const { messages, counts } = await list()
  expect(messages.map(({ applicationId, state, by }) => [applicationId, state, by])).toEqual([
    [always, 'waiting', 'admin'],
    [asked, 'draft', 'admin'],
  ])
  expect(counts).toMatchObject({ draft: 1, waiting: 1, sent: 0 })
  await goTo(9)
  expect(smtp.received).toEqual([])
  await goTo(10)
  await smtp.untilReceived(1)
  expect(smtp.received[0]?.mail.headers.map(({ key }) => key)).not.toContain('auto-submitted')
  // The message that was sent is the answer; the draft is none.
  const answerOf = async (id: number | undefined) =>
    (await admin.request<Application>('GET', pathTo(ADMIN_API.adminApplication, id as number))).body.answered
  const answered = { at: new Date(NOON + 10 * MINUTE).toISOString(), by: null }
  await vi.waitFor(async () => expect(await answerOf(always)).toEqual(answered), { timeout: 20_000 })
  expect(await answerOf(asked)).toBeNull()
  expect(
    (await admin.send('PUT', pathTo(ADMIN_API.answeredApplication, always as number), { answered: false })).status,
  ).toBe(400)
})

test('undoing a decision cancels its message, and a later decision the messages of the earlier one', async () => {
  await useRules({ rejected: 'always', interview: 'always' })
  const id = await insertApplicant(app.db)
  const changeId = await decide('rejected', id)
  await admin.send('POST', pathTo(ADMIN_API.undoApplicationChange, changeId))
  expect(await onlyMessage()).toMatchObject({ state: 'cancelled' })
  await decide('rejected', id)
  await decide('interview', id)
  expect(await statesOf()).toEqual(['interview waiting', 'rejected cancelled', 'rejected cancelled'])
  await goTo(10)
  await smtp.untilReceived(1)
  expect(smtp.received.map(({ mail }) => mail.subject)).toEqual([expect.stringContaining('talk to you')])
})

test('undoing a decision says whose message has left already', async () => {
  const [left, held] = [await insertApplicant(app.db), await insertApplicant(app.db)]
  const changeId = await decide('rejected', left, held)
  const draft = Number((await list(`?applicationId=${left}`)).messages[0]?.id)
  await act('send', draft)
  await act('send', draft)
  await smtp.untilReceived(1)
  const { body } = await admin.request<UndoneChange>('POST', pathTo(ADMIN_API.undoApplicationChange, changeId))
  expect(body.changed.map(({ id }) => id).toSorted()).toEqual([left, held].toSorted())
  expect(body.notified).toEqual([left])
})

test('undoing a later decision brings back the message that it had cancelled, but not one that was sent before', async () => {
  await useRules({ rejected: 'always', interview: 'ask', reviewing: 'never' })
  const [waiting, drafted, sent] = await Promise.all([1, 2, 3].map(() => insertApplicant(app.db)))
  await decide('rejected', Number(waiting), Number(sent))
  await decide('interview', Number(drafted))
  await goTo(8)
  await act('send', Number((await list(`?applicationId=${sent}`)).messages[0]?.id))
  const states = ['interview draft', 'rejected sent', 'rejected waiting']
  await vi.waitFor(async () => expect(await statesOf()).toEqual(states), { timeout: 20_000 })
  const reviewing = await decide('reviewing', Number(waiting), Number(drafted), Number(sent))
  expect(await statesOf()).toEqual(['interview cancelled', 'rejected sent', 'rejected cancelled'])
  await goTo(15)
  await admin.send('POST', pathTo(ADMIN_API.undoApplicationChange, reviewing))
  expect(await statesOf()).toEqual(['interview draft', 'rejected sent', 'rejected waiting'])
  await goTo(24)
  expect(smtp.received).toHaveLength(1)
  await goTo(25)
  await smtp.untilReceived(2)
})

test('a change names the messages that it has written, and a confirmed draft leaves with the end of the undo time', async () => {
  const ids = [await insertApplicant(app.db), await insertApplicant(app.db)]
  const body = { change: { status: 'rejected' }, applications: ids.map((id) => ({ id, version: 1 })) }
  const made = (await admin.request<MadeChange>('POST', ADMIN_API.applicationChanges, body)).body
  expect(made.messages).toEqual({
    ...{ drafts: [expect.any(Number), expect.any(Number)], waiting: [], byHand: [], sendsMail: true },
  })
  expect((await admin.request<MadeChange>('POST', ADMIN_API.applicationChanges, body)).body.messages).toEqual(
    made.messages,
  )
  await act('send', ...made.messages.drafts)
  await goTo(9)
  expect(smtp.received).toEqual([])
  await goTo(10)
  await smtp.untilReceived(2)
})

test('drafts of any age wait together once they are confirmed, and taking them back makes them drafts again', async () => {
  const [old, fresh] = [await insertApplicant(app.db), await insertApplicant(app.db)]
  await decide('rejected', old)
  await goTo(30)
  await decide('rejected', fresh)
  const ids = (await list('?tab=draft')).messages.map(({ id }) => id)
  const confirmed = (await act('send', ...ids)).body.changed
  const together = { state: 'waiting', notBefore: new Date(NOON + 40 * MINUTE).toISOString() }
  expect(confirmed).toMatchObject([together, together])
  await goTo(39)
  expect(smtp.received).toEqual([])
  expect((await list()).messages).toMatchObject([{ canBeTakenBack: true }, { canBeTakenBack: true }])
  expect((await act('take_back', ...ids)).body).toMatchObject({
    ...{ changed: [{ state: 'draft', canBeTakenBack: false }, { state: 'draft' }], refused: [] },
  })
  await goTo(60)
  expect((await list()).counts).toMatchObject({ draft: 2, waiting: 0, sent: 0 })
  await act('send', ...ids)
  await goTo(70)
  await smtp.untilReceived(2)
  await vi.waitFor(async () => expect((await list()).counts.sent).toBe(2), { timeout: 20_000 })
  expect((await act('take_back', ...ids)).body).toMatchObject({ changed: [], refused: expect.arrayContaining(ids) })
})

test('what a person wrote is not taken back to be confirmed', async () => {
  const id = await insertApplicant(app.db)
  await admin.send('POST', ADMIN_API.messages, { applications: [id], subject: 'One question', body: 'When?' })
  const personal = await onlyMessage()
  expect(personal).toMatchObject({ state: 'waiting', canBeTakenBack: false })
  expect((await act('take_back', personal.id)).body).toMatchObject({ changed: [], refused: [personal.id] })
})

test('all drafts are confirmed in steps, but none that was written after the page was read, or that another admin settled', async () => {
  const applicants = await Promise.all(Array.from({ length: 130 }, () => insertApplicant(app.db)))
  await decide('rejected', ...applicants)
  const { messages, counts } = await list('?tab=draft&limit=25')
  expect([messages.length, counts.draft]).toEqual([25, 130])
  const draftsUpTo = messages[0]?.id as number
  await act('cancel', draftsUpTo - 60)
  const [waiting] = (await act('send', draftsUpTo - 70)).body.changed
  await decide('rejected', await insertApplicant(app.db))
  const confirmed: Message[] = []
  for (let more = true; more; ) {
    const { body } = await admin.request<{ changed: Message[]; more: boolean }>('POST', ADMIN_API.messageActions, {
      ...{ action: 'send', draftsUpTo },
    })
    expect(body.changed.length).toBeLessThanOrEqual(100)
    confirmed.push(...body.changed)
    more = body.more
  }
  expect(new Set(confirmed.map(({ id }) => id)).size).toBe(128)
  expect(confirmed.map(({ id }) => id)).not.toContain(waiting?.id)
  expect((await list()).counts).toMatchObject({ draft: 1, waiting: 129, cancelled: 1 })
})

test('all drafts are discarded, and one undo brings every one back to be confirmed', async () => {
  const applicants = await Promise.all(Array.from({ length: 120 }, () => insertApplicant(app.db)))
  await decide('rejected', ...applicants)
  const draftsUpTo = (await list('?tab=draft&limit=1')).messages[0]?.id as number
  const discard = () =>
    admin.request<{ changed: Message[]; more: boolean }>('POST', ADMIN_API.messageActions, {
      ...{ action: 'cancel', draftsUpTo },
    })
  const [first, second] = [(await discard()).body, (await discard()).body]
  expect([first.changed.length, first.more, second.changed.length, second.more]).toEqual([100, true, 20, false])
  expect((await admin.request('GET', ADMIN_API.messageCounts)).body).toEqual({ drafts: 0, problems: 0 })
  const restored = await act('restore', ...[...first.changed, ...second.changed].map(({ id }) => id))
  expect(restored.body).toMatchObject({ refused: [] })
  expect(new Set(restored.body.changed.map(({ state }) => state))).toEqual(new Set(['draft']))
  expect((await admin.request('GET', ADMIN_API.messageCounts)).body).toEqual({ drafts: 120, problems: 0 })
  await goTo(60)
  expect(smtp.received).toEqual([])
})

test('a draft is edited over the text that was read, and leaves with the new one', async () => {
  const id = await insertApplicant(app.db, { name: 'Ana Núñez' })
  await decide('rejected', id)
  const draft = await onlyMessage()
  const seen = { subject: draft.subject, body: draft.body }
  const edit = (body: string, over = seen) =>
    admin.request<Message & ErrorBody>('PATCH', pathTo(ADMIN_API.message, draft.id), {
      ...{ subject: 'Your application', body, seen: over },
    })
  expect((await edit('Dear {first_name}, not this time.')).body).toMatchObject({ state: 'draft' })
  expect(await onlyMessage()).toMatchObject({ subject: 'Your application', body: 'Dear Ana, not this time.' })
  // The response of the first was lost.
  expect((await edit('Dear {first_name}, not this time.')).status).toBe(200)
  const refused = await edit('Something else.')
  expect([refused.status, refused.body.code]).toEqual([409, 'changed_meanwhile'])
  expect(refused.body.current).toMatchObject({ body: 'Dear Ana, not this time.' })
  const stored = { subject: 'Your application', body: 'Dear Ana, not this time.' }
  expect((await edit('Dear {nme}', stored)).status).toBe(400)
  await act('send', draft.id)
  expect((await edit('Too late.', stored)).status).toBe(409)
  await goTo(10)
  await smtp.untilReceived(1)
  expect(smtp.received[0]?.mail).toMatchObject({ subject: 'Your application' })
  expect(smtp.received[0]?.mail.text).toContain('Dear Ana, not this time.')
})

test('the API of the specification sends nothing unless the settings say always', async () => {
  const id = await insertApplicant(app.db)
  await admin.send('PATCH', pathTo(ADMIN_API.application, id), { status: 'rejected' })
  expect(await onlyMessage()).toMatchObject({ state: 'draft' })
  await goTo(60)
  expect(smtp.received).toEqual([])
  const message = await onlyMessage()
  expect((await act('send', message.id)).body.changed).toHaveLength(1)
  await goTo(70)
  await smtp.untilReceived(1)
  await useRules({ rejected: 'always' })
  const other = await insertApplicant(app.db)
  await admin.send('PATCH', pathTo(ADMIN_API.application, other), { status: 'rejected' })
  expect(await onlyMessage()).toMatchObject({ applicationId: other, state: 'waiting' })
  await goTo(80)
  await smtp.untilReceived(2)
})

test('a server that says later is tried again after 1, 5 and 30 minutes, one that knows no such address never', async () => {
  smtp.behave({ name: 'refuse', at: 'recipient', code: 451, text: 'Greylisted' })
  await applyAtOnce(app)
  for (const minutes of [1, 6, 36, 96]) {
    await vi.waitFor(
      async () => {
        app.wakeOutbox()
        expect(await onlyMessage()).toMatchObject({
          state: 'waiting',
          notBefore: new Date(NOON + minutes * MINUTE).toISOString(),
          response: expect.stringContaining('Greylisted'),
        })
      },
      { timeout: 20_000 },
    )
    await goTo(minutes)
  }
  smtp.behave({ name: 'refuse', at: 'recipient', code: 550, text: '5.1.1 No such user' })
  await goTo(200)
  await untilState('failed')
  expect((await onlyMessage()).response).toContain('No such user')
})

test('after a cut connection a message is tried again, and a server that is slow to confirm it takes it once', async () => {
  smtp.plan({ name: 'cut', at: 'recipient' }, { name: 'slow', ms: 700 })
  await applyAtOnce(app)
  const again = { state: 'waiting', attempts: 1, notBefore: new Date(NOON + MINUTE).toISOString() }
  await vi.waitFor(async () => expect(await onlyMessage()).toMatchObject(again), { timeout: 20_000 })
  await goTo(1)
  await untilState('sent')
  expect(smtp.received).toHaveLength(1)
})

test('after an uncertain end a message is perhaps sent, and is repeated only by an admin', async () => {
  smtp.plan({ name: 'cut', at: 'response' })
  await applyAtOnce(app)
  await untilState('perhaps_sent')
  await goTo(10_000)
  expect(smtp.received).toHaveLength(1)
  await act('send', (await onlyMessage()).id)
  await smtp.untilReceived(2)
  await untilState('sent')
  expect(new Set(smtp.received.map(({ mail }) => mail.messageId)).size).toBe(1)
})

test('a message that was perhaps sent is discarded from the count, never called cancelled, and an undo counts it again', async () => {
  smtp.plan({ name: 'cut', at: 'response' })
  const id = await applyAtOnce(app)
  await untilState('perhaps_sent')
  const message = await onlyMessage()
  const problems = async () => (await admin.request<{ problems: number }>('GET', ADMIN_API.messageCounts)).body.problems
  expect(await problems()).toBe(1)
  const { changed } = (await act('cancel', message.id)).body
  expect(changed).toMatchObject([{ state: 'dismissed', settledAt: message.settledAt, response: message.response }])
  expect([await problems(), (await list()).counts]).toMatchObject([0, { problems: 0, cancelled: 1 }])
  expect(await actionsOf(id)).toContain('dismissed')
  expect((await act('cancel', message.id)).body).toMatchObject({ changed: [], refused: [message.id] })
  expect((await act('restore', message.id)).body.changed).toMatchObject([{ state: 'perhaps_sent' }])
  expect(await problems()).toBe(1)
  await act('cancel', message.id)
  await goTo(10_000)
  expect(smtp.received).toHaveLength(1)
  await act('send', message.id)
  await smtp.untilReceived(2)
  await untilState('sent')
  expect((await act('restore', message.id)).body).toMatchObject({ changed: [], refused: [message.id] })
})

test('a decision whose message was perhaps sent and discarded counts as told to the applicant when it is undone', async () => {
  const id = await insertApplicant(app.db)
  const changeId = await decide('rejected', id)
  smtp.plan({ name: 'cut', at: 'response' })
  const draft = await onlyMessage()
  await act('send', draft.id)
  await act('send', draft.id)
  await untilState('perhaps_sent')
  await act('cancel', draft.id)
  const { body } = await admin.request<UndoneChange>('POST', pathTo(ADMIN_API.undoApplicationChange, changeId))
  expect(body.notified).toEqual([id])
})

test.each(['Pay at http://evil.example/x', '=?utf-8?B?cGF5IG5vdw==?= Eve', 'Eve <a@evil.example> Evil'])(
  'a form in which %j was typed as a name sends a mail without it',
  async (name) => {
    await applyAtOnce(app, { name, email: 'victim@example.com' })
    await smtp.untilReceived(1)
    const { mail, source } = smtp.received[0] ?? expect.fail('nothing arrived')
    expect(source).toMatch(/^To: victim@example\.com\r$/m)
    expect([mail.to, mail.text]).toEqual([
      [{ name: '', address: 'victim@example.com' }],
      expect.stringMatching(/^Hello there,/),
    ])
  },
)

test('messages about one application form one conversation', async () => {
  const id = await applyAtOnce(app)
  await smtp.untilReceived(1)
  await untilState('sent')
  await admin.send('POST', ADMIN_API.messages, {
    applications: [id],
    subject: 'One question',
    body: 'When can you start?',
  })
  await goTo(10)
  await smtp.untilReceived(2)
  const [first, second] = smtp.received.map(({ mail }) => mail)
  expect(second).toMatchObject({ inReplyTo: first?.messageId, references: first?.messageId })
})

test('lines of a message arrive as lines, however the program in which they were written ends them', async () => {
  const body = 'Hello,\rone\r\ntwo\nthree\u2028four\r\rYours'
  await admin.send('POST', ADMIN_API.messages, {
    applications: [await insertApplicant(app.db)],
    subject: 'Hello',
    body,
  })
  await goTo(10)
  await smtp.untilReceived(1)
  const { mail, source } = smtp.received[0] ?? expect.fail('nothing arrived')
  expect(mail.text?.trimEnd()).toBe('Hello,\none\ntwo\nthree\nfour\n\nYours')
  expect(mail.html).toMatch(/one<br>\ntwo<br>\nthree<br>\nfour<\/p>\n<p [^>]+>Yours/)
  expect(source.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})

test('a message to several is filled in for each, can be previewed, and cancelled before it leaves', async () => {
  const ana = await insertApplicant(app.db, { name: 'Ana Núñez' })
  const li = await insertApplicant(app.db, { name: 'Li' })
  const text = { subject: 'News for {first_name|you}', body: 'Dear {name}, {sender} of {company} writes.' }
  const preview = await admin.request('POST', ADMIN_API.messagePreview, { applicationId: li, ...text })
  const company = 'Permian Edge Controls'
  const body = `Dear Li, ${company} of ${company} writes.`
  expect(preview.body, 'a username signs nothing').toMatchObject({ subject: 'News for you', body })
  const sent = { applications: [ana, li, 2_000_000_000], ...text }
  const { body: queued } = await admin.request<{ messages: Message[]; refused: number[] }>(
    'POST',
    ADMIN_API.messages,
    sent,
  )
  expect(queued.refused).toEqual([2_000_000_000])
  expect(queued.messages.map(({ subject }) => subject).sort()).toEqual(['News for Ana', 'News for you'])
  const headers = { ...(await app.signIn()), 'idempotency-key': 'one' }
  const repeated = () => adminClient(app, headers).request<{ messages: Message[] }>('POST', ADMIN_API.messages, sent)
  expect((await repeated()).body.messages).toEqual((await repeated()).body.messages)
  expect((await list()).counts.waiting).toBe(4)
  await act('cancel', ...(await repeated()).body.messages.map(({ id }) => id))
  const cancelled = await act('cancel', ...queued.messages.map(({ id }) => id))
  expect(cancelled.body.changed.map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
  await goTo(11)
  expect(smtp.received).toEqual([])
})

test('the name of an admin signs messages, and stands where the admin did something; without one the company signs once', async () => {
  await useRules({ rejected: 'always' })
  const reject = async () => {
    const id = await insertApplicant(app.db)
    await decide('rejected', id)
    const { messages } = await list()
    const history = await admin.request<{ by: string | null }[]>('GET', pathTo(ADMIN_API.applicationHistory, id))
    const signature = messages[0]?.body.split('\n\n').at(-1)?.trim()
    return { signature, by: messages[0]?.by, did: history.body.at(0)?.by }
  }
  expect(await reject()).toEqual({ signature: 'Kind regards\nPermian Edge Controls', by: 'admin', did: 'admin' })
  await admin.send('PUT', ADMIN_API.ownDisplayName, { displayName: 'Ana Ruiz' })
  const named = { signature: 'Kind regards\nAna Ruiz\nPermian Edge Controls', by: 'Ana Ruiz', did: 'Ana Ruiz' }
  expect(await reject()).toEqual(named)
  await admin.send('PUT', ADMIN_API.ownDisplayName, { displayName: null })
})

test('a private link in a subject is refused by name, in a template and in a message', async () => {
  const text = { subject: 'Look: {status_link|here}', body: 'Dear {name}' }
  const template = ADMIN_API.messageTemplate.replace(':kind', 'rejected')
  for (const [method, path, sent] of [
    ['PUT', template, text],
    ['POST', ADMIN_API.messages, { applications: [1], ...text }],
    ['POST', ADMIN_API.messagePreview, { applicationId: 1, ...text }],
  ] as const) {
    const refused = await admin.request(method, path, sent)
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain('{status_link} can only stand in the message, not in its subject')
  }
})

test('an unknown variable is refused by name, and a template goes back to its default', async () => {
  const refused = await admin.request('PUT', ADMIN_API.messageTemplate.replace(':kind', 'rejected'), {
    subject: 'Your application',
    body: 'Dear {firstname}, {nme}',
  })
  expect(refused.status).toBe(400)
  expect(JSON.stringify(refused.body)).toContain('{firstname}, {nme}')
  for (const unknown of ['Name', 'First_Name', 'first name', ' name ', 'name2', '1', '', 'prénom', 'a\nb', 'na|me']) {
    const text = { subject: 'Hello', body: `Dear {first_name|there} {${unknown}} {${unknown}|you}` }
    const refused = await admin.request<ErrorBody>('POST', ADMIN_API.messagePreview, { applicationId: 1, ...text })
    expect([refused.status, refused.body.issues?.map(({ path }) => path)], unknown).toEqual([400, ['body']])
    expect(refused.body.issues?.[0]?.message).toContain(`{${unknown.split('|')[0]}} is no variable of messages`)
  }
  const braces = `{${'x'.repeat(5_000)}} ${Array.from({ length: 500 }, (_, number) => `{x${number}}`).join('')}`
  const many = await admin.request<ErrorBody>('POST', ADMIN_API.messagePreview, {
    ...{ applicationId: 1, subject: 'Hello', body: braces },
  })
  expect(many.body.issues?.[0]?.message).toMatch(/^\{x{40}…\}, \{x0\}, .* and 496 more are no variables of messages$/)
  const applicationId = await insertApplicant(app.db)
  for (const [count, status] of [
    [100, 200],
    [101, 400],
  ] as const) {
    const text = { subject: 'Hello', body: '{job}'.repeat(count) }
    const filled = await admin.request<ErrorBody>('POST', ADMIN_API.messagePreview, { applicationId, ...text })
    expect(filled.status, JSON.stringify(filled.body)).toBe(status)
    if (status === 400) expect(filled.body.issues?.[0]?.message).toBe('A message can have at most 100 variables')
  }
  const path = ADMIN_API.messageTemplate.replace(':kind', 'receipt')
  await admin.send('PUT', path, { subject: 'Got it, {first_name|friend}', body: 'Thanks for {job}.' })
  await applyAtOnce(app, { name: 'Ana Núñez' })
  await smtp.untilReceived(1)
  expect(smtp.received[0]?.mail.subject).toBe('Got it, Ana')
  const reset = await admin.request<{ kind: string; isDefault: boolean }[]>('DELETE', path)
  expect(reset.body.find(({ kind }) => kind === 'receipt')).toMatchObject({ isDefault: true })
})

test('no more messages leave in a minute than the settings allow, and each leaves as soon as its turn has come', async () => {
  await using own = new AsyncDisposableStack()
  const limited = own.adopt(await startTestApp({ mail: { ...smtp.settings(), perMinute: 2 } }), (each) => each.stop())
  limited.setNow(new Date(NOON))
  const client = adminClient(limited, await limited.signIn())
  const ids = [1, 2, 3, 4, 5].map(() => insertApplicant(limited.db))
  const body = { applications: await Promise.all(ids), subject: 'Hello', body: 'Hello' }
  const queued = await client.request<{ messages: Message[] }>('POST', ADMIN_API.messages, body)
  await client.send('POST', ADMIN_API.messageActions, { action: 'send', ids: queued.body.messages.map(({ id }) => id) })
  const messages = limited.db.selectFrom('mails')
  const headers = { 'content-type': 'application/json' }
  /** Gives the outbox another task, whose turn is after those of the mails: once it is done, it has looked for them too. */
  const look = () => limited.request(API.newApplicationLink, { method: 'POST', headers, body: UNKNOWN })
  /** Waits until so many have left, the next one was tried and waits, and nothing else is to be done. */
  const untilLeft = (count: number) =>
    vi.waitFor(
      async () => {
        expect(await messages.select('id').where('state', '=', 'sent').execute()).toHaveLength(count)
        // The tasks of the undo time are due later.
        const due = limited.db
          .selectFrom('outbox_tasks')
          .where('run_after', '<', new Date(NOON + 3 * MINUTE).toISOString())
        const tasks = await due.select(['kind', 'turn', 'last_error']).execute()
        expect(tasks.map(({ kind, turn }) => [kind, turn !== null])).toEqual(Array(5 - count).fill(['send-mail', true]))
        expect(tasks.some(({ last_error }) => last_error !== null)).toBe(count < 5)
      },
      { timeout: 20_000, interval: 20 },
    )
  await untilLeft(1)
  for (let seconds = 10; seconds <= 120; seconds += 10) {
    limited.setNow(new Date(NOON + seconds * 1_000))
    await look()
    await untilLeft(1 + Math.floor(seconds / 30))
  }
  const left = await messages.select('attempted_at').orderBy('attempted_at').execute()
  const seconds = left.map(({ attempted_at }) => (Date.parse(attempted_at ?? '') - NOON) / 1_000)
  expect(seconds).toEqual([0, 30, 60, 90, 120])
})

test('without a mail server messages are kept as not sent, and can be marked as answered by hand', async () => {
  await using own = new AsyncDisposableStack()
  const silent = own.adopt(await startTestApp(), (each) => each.stop())
  const client = adminClient(silent, await silent.signIn())
  expect((await client.request('GET', ADMIN_API.mail)).body).toEqual({
    ...{ isConfigured: false, server: null, from: null, outage: null },
  })
  await applyAtOnce(silent)
  const message = await vi.waitFor(
    async () => {
      const { body } = await client.request<MessageList>('GET', `${ADMIN_API.messages}?tab=problems`)
      expect(body.messages).toMatchObject([{ state: 'not_sent' }])
      return body.messages[0]
    },
    { timeout: 10_000 },
  )
  await client.send('POST', ADMIN_API.messageActions, { action: 'answered', ids: [message?.id] })
  expect((await client.request<MessageList>('GET', ADMIN_API.messages)).body.messages[0]?.state).toBe('answered')
})

test('a test message says what the server responded', async () => {
  const sent = await admin.request('POST', ADMIN_API.testMail, { to: 'me@example.com' })
  expect(sent.body).toMatchObject({ isSent: true, response: expect.stringContaining('Queued') })
  smtp.plan({ name: 'refuse', at: 'recipient', code: 550, text: 'Relaying denied' })
  const refused = await admin.request('POST', ADMIN_API.testMail, { to: 'me@example.com' })
  expect(refused.body).toMatchObject({ isSent: false, response: expect.stringMatching(/mynetworks.*Relaying denied/) })
})

test('deleting an application deletes its messages', async () => {
  const id = await applyAtOnce(app)
  await smtp.untilReceived(1)
  await admin.send('DELETE', pathTo(ADMIN_API.adminApplication, id))
  expect(await app.db.selectFrom('mails').select('id').execute()).toEqual([])
})
