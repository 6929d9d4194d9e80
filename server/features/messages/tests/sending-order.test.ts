import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Message } from '../../../../contract/messages/messages.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { API } from '../../../../contract/wire/paths.ts'
import { type AdminClient, adminClient } from '../../../../test/admin-client.ts'
import { applicationForm, insertApplicant } from '../../../../test/factories.ts'
import { startMailedApp } from '../../../../test/smtp/mailed-app.ts'
import type { SmtpServer } from '../../../../test/smtp/smtp-kit.ts'
import type { TestApp } from '../../../../test/test-app.ts'

const NOON = Date.parse('2026-03-02T12:00:00.000Z')
const PER_MINUTE = 20
const FLOOD = '203.0.113.1'

let smtp: SmtpServer
let app: TestApp
let admin: AdminClient
let now: number
beforeEach(async () => {
  ;({ app, smtp } = await startMailedApp({ perMinute: PER_MINUTE, trustProxy: 1 }))
  await goTo(NOON)
})
afterEach(() => app.stop())

const goTo = async (instant: number) => {
  now = instant
  app.setNow(new Date(now))
  admin = adminClient(app, await app.signIn())
  app.wakeOutbox()
}
const applyFrom = async (network: string, email: string) => {
  const headers = { 'x-forwarded-for': network }
  const body = applicationForm({ email })
  expect((await app.request(API.submitApplication, { method: 'POST', headers, body })).status).toBe(201)
}
/** Waits until the first mail in line has been tried and was put back: only then does the next step of the clock decide. */
const settle = () =>
  vi.waitFor(
    async () => {
      const tasks = app.db.selectFrom('outbox_tasks').selectAll().where('kind', '=', 'send-mail')
      const all = await tasks.execute()
      const inLine = all.filter(({ turn }) => turn !== null)
      expect(all.filter(({ turn, attempts }) => turn === null && attempts > 0)).toEqual([])
      expect(inLine.some(({ last_error }) => last_error !== null)).toBe(inLine.length > 0)
    },
    { timeout: 20_000, interval: 20 },
  )
const flood = async (count: number) => {
  for (let number = 1; number <= count; number += 1) await applyFrom(FLOOD, `forged${number}@example.com`)
  await smtp.untilReceived(1)
  await settle()
}
/** Lets so many mails leave, one at a time, as the clock goes on. @returns whom they went to, without the domain */
const leave = async (count: number) => {
  for (let left = 0; left < count; left += 1) {
    const before = smtp.received.length
    await goTo(now + 60_000 / PER_MINUTE)
    await smtp.untilReceived(before + 1)
    await settle()
  }
  return smtp.received.slice(-count).map(({ envelopeTo }) => envelopeTo[0]?.split('@')[0])
}

test('a network that sends many forms delays its own receipts, and those of other networks by one mail', async () => {
  await flood(8)
  expect(await leave(3)).toEqual(['forged2', 'forged3', 'forged4'])
  await applyFrom('198.51.100.7', 'ana@example.com')
  await applyFrom('198.51.100.8', 'bo@example.com')
  await applyFrom('198.51.100.8', 'bo2@example.com')
  expect(await leave(5)).toEqual(['forged5', 'ana', 'bo', 'forged6', 'bo2'])
  expect(await leave(2)).toEqual(['forged7', 'forged8'])
})

test('what people have decided leaves before every receipt, also after an attempt that failed', async () => {
  await flood(3)
  const addresses = ['one@example.com', 'two@example.com']
  const applications = await Promise.all(addresses.map((email) => insertApplicant(app.db, { email })))
  const written = { applications, subject: 'Hello', body: 'Hello' }
  const { body } = await admin.request<{ messages: Message[] }>('POST', ADMIN_API.messages, written)
  const ids = body.messages.map(({ id }) => id)
  await admin.send('POST', ADMIN_API.messageActions, { action: 'send', ids })
  smtp.plan({ name: 'refuse', at: 'recipient', code: 451, text: 'Later' })
  await goTo(now + 60_000 / PER_MINUTE)
  const refused = app.db.selectFrom('mails').select('to_address').where('response', 'like', '%Later%')
  const { to_address } = await vi.waitUntil(() => refused.executeTakeFirst(), { timeout: 20_000 })
  const [first = '', second = ''] = to_address === addresses[0] ? ['one', 'two'] : ['two', 'one']
  expect(await leave(2)).toEqual([second, 'forged2'])
  // When it is tried again, receipts are still waiting.
  now += 60_000
  expect(await leave(2)).toEqual([first, 'forged3'])
})

test('requests for new links and job alerts share by customer prefix too', async () => {
  for (const number of [1, 2, 3, 4]) await insertApplicant(app.db, { email: `known${number}@example.com` })
  await insertApplicant(app.db, { email: 'ana@example.com' })
  const ask = (network: string, email: string) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': network }
    return app.request(API.newApplicationLink, { method: 'POST', headers, body: JSON.stringify({ email }) })
  }
  const requests = app.db.selectFrom('outbox_tasks').select('id').where('kind', '=', 'send-links')
  const requestsAreDone = () =>
    vi.waitFor(async () => expect(await requests.execute()).toEqual([]), { timeout: 20_000 })
  for (const number of [1, 2, 3, 4]) await ask(FLOOD, `known${number}@example.com`)
  await smtp.untilReceived(1)
  await requestsAreDone()
  await settle()
  await ask('198.51.100.7', 'ana@example.com')
  await requestsAreDone()
  expect(await leave(2)).toContain('ana')
})
