import { afterEach, beforeEach, expect, test } from 'vitest'
import { ADMIN_API } from '../../../contract/admin-paths.ts'
import type { SubmissionReceipt } from '../../../contract/application.ts'
import type { MessageList } from '../../../contract/messages.ts'
import { API, PAGE, pathTo } from '../../../contract/paths.ts'
import { adminClient } from '../../../test/admin-client.ts'
import { applicationForm } from '../../../test/factories.ts'
import { plansOf } from '../../../test/query-plans.ts'
import { type SmtpServer, startSmtpServer } from '../../../test/smtp/smtp-kit.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { engineOf } from '../../platform/database/engine.ts'
import { countMails, MAILS_PER_DAY as RECEIPTS_PER_DAY } from '../../platform/mail/mailbox-limit.ts'

const NOON = Date.parse('2026-03-02T12:00:00.000Z')
const DAY_MS = 24 * 60 * 60_000

let smtp: SmtpServer
let app: TestApp
beforeEach(async () => {
  smtp = await startSmtpServer()
  app = await startTestApp({ mail: smtp.settings() })
  app.setNow(new Date(NOON))
})
afterEach(async () => {
  await app.stop()
  await smtp.stop()
})

const apply = async (email: string, headers: Record<string, string> = {}) => {
  const body = applicationForm({ email })
  const response = await app.request(API.submitApplication, { method: 'POST', body, headers })
  expect(response.status).toBe(201)
  return (await response.json()) as SubmissionReceipt
}

test(`of 12 forged applications that arrive at once, ${RECEIPTS_PER_DAY} mail a receipt to the address, and admins see the others`, async () => {
  const forged = await Promise.all(
    Array.from({ length: 12 }, (_, number) => apply(number % 2 ? 'Victim@Example.com' : 'victim@example.com')),
  )
  // A stranger does not learn whether others have applied with the address.
  expect(new Set(forged.map(({ isMailed }) => isMailed))).toEqual(new Set([true]))
  await apply('bo@example.com')
  await smtp.untilReceived(RECEIPTS_PER_DAY + 1)

  const admin = adminClient(app, await app.signIn())
  const { body } = await admin.request<MessageList>('GET', `${ADMIN_API.messages}?tab=problems`)
  expect(body.messages).toHaveLength(12 - RECEIPTS_PER_DAY)
  for (const message of body.messages) {
    const response = expect.stringContaining(`this mailbox has had ${RECEIPTS_PER_DAY} mails in 24 hours`)
    expect(message).toMatchObject({ kind: 'receipt', state: 'not_sent', attempts: 0, response })
  }
  const kept = new Set(body.messages.map(({ applicationId }) => applicationId))
  expect(forged.filter(({ id }) => kept.has(id))).toHaveLength(12 - RECEIPTS_PER_DAY)
  const [one = expect.fail()] = kept
  const history = await admin.request<{ event: unknown }[]>('GET', pathTo(ADMIN_API.applicationHistory, one))
  expect(history.body[0]?.event).toMatchObject({ action: 'message', kind: 'receipt', state: 'not_sent' })

  // An admin who knows better may send one all the same.
  const [message = expect.fail()] = body.messages
  await admin.request('POST', ADMIN_API.messageActions, { action: 'send', ids: [message.id] })
  await smtp.untilReceived(RECEIPTS_PER_DAY + 2)
  expect(smtp.received.at(-1)?.envelopeTo[0]?.toLowerCase()).toBe('victim@example.com')
})

test('the confirmation without JavaScript says the same to each of very many applicants with one address', async () => {
  const confirmationOf = async (name: string) => {
    const body = applicationForm({ email: 'ana@example.com', name })
    const sent = await app.request(PAGE.apply, { method: 'POST', body, redirect: 'manual' })
    return (await app.request(sent.headers.get('location') ?? expect.fail('not sent'))).text()
  }
  const promise = /We mail this receipt to ana@example\.com, .* at most five of these mails a day\./
  expect(await confirmationOf('Ana Núñez')).toMatch(promise)
  for (let number = 0; number < RECEIPTS_PER_DAY; number += 1) await apply('ana@example.com')
  expect(await confirmationOf('Ana N.')).toMatch(promise)
})

test('a day later receipts to the address are mailed again, and a repeated form says the same as the first', async () => {
  for (let number = 0; number < RECEIPTS_PER_DAY; number += 1) await apply('ana@example.com')
  const key = { 'idempotency-key': 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee' }
  const beyond = await apply('ana@example.com', key)
  expect(await apply('ana@example.com', key)).toEqual(beyond)
  await smtp.untilReceived(RECEIPTS_PER_DAY)
  app.setNow(new Date(NOON + DAY_MS))
  await apply('ana@example.com')
  await smtp.untilReceived(RECEIPTS_PER_DAY + 1)
})

test('counting takes no longer however many mails there were', async ({ skip }) => {
  // PostgreSQL's plans depend on statistics.
  if (engineOf(app.db) !== 'sqlite') skip()
  const plans = await plansOf(app.db, (db) => countMails(db, 'hash', new Date(NOON).toISOString()))
  expect(plans).toEqual([
    expect.stringContaining('USING COVERING INDEX mailbox_mails_by_mailbox (mailbox_hash=? AND mailed_at>?)'),
  ])
})

test('without a mail server no applicant is told that a mail comes', async () => {
  const silent = await startTestApp()
  const response = await silent.request(API.submitApplication, { method: 'POST', body: applicationForm() })
  expect(await response.json()).toMatchObject({ isMailed: false })
  await silent.stop()
})
