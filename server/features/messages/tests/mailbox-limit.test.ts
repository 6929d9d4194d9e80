import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SubmissionReceipt } from '../../../../contract/applications/application.ts'
import type { MyApplication } from '../../../../contract/applications/my-application.ts'
import type { MessageList } from '../../../../contract/messages/messages.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { API, APPLICATION_TOKEN_HEADER, IDEMPOTENCY_HEADER, PAGE, pathTo } from '../../../../contract/wire/paths.ts'
import { type AdminClient, adminClient } from '../../../../test/admin-client.ts'
import { plansOf } from '../../../../test/databases/query-plans.ts'
import { applicationForm, applyAtOnce, createJob, insertApplicant } from '../../../../test/factories.ts'
import { everyRow } from '../../../../test/security/operations.ts'
import { startMailedApp } from '../../../../test/smtp/mailed-app.ts'
import type { SmtpServer } from '../../../../test/smtp/smtp-kit.ts'
import type { TestApp } from '../../../../test/test-app.ts'
import { engineOf } from '../../../platform/database/engine.ts'
import { countMails } from '../../../platform/mail/mailbox-limit.ts'

const NOON = Date.parse('2026-03-02T12:00:00.000Z')
const DAY_MS = 24 * 60 * 60_000
/** Mails that one mailbox gets in a day. */
const MOST = 5

let smtp: SmtpServer
let app: TestApp
let admin: AdminClient
beforeEach(async () => {
  ;({ app, smtp } = await startMailedApp({ perMinute: 1_000 }))
  await goTo(NOON)
})
afterEach(() => app.stop())

const goTo = async (instant: number) => {
  app.setNow(new Date(instant))
  admin = adminClient(app, await app.signIn())
}
const send = async (email: string, headers: Record<string, string> = {}) => {
  const body = applicationForm({ email })
  const response = await app.request(API.submitApplication, { method: 'POST', body, headers })
  expect(response.status).toBe(201)
  app.wakeOutbox()
  return (await response.json()) as SubmissionReceipt
}
const askForLink = async (email: string) => {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email })
  expect((await app.request(API.newApplicationLink, { method: 'POST', headers, body })).status).toBe(204)
}
const askForAlert = async (email: string) => {
  const body = new URLSearchParams({ email })
  expect((await app.request(PAGE.jobAlerts, { method: 'POST', redirect: 'manual', body })).status).toBe(303)
}
const untilNoTask = () =>
  vi.waitFor(async () => expect(await app.db.selectFrom('outbox_tasks').select('id').execute()).toEqual([]), {
    timeout: 20_000,
    interval: 25,
  })
const arrivals = () => smtp.received.map(({ envelopeTo }) => envelopeTo[0]).toSorted()
const problems = async () => (await admin.request<MessageList>('GET', `${ADMIN_API.messages}?tab=problems`)).body

test(`of receipts to 12 spellings of one mailbox that arrive at once, ${MOST} are mailed, and admins see the others`, async () => {
  const spellings = Array.from({ length: 6 }, (_, number) => [`Vic.Tim+${number}@gmail.com`, `vict.im@googlemail.com`])
  const forged = await Promise.all(spellings.flat().map((email) => send(email)))
  expect(new Set(forged.map(({ id }) => id)).size).toBe(12)
  // A stranger does not learn whether others have applied with the address.
  expect(new Set(forged.map(({ sendsMail }) => sendsMail))).toEqual(new Set([true]))
  await applyAtOnce(app, { email: 'other+victim@gmail.com' })
  await untilNoTask()
  expect(smtp.received).toHaveLength(MOST + 1)

  const { messages } = await problems()
  const response = expect.stringContaining(`this mailbox has had ${MOST} mails in 24 hours`)
  const kept = { kind: 'receipt', state: 'not_sent', attempts: 0, response }
  expect(messages).toMatchObject(Array(12 - MOST).fill(kept))
  const [message = expect.fail()] = messages
  const history = pathTo(ADMIN_API.applicationHistory, message.applicationId)
  const { body } = await admin.request<{ event: unknown }[]>('GET', history)
  expect(body[0]?.event).toMatchObject({ action: 'message', kind: 'receipt', state: 'not_sent' })

  // An admin who knows better may send one all the same.
  await admin.send('POST', ADMIN_API.messageActions, { action: 'send', ids: [message.id] })
  await smtp.untilReceived(MOST + 2)
})

test(`receipts to an address are mailed again a day later, and a repeated form says the same as the first`, async () => {
  for (let number = 0; number < MOST; number += 1) await send('ana@example.com')
  const key = { [IDEMPOTENCY_HEADER]: 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee' }
  const beyond = await send('ana@example.com', key)
  expect(await send('ana@example.com', key)).toEqual(beyond)
  await untilNoTask()
  expect(smtp.received).toHaveLength(MOST)
  await goTo(NOON + DAY_MS)
  await send('ana@example.com')
  await smtp.untilReceived(MOST + 1)
})

test('the confirmation without JavaScript says the same to each of very many applicants with one address', async () => {
  const confirmationOf = async (name: string) => {
    const body = applicationForm({ email: 'ana@example.com', name })
    const sent = await app.request(PAGE.apply, { method: 'POST', body, redirect: 'manual' })
    return (await app.request(sent.headers.get('location') ?? expect.fail('not sent'))).text()
  }
  const promise = /We mail this receipt to ana@example\.com, .* Save it here too, in case the mail does not arrive\./
  expect(await confirmationOf('Ana Núñez')).toMatch(promise)
  for (let number = 0; number < MOST; number += 1) await send('ana@example.com')
  expect(await confirmationOf('Ana N.')).toMatch(promise)
})

test(`receipts, new links and confirmations of job alerts to one mailbox are ${MOST} a day together`, async () => {
  await applyAtOnce(app, { email: 'ana@example.com' })
  await applyAtOnce(app, { email: 'ana+cv@example.com' })
  await untilNoTask()
  await askForAlert('ana+jobs@example.com')
  await askForLink('ana@example.com')
  await untilNoTask()
  expect(smtp.received).toHaveLength(4)
  await askForLink('ana+cv@example.com')
  await untilNoTask()
  await askForAlert('a.n.a@example.com')
  await applyAtOnce(app, { email: 'ANA@example.com' })
  await goTo(NOON + 60 * 60_000)
  await askForLink('ana@example.com')
  await untilNoTask()
  expect(arrivals()).toEqual(
    [
      'ana+cv@example.com',
      'ana+cv@example.com',
      'ana+jobs@example.com',
      'ana@example.com',
      'ana@example.com',
    ].toSorted(),
  )
  const { messages } = await problems()
  expect(messages.map(({ kind, state }) => [kind, state])).toEqual([
    ['link', 'not_sent'],
    ['receipt', 'not_sent'],
  ])
  for (const { response } of messages) expect(response).toContain(`this mailbox has had ${MOST} mails in 24 hours`)

  await goTo(NOON + DAY_MS)
  await askForLink('ana@example.com')
  await untilNoTask()
  expect(smtp.received).toHaveLength(MOST + 1)
})

test('what people of the company send is neither limited nor counted', async () => {
  const id = await applyAtOnce(app, { email: 'ana@example.com' })
  const write = async (count: number) => {
    for (let number = 0; number < count; number += 1)
      await admin.send('POST', ADMIN_API.messages, { applications: [id], subject: `No ${number}`, body: 'Hello' })
    await goTo(NOON + 11 * 60_000)
    app.wakeOutbox()
    await untilNoTask()
  }
  await write(MOST + 1)
  expect(smtp.received).toHaveLength(MOST + 2)
  for (let number = 1; number < MOST; number += 1) await applyAtOnce(app, { email: 'ana@example.com' })
  await untilNoTask()
  expect(smtp.received).toHaveLength(2 * MOST + 1)
  expect((await problems()).messages).toEqual([])
})

test('one request for a new link sends one mail, with a link to each of the newest five applications', async () => {
  const jobId = await createJob(app, { title: 'Pump Whisperer' })
  const ids: number[] = []
  for (let number = 0; number < 6; number += 1)
    ids.push(await insertApplicant(app.db, { email: 'ana@example.com', job_id: number === 5 ? jobId : null }))
  await insertApplicant(app.db, { email: 'ana+other@example.com' })
  await askForLink('ana@example.com')
  await untilNoTask()
  expect(arrivals()).toEqual(['ana@example.com'])
  const { mail } = smtp.received[0] ?? expect.fail()
  expect(mail.subject).toMatch(/^Your links to your applications at /)
  expect(mail.text).toContain(`APP-${String(ids[5]).padStart(4, '0')}, Pump Whisperer\n`)
  const tokens = [...(mail.text ?? '').matchAll(/\/my-application#([\w-]{43})\s/g)].map(([, token = '']) => token)
  const opened = await Promise.all(
    tokens.map(async (token) => {
      const headers = { [APPLICATION_TOKEN_HEADER]: token }
      return ((await (await app.request(API.myApplication, { headers })).json()) as MyApplication).reference
    }),
  )
  const newest = ids.slice(1).toReversed()
  expect(opened).toEqual(newest.map((id) => `APP-${String(id).padStart(4, '0')}`))
  // Nothing about one application is stored with another.
  expect(JSON.stringify(await app.db.selectFrom('mails').select('body').execute())).not.toContain('Whisperer')

  // Asked again within the hour, nothing more is sent.
  await askForLink('ana@example.com')
  await untilNoTask()
  expect(smtp.received).toHaveLength(1)
})

test('what counts the mails of a mailbox names no address, and is forgotten after a day', async () => {
  await applyAtOnce(app, { email: 'ana@example.com' })
  await untilNoTask()
  await app.db.deleteFrom('applications').execute()
  expect(JSON.stringify(await everyRow(app))).not.toContain('ana@')
  const counted = () => app.db.selectFrom('mailbox_mails').selectAll().execute()
  const [before] = await counted()
  expect(before).toMatchObject({ mailbox_hash: expect.stringMatching(/^[\da-f]{64}$/) })
  await goTo(NOON + DAY_MS)
  await applyAtOnce(app, { email: 'bo@example.com' })
  expect((await counted()).map(({ id }) => id)).not.toContain(before?.id)
  expect(await counted()).toHaveLength(1)
})

test('counting takes no longer however many mails there were', async ({ skip }) => {
  // PostgreSQL's plans depend on statistics.
  if (engineOf(app.db) !== 'sqlite') skip()
  const plans = await plansOf(app.db, (db) => countMails(db, 'hash', new Date(NOON).toISOString()))
  expect(plans).toEqual([
    expect.stringContaining('USING COVERING INDEX mailbox_mails_by_mailbox (mailbox_hash=? AND mailed_at>?)'),
  ])
})
