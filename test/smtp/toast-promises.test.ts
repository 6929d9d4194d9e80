import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { MadeChange, UndoneChange } from '../../contract/applications/application-changes.ts'
import type { SavedInterview } from '../../contract/interviews/interview.ts'
import type { MessageAction } from '../../contract/messages/message-states.ts'
import type { DecisionMessage, Message, MessageActionResult, MessageList } from '../../contract/messages/messages.ts'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { pathTo } from '../../contract/wire/paths.ts'
import { describeUndone } from '../../web/admin/applications/changes/undone-texts.ts'
import { describeDone } from '../../web/admin/messages/message-acting.ts'
import { describeWritten } from '../../web/admin/messages/message-toasts.ts'
import { describeTold } from '../../web/admin/messages/told-texts.ts'
import { formatShortDayAndTime } from '../../web/ui/text/date-formats.ts'
import { type AdminClient, adminClient } from '../admin-client.ts'
import { insertApplicant } from '../factories.ts'
import type { TestApp } from '../test-app.ts'
import { startMailedApp } from './mailed-app.ts'
import type { SmtpServer } from './smtp-kit.ts'

/** Every sentence of a toast that promises a mail, or none, held against what the mail server has received. */

const NOON = Date.parse('2026-03-02T12:00:00.000Z')
const MINUTE = 60_000
const SENTINEL = 'sentinel@example.com'

let smtp: SmtpServer
let app: TestApp
let admin: AdminClient
let now: number
beforeAll(async () => {
  ;({ app, smtp } = await startMailedApp())
  goTo(0)
  admin = adminClient(app, await app.signIn())
})
afterAll(() => app.stop())
beforeEach(async () => {
  for (const table of ['outbox_tasks', 'mailbox_mails', 'applications'] as const)
    await app.db.deleteFrom(table).execute()
  goTo(0)
  smtp.received.length = 0
})

function goTo(minutes: number): void {
  now = NOON + minutes * MINUTE
  app.setNow(new Date(now))
  app.wakeOutbox()
}

/** Subjects and recipients of all mails that have arrived, once all that was due has: a last mail says so. */
async function arrived(): Promise<string[]> {
  const id = await insertApplicant(app.db, { email: SENTINEL })
  const { messages } = await post<MessageList>(ADMIN_API.messages, {
    ...{ applications: [id], subject: 'Last', body: 'Last' },
  })
  await act('send', ...messages.map((message) => message.id))
  const isLast = (to: string[]) => to.includes(SENTINEL)
  await vi.waitFor(() => expect(smtp.received.some(({ envelopeTo }) => isLast(envelopeTo))).toBe(true), {
    ...{ timeout: 20_000, interval: 10 },
  })
  const mails = smtp.received.filter(({ envelopeTo }) => !isLast(envelopeTo))
  smtp.received.length = 0
  return mails
    .map(({ envelopeTo, mail }) => `${envelopeTo[0]?.split('@')[0]}: ${mail.text?.trim().split('\n')[0]}`)
    .sort()
}

async function post<Result>(path: string, body: object = {}): Promise<Result> {
  const response = await admin.request<Result>('POST', path, body)
  expect(response.status, JSON.stringify(response.body)).toBeLessThan(300)
  return response.body
}

const apply = (name: string) => insertApplicant(app.db, { name, email: `${name.toLowerCase()}@example.com` })

/** Decides, and says what the toast says of its messages. */
async function decide(ids: readonly number[], message?: DecisionMessage, status = 'rejected') {
  const applications = ids.map((id) => ({ id }))
  const made = await post<MadeChange>(ADMIN_API.applicationChanges, { change: { status }, message, applications })
  return { ...made, note: describeWritten(made.messages) }
}

/** Undoes a decision. @returns the sentences of the toast */
function undo({ id }: MadeChange) {
  return undoChange(id)
}

async function undoChange(id: number | null) {
  const done = await post<UndoneChange>(pathTo(ADMIN_API.undoApplicationChange, id ?? 0))
  return describeUndone({ noun: 'Change', changes: [], done: [done] })
}

async function act(action: MessageAction, ...ids: number[]) {
  const acted = await post<MessageActionResult>(ADMIN_API.messageActions, { action, ids })
  return describeDone(action, acted, now)
}

async function write(ids: readonly number[]): Promise<Message[]> {
  const text = { subject: 'A question', body: 'When can you start?' }
  return (await post<MessageList>(ADMIN_API.messages, { applications: ids, ...text })).messages
}

const timeIn = (minutes: number) => formatShortDayAndTime(new Date(now + minutes * MINUTE).toISOString())
const OWN = { subject: 'News', body: 'Dear {name}, no.' }

test('“A message is ready.”: it leaves only once it is confirmed, ten minutes later, with the text that was edited', async () => {
  const made = await decide([await apply('Ana')])
  expect(made.note).toBe('A message is ready.')
  goTo(60)
  expect(await arrived()).toEqual([])
  const [id = 0] = made.messages.drafts
  const { subject, body } = (await admin.request<MessageList>('GET', `${ADMIN_API.messages}?tab=draft`)).body
    .messages[0] as Message
  const edited = { subject: 'News', body: 'Dear Ana, sorry.', seen: { subject, body } }
  expect((await admin.request('PATCH', pathTo(ADMIN_API.message, id), edited)).status).toBe(200)
  expect(await act('send', id)).toMatchObject({
    ...{ title: 'Message confirmed', description: `Leaves ${timeIn(10)}.`, note: 'Until then it can be taken back.' },
  })
  goTo(69)
  expect(await arrived()).toEqual([])
  expect(await act('take_back', id)).toMatchObject({ description: 'It waits to be confirmed.' })
  goTo(120)
  expect(await arrived()).toEqual([])
  await act('send', id)
  expect(await act('send', id)).toMatchObject({ title: 'Message on the way', description: 'Leaves now.' })
  expect(await arrived()).toEqual(['ana: Dear Ana, sorry.'])
})

test('of several, each rule does what its toast says, and the undo stops what has not left', async () => {
  const [ana, ben, cy, dan] = [await apply('Ana'), await apply('Ben'), await apply('Cy'), await apply('Dan')]
  const sent = await decide([ana, ben], { rule: 'always', text: OWN })
  const asked = await decide([cy], { rule: 'ask', text: OWN })
  const silent = await decide([dan], { rule: 'never' })
  expect([sent.note, asked.note, silent.note]).toEqual([
    '2 messages leave in 10 minutes.',
    'A message is ready.',
    undefined,
  ])
  goTo(9)
  expect(await arrived()).toEqual([])
  expect(await undo(sent)).toMatchObject({ title: 'Change undone', description: undefined })
  goTo(60)
  expect(await arrived()).toEqual([])
  await decide([ana, ben], { rule: 'always', text: OWN })
  goTo(70)
  expect(await arrived()).toEqual(['ana: Dear Ana, no.', 'ben: Dear Ben, no.'])
})

test('“3 messages confirmed”: drafts of any age leave together; discarded ones never do, and their undo brings back what was there', async () => {
  const old = await decide([await apply('Ana'), await apply('Ben')], { rule: 'ask', text: OWN })
  goTo(30)
  const fresh = await decide([await apply('Cy')], { rule: 'ask', text: OWN })
  const drafts = [...old.messages.drafts, ...fresh.messages.drafts]
  expect(await act('send', ...drafts)).toMatchObject({
    title: '3 messages confirmed',
    description: `They leave from ${timeIn(10)} on.`,
    note: 'Until then they can be taken back.',
  })
  goTo(39)
  expect(await arrived()).toEqual([])
  const [first = 0, second = 0] = drafts
  expect(await act('take_back', first, second)).toMatchObject({ description: 'They wait to be confirmed.' })
  expect(await act('cancel', first)).toMatchObject({ title: 'Message cancelled' })
  goTo(60)
  expect(await arrived()).toEqual(['cy: Dear Cy, no.'])
  expect(await act('restore', first)).toMatchObject({ description: 'It waits to be confirmed.' })
  goTo(90)
  expect(await arrived()).toEqual([])
  await act('send', first, second)
  goTo(100)
  expect(await arrived()).toEqual(['ana: Dear Ana, no.', 'ben: Dear Ben, no.'])
  expect(await undo(fresh).catch(() => 'too late')).toBe('too late')
})

test('a confirmed message does not leave once its decision is undone; one that has left is named', async () => {
  const made = await decide([await apply('Ana'), await apply('Ben')], { rule: 'ask', text: OWN })
  const [ana = 0, ben = 0] = made.messages.drafts
  await act('send', ana, ben)
  await act('send', ana)
  expect(await arrived()).toHaveLength(1)
  expect((await undo(made)).description).toMatch(/^The message to \w+ has already been sent\.$/)
  goTo(60)
  expect(await arrived()).toEqual([])
})

test('what was written by hand and a rejection are one mail in either order, as the toast says', async () => {
  const [ana, ben, cy] = [await apply('Ana'), await apply('Ben'), await apply('Cy')]
  await write([ana])
  const first = await decide([ana], { rule: 'always', text: OWN })
  expect(first.note).toBe('A message leaves in 10 minutes. What was written by hand is the mail.')
  await decide([ben], { rule: 'ask', text: OWN })
  await write([ben])
  const several = await decide([cy, await apply('Dan')], { rule: 'always', text: OWN })
  await write([cy])
  goTo(10)
  expect(await arrived()).toEqual([
    ...['ana: When can you start?', 'ben: When can you start?', 'cy: When can you start?', 'dan: Dear Dan, no.'],
  ])
  expect(several.note).toBe('2 messages leave in 10 minutes.')
  const [eve, fay] = [await apply('Eve'), await apply('Fay')]
  await write([eve])
  const mixed = await decide([eve, fay], { rule: 'ask', text: OWN })
  expect(mixed.note).toBe('A message is ready. 1 leaves in 10 minutes. In 1, what was written by hand is the mail.')
  goTo(20)
  expect(await arrived()).toEqual(['eve: When can you start?'])
})

test('a message by hand that is cancelled and restored leaves at the time that is said, once', async () => {
  const [message = expect.fail()] = await write([await apply('Ana')])
  expect(await act('cancel', message.id)).toMatchObject({ title: 'Message cancelled' })
  goTo(20)
  expect(await arrived()).toEqual([])
  expect(await act('restore', message.id)).toMatchObject({ description: `Leaves ${timeIn(10)}.` })
  goTo(30)
  expect(await arrived()).toEqual(['ana: When can you start?'])
})

test('a message that could not be sent is discarded and brought back, and counts as long as it waits for somebody', async () => {
  const counts = async () => (await admin.request('GET', ADMIN_API.messageCounts)).body
  smtp.plan({ name: 'refuse', at: 'recipient', code: 550, text: '5.1.1 Unknown' })
  const made = await decide([await apply('Ana')], { rule: 'always', text: OWN })
  const [id = 0] = made.messages.waiting
  goTo(10)
  await vi.waitFor(async () => expect(await counts()).toEqual({ drafts: 0, problems: 1 }), { timeout: 20_000 })
  expect(await act('cancel', id)).toMatchObject({ title: 'Message cancelled' })
  expect(await counts()).toEqual({ drafts: 0, problems: 0 })
  expect(await act('restore', id)).toMatchObject({
    ...{ title: 'Message restored', description: 'It is among the problems again.' },
  })
  expect(await counts()).toEqual({ drafts: 0, problems: 1 })
  goTo(60)
  expect(await arrived()).toEqual([])
  await act('cancel', id)
  expect(await act('send', id)).toMatchObject({ title: 'Message on the way', description: 'Leaves now.' })
  expect(await arrived()).toEqual(['ana: Dear Ana, no.'])
})

test('of interviews each toast says how many mails leave and when; of a cancellation that nobody needs, none', async () => {
  const ana = await apply('Ana')
  const details = {
    ...{ date: '2026-03-10', time: '15:00', minutes: 45, timeZone: 'America/Chicago', kind: 'phone', place: null },
    interviewers: [{ name: 'Dana', address: 'dana@example.com' }],
  }
  const plan = (changes = {}) =>
    post<SavedInterview>(pathTo(ADMIN_API.applicationInterviews, ana), { ...details, ...changes })
  const cancel = ({ id, version }: Pick<SavedInterview, 'id' | 'version'>) =>
    post<SavedInterview>(pathTo(ADMIN_API.cancelInterview, id), { version })
  const recipients = async () => (await arrived()).map((line) => line.split(':')[0])
  const told = ({ mails }: SavedInterview, what: string) => describeTold(mails, what)

  const uninvited = await plan({ invites: false })
  expect(told(uninvited, 'invitation')).toBeUndefined()
  expect(told(await cancel(uninvited), 'cancellation')).toBeUndefined()
  const early = await plan()
  expect(told(early, 'invitation')).toBe('2 invitations leave in 10 minutes.')
  const cancelled = await cancel(early)
  expect(told(cancelled, 'cancellation'), 'nobody had been invited').toBeUndefined()
  goTo(60)
  expect(await recipients()).toEqual([])

  const planned = await plan()
  goTo(70)
  expect(await recipients()).toEqual(['ana', 'dana'])
  const late = await cancel(planned)
  expect(told(late, 'cancellation')).toBe('2 cancellations leave in 10 minutes.')
  expect((await undoChange(late.changeId)).description, 'no calendar differs').toBeUndefined()
  goTo(90)
  expect(await recipients()).toEqual([])
  const heard = await cancel({ ...late, version: late.version + 1 })
  goTo(100)
  expect(await recipients()).toEqual(['ana', 'dana'])
  expect((await undoChange(heard.changeId)).description).toMatch(
    /^The message to .+ has already been sent\. 2 invitations leave in 10 minutes\.$/,
  )
  goTo(109)
  expect(await recipients()).toEqual([])
  goTo(110)
  expect(await recipients()).toEqual(['ana', 'dana'])
  const soon = await plan({ date: '2026-03-02', time: '14:10', timeZone: 'UTC' })
  expect(told(soon, 'invitation')).toBe('2 invitations leave now.')
  expect(await recipients()).toEqual(['ana', 'dana'])
})

test('an invitation that was cancelled by hand is restored by its undo, and leaves; not once the interview has changed', async () => {
  const ana = await apply('Ana')
  const details = { date: '2026-03-10', time: '15:00', minutes: 45, timeZone: 'UTC', kind: 'phone', place: null }
  const interviewers = [{ name: 'Dana', address: 'dana@example.com' }]
  const interview = await post<SavedInterview>(pathTo(ADMIN_API.applicationInterviews, ana), {
    ...details,
    interviewers,
  })
  const { messages } = (await admin.request<MessageList>('GET', ADMIN_API.messages)).body
  const ids = messages.map(({ id }) => id)
  expect(await act('cancel', ...ids)).toMatchObject({ title: '2 messages cancelled' })
  expect(await act('restore', ...ids)).toMatchObject({ description: `They leave from ${timeIn(10)} on.` })
  await act('cancel', ...ids)
  await post(pathTo(ADMIN_API.cancelInterview, interview.id), { version: interview.version })
  expect(await act('restore', ...ids)).toMatchObject({ title: 'Nothing was changed' })
  goTo(60)
  expect(await arrived()).toEqual([])
})
