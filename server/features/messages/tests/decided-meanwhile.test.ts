import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { MadeChange, UndoneChange } from '../../../../contract/applications/application-changes.ts'
import type { Message, MessageList } from '../../../../contract/messages/messages.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { UNDO_TIME_MS } from '../../../../contract/wire/limits.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { type AdminClient, adminClient } from '../../../../test/admin-client.ts'
import { untilLockWaits } from '../../../../test/databases/until-lock-waits.ts'
import { insertApplicant } from '../../../../test/factories.ts'
import { startMailedApp } from '../../../../test/smtp/mailed-app.ts'
import type { Behaviour, SmtpServer } from '../../../../test/smtp/smtp-kit.ts'
import type { TestApp } from '../../../../test/test-app.ts'
import { engineOf } from '../../../platform/database/engine.ts'
import { lockRow } from '../../../platform/database/row-locks.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { sendMailTask } from '../../../platform/mail/mail-queue.ts'
import { cancelMessagesOfChange, restoreSuperseded, supersedeMessages } from '../decision-messages.ts'

/** Decisions whose transactions are open while the mail server says something about a message. */
const NOON = Date.parse('2026-03-02T12:00:00.000Z')
const LATER_CHANGE = 2_000_000_000

let smtp: SmtpServer
let app: TestApp
let admin: AdminClient
let applicant: number
beforeAll(async () => {
  ;({ app, smtp } = await startMailedApp())
})
afterAll(() => app.stop())
beforeEach(async () => {
  for (const table of ['outbox_tasks', 'mailbox_mails', 'applications', 'settings'] as const)
    await app.db.deleteFrom(table).execute()
  smtp.received.length = 0
  await goTo(0)
  applicant = await insertApplicant(app.db)
})

const goTo = async (minutes: number) => {
  app.setNow(new Date(NOON + minutes * 60_000))
  admin = adminClient(app, await app.signIn())
}
const list = async () => (await admin.request<MessageList>('GET', ADMIN_API.messages)).body.messages
const untilState = (state: string) =>
  vi.waitFor(async () => expect(await list()).toMatchObject([{ kind: 'rejected', state }]), {
    ...{ timeout: 20_000, interval: 25 },
  })
const send = async (...ids: number[]) => {
  const body = { action: 'send', ids }
  return (await admin.request<{ changed: Message[]; refused: number[] }>('POST', ADMIN_API.messageActions, body)).body
}
const decide = async (status: string) => {
  const body = { change: { status }, applications: [{ id: applicant }] }
  return Number((await admin.request<MadeChange>('POST', ADMIN_API.applicationChanges, body)).body.id)
}

/** Refuses the applicant, and goes on to when the confirmed message leaves. @returns the id of the message */
async function refuse(): Promise<number> {
  await decide('rejected')
  const [{ id } = expect.fail()] = await list()
  await send(id)
  await goTo(10)
  // Naming no message, it only lets the outbox look for due tasks.
  await send(LATER_CHANGE)
  return id
}

/** Sends the message of a refusal, which the mail server holds. @returns its id */
async function holdRefusal(at: Behaviour & { name: 'hold' }): Promise<number> {
  smtp.plan(at)
  const id = await refuse()
  await smtp.untilHeld()
  return id
}

type Work = (trx: Transaction<Tables>) => Promise<unknown>

/** Lets the mail server go on while a transaction that has locked the application is open. */
function releaseDuring(before: Work, after?: Work): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    await lockRow(trx, 'applications', applicant)
    await before(trx)
    smtp.release()
    await untilLockWaits(trx)
    await after?.(trx)
  })
}

const supersede: Work = async (trx) => {
  const change = { status: 'reviewing', changeId: LATER_CHANGE, now: new Date(NOON) } as const
  await supersedeMessages(trx, [applicant], change)
  await trx.updateTable('applications').set({ status: change.status }).where('id', '=', applicant).execute()
}

test('a message that the mail server asks to try later is tried again when its cancellation is being undone', async () => {
  await holdRefusal({ name: 'hold', at: 'content', code: 451 })
  const changeId = await decide('reviewing')
  await releaseDuring((trx) =>
    restoreSuperseded(trx, [applicant], { changeId, now: new Date(NOON), delayMs: UNDO_TIME_MS }),
  )
  await untilState('waiting')
  await goTo(12)
  await send(LATER_CHANGE)
  await smtp.untilReceived(1)
  await untilState('sent')
})

test('a message that the mail server asks to try later is cancelled when a later decision is being made', async () => {
  const id = await holdRefusal({ name: 'hold', at: 'content', code: 451 })
  await releaseDuring(supersede)
  await untilState('cancelled')
  expect(await send(id)).toMatchObject({ changed: [], refused: [id] })
  expect(smtp.received).toEqual([])
})

test('a message that the mail server becomes ready for is not sent when a later decision is being made', async () => {
  await holdRefusal({ name: 'hold', at: 'recipient' })
  await releaseDuring(supersede)
  await untilState('cancelled')
  expect(smtp.received).toEqual([])
})

test('a message that is sent while its decision is being undone does not leave', async () => {
  const changeId = await decide('rejected')
  const [{ id } = expect.fail()] = await list()
  const now = new Date(NOON)
  const sending = await app.db.transaction().execute(async (trx) => {
    await lockRow(trx, 'applications', applicant)
    await cancelMessagesOfChange(trx, changeId, now)
    const sent = send(id)
    await untilLockWaits(trx)
    await trx.updateTable('applications').set({ status: 'pending' }).where('id', '=', applicant).execute()
    return { sent }
  })
  expect(await sending.sent).toMatchObject({ changed: [], refused: [id] })
  await goTo(11)
  await send(LATER_CHANGE)
  await untilState('cancelled')
  expect(smtp.received).toEqual([])
})

const undo = async (changeId: number) =>
  (await admin.request<UndoneChange>('POST', pathTo(ADMIN_API.undoApplicationChange, changeId))).body.notified

test.each([
  ['recipient', 'cancelled', 0],
  ['content', 'sent', 1],
] as const)(
  'an undo names a message that waits for the %s at the mail server, and that ends as %s',
  async (at, end, count) => {
    smtp.plan({ name: 'hold', at })
    const changeId = await decide('rejected')
    const [{ id } = expect.fail()] = await list()
    await send(id)
    await goTo(10)
    await send(LATER_CHANGE)
    await smtp.untilHeld()
    expect(await undo(changeId)).toEqual([applicant])
    smtp.release()
    await untilState(end)
    expect(smtp.received).toHaveLength(count)
  },
)

test.each([
  ['before its attempt', {}, 0],
  ['in its attempt', { state: 'sending', attempts: 1 } as const, 1],
])('a message whose process died %s is not sent by another one after an undo', async (_when, columns, named) => {
  const changeId = await decide('rejected')
  const [{ id } = expect.fail()] = await list()
  await send(id)
  const claimed = { attempts: 1, run_after: new Date(NOON + 60_000).toISOString() }
  await app.db.updateTable('outbox_tasks').set(claimed).where('kind', '=', sendMailTask.kind).execute()
  if (named > 0) await app.db.updateTable('mails').set(columns).where('id', '=', id).execute()
  expect(await undo(changeId)).toHaveLength(named)
  await goTo(11)
  await send(LATER_CHANGE)
  const tasks = app.db.selectFrom('outbox_tasks').select('id').where('kind', '=', sendMailTask.kind)
  await vi.waitFor(async () => expect(await tasks.execute()).toEqual([]), { timeout: 20_000, interval: 25 })
  await untilState('cancelled')
  expect(smtp.received).toEqual([])
})

test('a cancelled message is not sent after all while its decision is being changed', async () => {
  await decide('rejected')
  const [{ id } = expect.fail()] = await list()
  await admin.request('POST', ADMIN_API.messageActions, { action: 'cancel', ids: [id] })
  const sending = await app.db.transaction().execute(async (trx) => {
    await lockRow(trx, 'applications', applicant)
    const sent = send(id)
    await untilLockWaits(trx)
    await supersede(trx)
    return { sent }
  })
  expect(await sending.sent).toMatchObject({ changed: [], refused: [id] })
})

test('the end of a message that is cancelled is in no history', async () => {
  await holdRefusal({ name: 'hold', at: 'recipient' })
  await decide('reviewing')
  smtp.release()
  await untilState('cancelled')
  const path = pathTo(ADMIN_API.applicationHistory, applicant)
  const { body } = await admin.request<{ event: { action: string } }[]>('GET', path)
  expect(body.map(({ event }) => event.action).filter((action) => action === 'message')).toEqual([])
})

test('of the response of the mail server 1,000 characters are kept', async () => {
  smtp.plan({ name: 'refuse', at: 'recipient', code: 550, text: `5.1.1 ${'x'.repeat(2_000)}` })
  await refuse()
  await untilState('failed')
  expect((await list())[0]?.response).toMatch(/^550 5\.1\.1 x{990}$/)
})

test('a deletion that has begun finds the message unlocked, and it is not sent', async () => {
  const id = await holdRefusal({ name: 'hold', at: 'recipient' })
  await releaseDuring(
    () => Promise.resolve(),
    async (trx) => {
      if (engineOf(trx) === 'postgres') await sql`select 1 from mails where id = ${id} for update nowait`.execute(trx)
      await trx.deleteFrom('applications').where('id', '=', applicant).execute()
    },
  )
  const tasks = app.db.selectFrom('outbox_tasks').select('id').where('kind', '=', sendMailTask.kind)
  await vi.waitFor(async () => expect(await tasks.execute()).toEqual([]), { timeout: 20_000, interval: 25 })
  expect([await list(), smtp.received]).toEqual([[], []])
})
