import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CHOSEN_WEBHOOK_EVENTS, WEBHOOK_EVENTS } from '../../../contract/webhooks/webhook-events.ts'
import type { MadeWebhook, WebhookDeliveries, Webhooks } from '../../../contract/webhooks/webhooks.ts'
import { type AdminClient, adminClient, signInAs } from '../../../test/admin-client.ts'
import { apply, createJob } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { type Received, receiverSender, startReceiver } from '../../../test/webhooks/webhook-receiver.ts'
import { queueWebhooks } from '../../platform/webhooks/queue-webhooks.ts'

const WEBHOOKS = '/api/admin/webhooks'
const DAY = 24 * 60 * 60_000

let app: TestApp
let owner: AdminClient
let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeEach(async () => {
  receiver = await startReceiver()
  app = await startTestApp({}, null, undefined, { outbound: receiverSender() })
  owner = adminClient(app, await app.signIn())
})
afterEach(async () => {
  await app.stop()
  await receiver.stop()
})

async function make(fields: object = {}): Promise<MadeWebhook & { secret: string }> {
  const body = { name: 'Payroll', url: receiver.url, events: CHOSEN_WEBHOOK_EVENTS, ...fields }
  const made = await owner.request<MadeWebhook>('POST', WEBHOOKS, body)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return { ...made.body, secret: made.body.secret ?? '' }
}

const log = async (id: number) =>
  (await owner.request<WebhookDeliveries>('GET', `${WEBHOOKS}/${id}/deliveries`)).body.deliveries
const list = async () => (await owner.request<Webhooks>('GET', WEBHOOKS)).body.webhooks
const received = (count: number) =>
  vi.waitUntil(() => (receiver.received.length >= count ? receiver.received : undefined), { timeout: 10_000 })
const bodyOf = ({ body }: Received) => JSON.parse(body) as { type: string; timestamp: string; data: object }

/** Sends every delivery that waits, whatever its time is. */
async function retry() {
  const past = new Date(0).toISOString()
  await app.db.updateTable('outbox_tasks').set({ run_after: past }).where('kind', '=', 'send-webhook').execute()
  app.wakeOutbox()
}

test('an application is told of, signed as the official library verifies it, with numbers alone', async () => {
  const { secret } = await make()
  const id = await apply(app)
  const [first] = await received(1)
  if (!first) throw new Error('nothing was received')
  expect(new Verifier(secret).verify(first.body, first.headers as Record<string, string>)).toEqual({
    ...{ type: 'application.received', timestamp: expect.any(String), data: { applicationId: id } },
  })
  expect(first.headers).toMatchObject({
    'webhook-id': expect.stringMatching(/^msg_/),
    'content-type': 'application/json',
  })
  expect(() => new Verifier(secret).verify(`${first.body} `, first.headers as Record<string, string>)).toThrow()
})

test('each event is told of once, in the order of its cause', async () => {
  await make()
  const postingId = await createJob(app, { status: 'draft', isActive: false })
  const change = (body: object) => owner.send('PATCH', `/api/admin/jobs/${postingId}`, body)
  await change({ status: 'active', isActive: true })
  const applicationId = await apply(app, { jobId: String(postingId) })
  await received(2)
  await owner.send('PATCH', `/api/applications/${applicationId}`, { status: 'reviewing' })
  await owner.send('PATCH', `/api/applications/${applicationId}`, { feedback: 'Knows Ignition' })
  await received(3)
  await change({ status: 'filled' })
  await received(4)
  await owner.send('DELETE', `/api/admin/applications/${applicationId}`)
  await received(5)
  expect(receiver.received.map((each) => [bodyOf(each).type, bodyOf(each).data])).toEqual([
    ['posting.opened', { postingId }],
    ['application.received', { applicationId }],
    ['application.status_changed', { applicationId }],
    ['posting.closed', { postingId }],
    ['application.erased', { applicationId }],
  ])
})

test('a webhook hears of what it has chosen, and of nothing while it is disabled', async () => {
  const { webhook } = await make({ events: ['posting.opened'] })
  await apply(app)
  await createJob(app)
  await received(1)
  await owner.send('PATCH', `${WEBHOOKS}/${webhook.id}`, { isEnabled: false })
  await createJob(app)
  expect((await log(webhook.id)).map(({ event, state }) => [event, state])).toEqual([['posting.opened', 'delivered']])
  expect((await list()).map(({ state }) => state)).toEqual(['disabled'])
})

test('a change that is rolled back tells nobody', async () => {
  const { webhook } = await make()
  const rolledBack = app.db.transaction().execute(async (trx) => {
    await queueWebhooks(trx, [{ type: 'posting.opened', data: { postingId: 1 } }], new Date())
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  expect(await log(webhook.id)).toEqual([])
})

test('what fails is tried again with the same id, later each time, and the log says why', async () => {
  const { webhook, secret } = await make()
  receiver.answer(503, 'Try later \0 please')
  await apply(app)
  await received(1)
  const first = await vi.waitUntil(async () => (await log(webhook.id)).find(({ attempts }) => attempts === 1))
  expect(first).toMatchObject({ state: 'waiting', status: 503, answer: 'Try later  please' })
  const waits = Date.parse(first.nextAttemptAt ?? '') - Date.parse(first.lastAttemptAt ?? '')
  expect(waits).toBeGreaterThanOrEqual(4_000)
  expect(waits).toBeLessThanOrEqual(5_000)
  await retry()
  await received(2)
  const second = await vi.waitUntil(async () => (await log(webhook.id)).find(({ attempts }) => attempts === 2))
  expect(Date.parse(second.nextAttemptAt ?? '') - Date.parse(second.lastAttemptAt ?? '')).toBeGreaterThan(20_000)
  expect((await list())[0]).toMatchObject({ waiting: 1, failed: 0, failingSince: expect.any(String) })
  receiver.answer(200, 'thanks')
  await retry()
  await received(3)
  await vi.waitUntil(async () => (await log(webhook.id))[0]?.state === 'delivered')
  expect((await log(webhook.id))[0]).toMatchObject({ status: 200, answer: null, attempts: 3, nextAttemptAt: null })
  expect((await list())[0]).toMatchObject({ failingSince: null, waiting: 0 })
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  for (const each of receiver.received)
    expect(new Verifier(secret).verify(each.body, each.headers as Record<string, string>)).toBeDefined()
})

test('after three days without success the webhook is disabled, owners see it, and what failed is replayed by hand', async () => {
  const { webhook } = await make()
  receiver.answer(500)
  const start = Date.now()
  await apply(app)
  await received(1)
  await vi.waitUntil(async () => (await log(webhook.id))[0]?.attempts === 1)
  app.setNow(new Date(start + 3 * DAY + 60_000))
  owner = adminClient(app, await app.signIn())
  await retry()
  await vi.waitUntil(async () => (await list())[0]?.state === 'failing')
  expect((await log(webhook.id))[0]).toMatchObject({ state: 'failed', nextAttemptAt: null })
  const audit = await owner.request<{ entries: object[] }>('GET', '/api/admin/audit?action=webhook_disabled')
  expect(audit.body.entries).toMatchObject([{ by: 'program', event: { name: 'Payroll' } }])
  const since = new Date(start - DAY).toISOString()
  const replay = () => owner.request('POST', `${WEBHOOKS}/${webhook.id}/replay`, { since })
  expect((await replay()).status).toBe(400)
  receiver.answer(204)
  await owner.send('PATCH', `${WEBHOOKS}/${webhook.id}`, { isEnabled: true })
  expect(await replay()).toEqual({ status: 200, body: { replayed: 1 } })
  await vi.waitUntil(async () => (await log(webhook.id))[0]?.state === 'delivered')
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})

test('a receiver that is gone is disabled at once', async () => {
  await make()
  receiver.answer(410)
  await apply(app)
  await vi.waitUntil(async () => (await list())[0]?.state === 'gone')
})

test('a new secret signs beside the old one for a day, and alone afterwards', async () => {
  const { webhook, secret: old } = await make()
  const renewed = await owner.request<MadeWebhook>('POST', `${WEBHOOKS}/${webhook.id}/secret`)
  const secret = renewed.body.secret ?? ''
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
  await owner.send('POST', `${WEBHOOKS}/${webhook.id}/test`)
  const [both] = await received(1)
  const verify = (each: Received | undefined, by: string) =>
    new Verifier(by).verify(each?.body ?? '', each?.headers as Record<string, string>)
  expect([verify(both, old), verify(both, secret)]).toEqual([bodyOf(both as Received), bodyOf(both as Received)])
  await app.db.updateTable('webhooks').set({ old_secret_until: new Date().toISOString() }).execute()
  await owner.send('POST', `${WEBHOOKS}/${webhook.id}/test`)
  const [, after] = await received(2)
  expect(verify(after, secret)).toBeDefined()
  expect(() => verify(after, old)).toThrow()
})

test('one delivery is replayed with its id, also one that has arrived', async () => {
  const { webhook } = await make()
  await owner.send('POST', `${WEBHOOKS}/${webhook.id}/test`)
  await received(1)
  const delivered = await vi.waitUntil(async () => (await log(webhook.id)).find(({ state }) => state === 'delivered'))
  expect((await owner.send('POST', `/api/admin/webhook-deliveries/${delivered.id}/replay`)).status).toBe(202)
  await received(2)
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toEqual([delivered.messageId, delivered.messageId])
})

test.each([
  ['http://hooks.example/', 'The address must begin with https://.'],
  ['https://127.0.0.1/', 'The host 127.0.0.1 is in a private network, to which nothing is sent.'],
  ['https://other.example/', 'The host other.example is in a private network, to which nothing is sent.'],
])('%s is refused when a webhook is made, and when one is changed', async (url, message) => {
  const { webhook } = await make()
  const refused = { status: 400, body: { issues: [{ path: 'url', message }] } }
  const body = { name: 'Other', url, events: ['posting.opened'] }
  expect(await owner.request('POST', WEBHOOKS, body)).toMatchObject(refused)
  expect(await owner.request('PATCH', `${WEBHOOKS}/${webhook.id}`, { url })).toMatchObject(refused)
})

test('neither addresses nor secrets are in the database or in a later response', async () => {
  const { secret, webhook } = await make({ url: `${receiver.url}?key=hidden-in-the-address` })
  const [row] = await app.db.selectFrom('webhooks').selectAll().execute()
  expect(JSON.stringify({ ...row, shown_address: '' })).not.toMatch(/hidden-in|whsec_/)
  const later = await (await owner.send('GET', WEBHOOKS)).text()
  expect(later).not.toContain(secret)
  const chat = await make({ url: `${receiver.url}?key=chat-secret`, format: 'slack' })
  expect(chat).toMatchObject({ secret: '', webhook: { address: expect.stringMatching(/^hooks\.example:\d+$/) } })
  expect(webhook.address).toContain('hidden-in')
  expect(JSON.stringify(await app.db.selectFrom('webhooks').selectAll().execute())).not.toContain('chat-secret')
})

test('Slack and Teams read what happened and a link, and names only where that is switched on', async () => {
  const postingId = await createJob(app, { title: 'Pumper <!channel> & more' })
  const slack = await make({ format: 'slack', events: ['application.received'] })
  const teams = await make({ format: 'teams', events: ['application.received'], showsNames: true })
  expect([slack.webhook.showsNames, teams.webhook.showsNames]).toEqual([false, true])
  const id = await apply(app, { jobId: String(postingId) })
  await received(2)
  const bodies = receiver.received.map(({ body }) => JSON.parse(body))
  const ofSlack = bodies.find(({ blocks }) => blocks !== undefined)
  const ofTeams = bodies.find(({ attachments }) => attachments !== undefined)
  const reference = `APP-${String(id).padStart(4, '0')}`
  expect(ofSlack.blocks[0].text).toMatchObject({
    type: 'plain_text',
    text: `New application: ${reference}, Pumper <!channel> & more`,
  })
  expect(ofSlack.text).toContain('Pumper &lt;!channel&gt; &amp; more <')
  expect(ofSlack.text).not.toContain('Ana')
  const [{ contentType, content }] = ofTeams.attachments
  expect([ofTeams.type, contentType, content.type]).toEqual([
    ...['message', 'application/vnd.microsoft.card.adaptive', 'AdaptiveCard'],
  ])
  expect(content.body[0].inlines[0].text).toContain(`Ana Núñez (${reference})`)
  expect(content.actions[0].url).toMatch(new RegExp(`^http.*/admin/applications/${id}$`))
  expect(receiver.received[0]?.headers['webhook-signature']).toBeUndefined()
})

test('only owners see webhooks, and what they do is in the audit trail', async () => {
  const recruiter = adminClient(app, await signInAs(app, 'rita', { role: 'recruiter' }))
  expect((await recruiter.send('GET', WEBHOOKS)).status).toBe(403)
  const { webhook } = await make()
  await owner.send('PATCH', `${WEBHOOKS}/${webhook.id}`, { name: 'Wages' })
  await owner.send('PATCH', `${WEBHOOKS}/${webhook.id}`, { isEnabled: true })
  await owner.send('DELETE', `${WEBHOOKS}/${webhook.id}`)
  expect((await owner.send('DELETE', `${WEBHOOKS}/${webhook.id}`)).status).toBe(204)
  const entries = app.db.selectFrom('audit_trail').select('event').where('action', 'like', 'webhook%').orderBy('id')
  expect((await entries.execute()).map(({ event }) => event)).toEqual([
    ...['{"action":"webhook_made","name":"Payroll"}', '{"action":"webhook_changed","name":"Wages"}'],
    '{"action":"webhook_deleted","name":"Wages"}',
  ])
})

test('deliveries are kept for 30 days', async () => {
  const { webhook } = await make()
  await owner.send('POST', `${WEBHOOKS}/${webhook.id}/test`)
  await vi.waitUntil(async () => (await log(webhook.id))[0]?.state === 'delivered')
  app.setNow(new Date(Date.now() + 31 * DAY))
  await app.runWork('forget-webhook-deliveries')
  expect(await app.db.selectFrom('webhook_deliveries').select('id').execute()).toEqual([])
})

test('docs/webhooks.md has every event and when it comes', () => {
  const document = readFileSync(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8')
  const rows = Object.entries(WEBHOOK_EVENTS).map(([type, { when }]) => `| \`${type}\` | ${when} |`)
  expect(rows.filter((row) => !document.includes(row))).toEqual([])
})
