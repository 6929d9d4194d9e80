import { expect, test, vi } from 'vitest'
import type { Message, MessageList } from '../../../../contract/messages/messages.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { API } from '../../../../contract/wire/paths.ts'
import { type AdminClient, adminClient, signInAs } from '../../../../test/admin-client.ts'
import { applyAtOnce, insertApplicant } from '../../../../test/factories.ts'
import { MINUTE, NOON } from '../../../../test/smtp/mail-kit.ts'
import { prepareMessages } from '../../../../test/smtp/message-kit.ts'
import { startTestApp } from '../../../../test/test-app.ts'

const { app, smtp, admin, goTo, onlyMessage, act, untilState } = prepareMessages()

/** A request for a new link to an address that has not applied: no mail follows. */
const UNKNOWN = JSON.stringify({ email: 'unknown@example.com' })

test('a server that says later is tried again after 1, 5 and 30 minutes, one that knows no such address never', async () => {
  smtp().behave({ name: 'refuse', at: 'recipient', code: 451, text: 'Greylisted' })
  await applyAtOnce(app())
  for (const minutes of [1, 6, 36, 96]) {
    await vi.waitFor(
      async () => {
        app().wakeOutbox()
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
  smtp().behave({ name: 'refuse', at: 'recipient', code: 550, text: '5.1.1 No such user' })
  await goTo(200)
  await untilState('failed')
  expect((await onlyMessage()).response).toContain('No such user')
})

test('after a cut connection a message is tried again, and a server that is slow to confirm it takes it once', async () => {
  smtp().plan({ name: 'cut', at: 'recipient' }, { name: 'slow', ms: 700 })
  await applyAtOnce(app())
  const again = { state: 'waiting', attempts: 1, notBefore: new Date(NOON + MINUTE).toISOString() }
  await vi.waitFor(async () => expect(await onlyMessage()).toMatchObject(again), { timeout: 20_000 })
  await goTo(1)
  await untilState('sent')
  expect(smtp().received).toHaveLength(1)
})

test('after an uncertain end a message is perhaps sent, and is repeated only by an admin', async () => {
  smtp().plan({ name: 'cut', at: 'response' })
  await applyAtOnce(app())
  await untilState('perhaps_sent')
  await goTo(10_000)
  expect(smtp().received).toHaveLength(1)
  await act('send', (await onlyMessage()).id)
  await smtp().untilReceived(2)
  await untilState('sent')
  expect(new Set(smtp().received.map(({ mail }) => mail.messageId)).size).toBe(1)
})

test('no more messages leave in a minute than the settings allow, and each leaves as soon as its turn has come', async () => {
  await using own = new AsyncDisposableStack()
  const limited = own.adopt(await startTestApp({ mail: { ...smtp().settings(), perMinute: 2 } }), (each) => each.stop())
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
  const sent = await admin().request('POST', ADMIN_API.testMail, { to: 'me@example.com' })
  expect(sent.body).toMatchObject({ isSent: true, response: expect.stringContaining('Queued') })
  smtp().plan({ name: 'refuse', at: 'recipient', code: 550, text: 'Relaying denied' })
  const refused = await admin().request('POST', ADMIN_API.testMail, { to: 'me@example.com' })
  expect(refused.body).toMatchObject({ isSent: false, response: expect.stringMatching(/mynetworks.*Relaying denied/) })
})

test('a person sends ten test messages, however many at once, and then waits; others send theirs', async () => {
  const enter = async (name: string) =>
    adminClient(app(), await signInAs(app(), name, { now: new Date(NOON), role: 'owner' }))
  const [olga, omar] = [await enter('olga'), await enter('omar')]
  const send = (client: AdminClient) => client.request('POST', ADMIN_API.testMail, { to: 'me@example.com' })
  const sent = await Promise.all(Array.from({ length: 11 }, () => send(olga)))
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(sent.find(({ status }) => status !== 200)).toMatchObject({
    status: 429,
    body: { message: 'You have sent ten test messages in a short time. Please try again in 3 minutes.' },
  })
  expect((await send(omar)).status).toBe(200)
})
