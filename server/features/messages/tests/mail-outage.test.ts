import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type * as z from 'zod'
import type { mailStatusSchema } from '../../../../contract/messages/messages.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { adminClient } from '../../../../test/admin-client.ts'
import { startMailedApp } from '../../../../test/smtp/mailed-app.ts'
import { queueMail } from '../../../../test/smtp/queue-mail.ts'
import type { Behaviour, SmtpServer } from '../../../../test/smtp/smtp-kit.ts'
import type { TestApp } from '../../../../test/test-app.ts'

const POLLING = { timeout: 60_000, interval: 25 }
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const BLOCKED: Behaviour = { name: 'refuse', at: 'recipient', code: 554, text: '5.7.1 Listed at bl.example.net' }
const NO_SENDER: Behaviour = { name: 'refuse', at: 'sender', code: 550, text: '5.7.1 Sender not allowed' }

let smtp: SmtpServer
let app: TestApp
let now = Date.now()
beforeAll(async () => {
  ;({ app, smtp } = await startMailedApp())
})
afterAll(() => app.stop())
beforeEach(async () => {
  // What a test queues is due.
  now = Date.now() + MINUTE
  app.setNow(new Date(now))
  for (const table of ['outbox_tasks', 'applications', 'mail_outage'] as const) await app.db.deleteFrom(table).execute()
  smtp.received.length = 0
  smtp.behave({ name: 'take' })
})

const admin = async () => adminClient(app, await app.signIn())
const pass = (milliseconds: number) => {
  now += milliseconds
  app.setNow(new Date(now))
  app.wakeOutbox()
}
const status = async () =>
  (await (await admin()).request<z.output<typeof mailStatusSchema>>('GET', ADMIN_API.mail)).body.outage
const messages = () => app.db.selectFrom('mails').selectAll().orderBy('id').execute()
type Message = Awaited<ReturnType<typeof messages>>[number]
const states = async () => (await messages()).map(({ state }) => state)
const attempts = async () => (await messages()).reduce((sum, message) => sum + message.attempts, 0)
/** Waits until every message waits for a later time of its own, or for the end of a pause of all mail. */
const untilAllWait = () =>
  vi.waitFor(async () => {
    const at = new Date(now).toISOString()
    const isPaused = ((await status())?.nextAttempt ?? '') > at
    const waits = ({ state, not_before }: Message) => state === 'waiting' && (isPaused || not_before > at)
    expect((await messages()).filter((message) => !waits(message))).toEqual([])
  }, POLLING)
const untilAllSent = async (ids: readonly string[]) => {
  await vi.waitFor(async () => {
    app.wakeOutbox()
    expect(new Set(await states())).toEqual(new Set(['sent']))
  }, POLLING)
  expect(smtp.received.map(({ mail }) => mail.messageId).sort()).toEqual([...ids].sort())
}

test('while a block list has this server nothing fails; the admin reads why, and afterwards each message leaves once', async () => {
  smtp.behave(BLOCKED)
  const ids = await queueMail(app.db, 6)
  pass(0)
  await untilAllWait()
  expect(await status()).toEqual({
    since: new Date(now).toISOString(),
    reason: expect.stringMatching(
      /^The mail server refuses mail of this server\..* \(554 5\.7\.1 Listed at bl\.example\.net\)\.$/,
    ),
    waiting: 6,
    nextAttempt: null,
  })
  for (let minute = 0; minute < 60; minute += 15) {
    pass(15 * MINUTE)
    await untilAllWait()
  }
  expect(smtp.received).toEqual([])
  smtp.behave({ name: 'take' })
  // Each mail is tried again by itself, once an hour at last.
  pass(60 * MINUTE)
  await untilAllSent(ids)
  expect(await status()).toBeNull()
})

test('where the server does not take the sender, one mail finds out when it does, and the others wait', async () => {
  smtp.behave(NO_SENDER)
  const ids = await queueMail(app.db, 12)
  pass(0)
  await untilAllWait()
  const first = await attempts()
  // One over the connection that had been in use before, and one over a new one.
  expect(first).toBeLessThanOrEqual(2)
  pass(MINUTE)
  await vi.waitFor(async () => expect(await attempts()).toBe(first + 1), POLLING)
  await untilAllWait()
  expect(await status()).toMatchObject({ reason: expect.stringContaining('Set MAIL_FROM'), waiting: 12 })
  smtp.behave({ name: 'take' })
  pass(5 * MINUTE)
  await smtp.untilReceived(1)
  pass(15 * MINUTE)
  await untilAllSent(ids)
})

test('a refusal that names no reason is repeated for five days, and then fails with the words of the server', async () => {
  smtp.behave({ name: 'refuse', at: 'recipient', code: 550, text: 'No' })
  await queueMail(app.db, 1)
  pass(0)
  await untilAllWait()
  pass(4.9 * DAY)
  await untilAllWait()
  pass(DAY / 4)
  await vi.waitFor(async () => expect(await states()).toEqual(['failed']), POLLING)
  expect((await messages())[0]?.response).toBe('Given up after five days: 550 No')
})

test('a test message that the server takes ends the line about mail that does not leave', async () => {
  smtp.behave(NO_SENDER)
  await queueMail(app.db, 1)
  pass(0)
  await untilAllWait()
  smtp.behave({ name: 'take' })
  await (await admin()).send('POST', ADMIN_API.testMail, { to: 'me@example.com' })
  expect(await status()).toBeNull()
  pass(MINUTE)
  await vi.waitFor(async () => expect(await states()).toEqual(['sent']), POLLING)
})

test('refusals of recipients, whom strangers choose, hold up no mail to others', async () => {
  for (let count = 0; count < 4; count += 1) smtp.plan(BLOCKED)
  const ids = await queueMail(app.db, 6)
  pass(0)
  await smtp.untilReceived(2)
  pass(MINUTE)
  await untilAllSent(ids)
})

test('a message that was refused and cancelled leaves no line about mail that does not leave', async () => {
  smtp.behave(BLOCKED)
  await queueMail(app.db, 1)
  pass(0)
  await untilAllWait()
  expect(await status()).toMatchObject({ waiting: 1 })
  const [message = expect.fail()] = await messages()
  await (await admin()).send('POST', ADMIN_API.messageActions, { action: 'cancel', ids: [message.id] })
  expect(await status()).toBeNull()
})

test('a mail that waits for the response of the mail server holds up no other mail', async () => {
  smtp.plan({ name: 'hold', at: 'content' })
  await queueMail(app.db, 6)
  pass(0)
  await smtp.untilReceived(6)
  await vi.waitFor(
    async () => expect((await states()).sort()).toEqual([...Array(1).fill('sending'), ...Array(5).fill('sent')]),
    POLLING,
  )
  smtp.release()
  await vi.waitFor(async () => expect(new Set(await states())).toEqual(new Set(['sent'])), POLLING)
  expect(smtp.received).toHaveLength(6)
})
