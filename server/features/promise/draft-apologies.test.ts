import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Application } from '../../../contract/applications/application.ts'
import type { MyApplication } from '../../../contract/applications/my-application.ts'
import type { MessageList } from '../../../contract/messages/messages.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API, APPLICATION_TOKEN_HEADER, pathTo } from '../../../contract/wire/paths.ts'
import { type AdminClient, adminClient } from '../../../test/admin-client.ts'
import { insertApplicant, insertApplicants } from '../../../test/factories.ts'
import { insertPrivateLink } from '../../../test/private-link.ts'
import { startMailedApp } from '../../../test/smtp/mailed-app.ts'
import type { SmtpServer } from '../../../test/smtp/smtp-kit.ts'
import type { TestApp } from '../../../test/test-app.ts'
import { readConfig } from '../../config.ts'
import { createToday } from '../../platform/calendar-day.ts'
import type { Services } from '../feature.ts'
import { createMessageWriter } from '../messages/queue-messages.ts'
import { draftApologies } from './draft-apologies.ts'

const NOON = Date.parse('2026-03-02T12:00:00.000Z')
const DAY = 86_400_000
const HALF_A_YEAR_OF_DAYS = 183
const config = readConfig({}, 'development')
const zone = { ...config.company, timeZone: 'UTC' }
const daysAgo = (days: number) => new Date(NOON - days * DAY).toISOString()

let smtp: SmtpServer
let app: TestApp
let admin: AdminClient
let now = NOON
beforeAll(async () => {
  ;({ app, smtp } = await startMailedApp({ company: zone }))
})
afterAll(() => app.stop())
beforeEach(async () => {
  for (const table of ['outbox_tasks', 'applications', 'settings', 'message_templates'] as const)
    await app.db.deleteFrom(table).execute()
  smtp.received.length = 0
  await goTo(0)
})

const goTo = async (ms: number) => {
  now = NOON + ms
  app.setNow(new Date(now))
  admin = adminClient(app, await app.signIn())
}
/** Does what every process does every ten minutes. */
const look = () => {
  const today = createToday(() => new Date(now), 'UTC')
  const unused = {} as Pick<Services, 'receipts' | 'mailboxes'>
  const messages = createMessageWriter({ config, ...unused, mail: null, today } as Services)
  return draftApologies({ db: app.db, messages, now: new Date(now), today: today().date })
}
const listed = async () => (await admin.request<MessageList>('GET', ADMIN_API.messages)).body.messages
const act = (action: string, ids: number[]) => admin.send('POST', ADMIN_API.messageActions, { action, ids })
const promisedTo = async (id: number) =>
  (await admin.request<Application>('GET', pathTo(ADMIN_API.adminApplication, id))).body.answerBy

test('an apology with a new day is drafted once the promised day is over, once, though processes look at the same time', async () => {
  const late = await insertApplicant(app.db, { name: 'Lara Late', created_at: daysAgo(11) })
  await insertApplicant(app.db, { name: 'On Time', created_at: daysAgo(10) })
  await insertApplicant(app.db, { status: 'rejected', created_at: daysAgo(11) })
  await insertApplicant(app.db, { created_at: daysAgo(60) })
  await Promise.all([look(), look(), look()])
  await look()
  const drafts = await listed()
  expect(drafts).toMatchObject([{ kind: 'apology', state: 'draft', applicationId: late }])
  expect(drafts[0]?.body).toContain('You hear from us by Thursday, March 12.')
  expect(await promisedTo(late)).toBe('2026-03-01')
  await act('cancel', [drafts[0]?.id ?? 0])
  await goTo(DAY)
  await look()
  expect((await listed()).filter(({ applicationId }) => applicationId === late)).toMatchObject([{ state: 'cancelled' }])
})

test('a confirmed apology can be taken back, and promises the new day to both sides once it has left', async () => {
  const id = await insertApplicant(app.db, { created_at: daysAgo(12), status: 'reviewing' })
  const token = await insertPrivateLink(app.db, id)
  await look()
  const [draft] = await listed()
  await act('send', [draft?.id ?? 0])
  expect(await listed()).toMatchObject([{ state: 'waiting', canBeTakenBack: true }])
  await act('take_back', [draft?.id ?? 0])
  expect(await listed()).toMatchObject([{ state: 'draft' }])
  await act('send', [draft?.id ?? 0])
  expect(await promisedTo(id)).toBe('2026-02-28')
  await goTo(10 * 60_000)
  app.wakeOutbox()
  await smtp.untilReceived(1)
  await vi.waitFor(async () => expect(await promisedTo(id)).toBe('2026-03-12'), { timeout: 20_000, interval: 25 })
  const read = await app.request(API.myApplication, { headers: { [APPLICATION_TOKEN_HEADER]: token } })
  expect(((await read.json()) as MyApplication).answer).toEqual({ by: '2026-03-12', at: null })
  const { first_answer_by } = await app.db.selectFrom('applications').selectAll().executeTakeFirstOrThrow()
  expect(first_answer_by, 'the broken promise').toBe('2026-02-28')
  await goTo(11 * DAY)
  await look()
  expect((await listed()).map(({ state }) => state)).toEqual(['draft', 'sent'])
})

test('an apology that was sent by hand promises the new day too', async () => {
  const id = await insertApplicant(app.db, { created_at: daysAgo(11) })
  await look()
  await act('answered', [(await listed())[0]?.id ?? 0])
  expect(await promisedTo(id)).toBe('2026-03-12')
})

test('nobody who was decided meanwhile gets an apology: drafts are cancelled, and a confirmed one does not leave', async () => {
  const [drafted, confirmed] = [
    await insertApplicant(app.db, { created_at: daysAgo(11) }),
    await insertApplicant(app.db, { created_at: daysAgo(12) }),
  ]
  await look()
  const toConfirm = (await listed()).find(({ applicationId }) => applicationId === confirmed)
  await act('send', [toConfirm?.id ?? 0])
  for (const id of [drafted, confirmed])
    await admin.send('PATCH', pathTo(ADMIN_API.application, id), { status: 'hired' })
  await look()
  await goTo(10 * 60_000)
  app.wakeOutbox()
  const states = async () => (await listed()).map(({ state }) => state)
  await vi.waitFor(async () => expect(await states()).toEqual(['cancelled', 'cancelled']), {
    timeout: 20_000,
    interval: 25,
  })
  expect(smtp.received).toEqual([])
})

test('a draft that waits names a later day before its day comes near, and keeps what an admin has written', async () => {
  await insertApplicant(app.db, { created_at: daysAgo(11) })
  await look()
  await app.db.updateTable('mails').set({ body: 'Sorry, Ana. By Thursday, March 12.' }).execute()
  await goTo(5 * DAY)
  const transactions = vi.spyOn(app.db, 'transaction')
  await look()
  expect(transactions, 'nothing is due').not.toHaveBeenCalled()
  transactions.mockRestore()
  expect((await listed())[0]?.body).toBe('Sorry, Ana. By Thursday, March 12.')
  await goTo(6 * DAY)
  await look()
  expect((await listed())[0]?.body).toBe('Sorry, Ana. By Wednesday, March 18.')
})

test('the day that an applicant was really told is the promise, also another one that an admin wrote; without a day nothing is promised', async () => {
  const [other, none, several, own] = await Promise.all(
    Array.from({ length: 4 }, () => insertApplicant(app.db, { created_at: daysAgo(11) })),
  )
  await look()
  const texts = new Map([
    [other, 'Sorry, Ana. By Friday, March 20.'],
    [none, 'Sorry, Ana. We will write as soon as we can.'],
    [several, 'Sorry, Ana. By Friday, March 20, or by Monday, March 23.'],
  ])
  for (const [id, body] of texts)
    await app.db
      .updateTable('mails')
      .set({ body })
      .where('application_id', '=', id ?? 0)
      .execute()
  await goTo(6 * DAY)
  await look()
  const drafts = await listed()
  for (const [id, body] of texts) expect(drafts.find((one) => one.applicationId === id)?.body).toBe(body)
  await act(
    'answered',
    drafts.map(({ id }) => id),
  )
  const promised = await Promise.all([other, none, several, own].map((id) => promisedTo(id ?? 0)))
  expect(promised).toEqual(['2026-03-20', '2026-03-01', '2026-03-01', '2026-03-18'])
})

test('the days of half a year are named once for all apologies that are sent by hand at once, not once for each', async () => {
  const many = 20
  await insertApplicants(
    app.db,
    Array.from({ length: many }, () => ({ created_at: daysAgo(11) })),
  )
  await look()
  await app.db.updateTable('mails').set({ body: 'We are sorry.' }).where('kind', '=', 'apology').execute()
  const ids = (await listed()).map(({ id }) => id)
  expect(ids).toHaveLength(many)
  const naming = vi.spyOn(Intl, 'DateTimeFormat')
  expect((await act('answered', ids)).status).toBe(200)
  expect(naming.mock.calls.length).toBeLessThan(2 * HALF_A_YEAR_OF_DAYS)
  naming.mockRestore()
})

test('no more than 50 are drafted at once, the longest waiting first, and no more than 200 wait', async () => {
  await insertApplicants(
    app.db,
    Array.from({ length: 260 }, (_, index) => ({
      created_at: daysAgo(11 + (index % 20)),
      email: `a${index}@example.com`,
    })),
  )
  const count = async () =>
    Number(
      (
        await app.db
          .selectFrom('mails')
          .select(({ fn }) => fn.countAll().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    )
  await look()
  expect(await count()).toBe(50)
  for (let run = 0; run < 5; run++) await look()
  expect(await count()).toBe(200)
})
