import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeTestDatabase, type TestDatabase } from '../../../test/databases/test-database.ts'
import { untilLockWaits } from '../../../test/databases/until-lock-waits.ts'
import { BRAND } from '../../../test/smtp/brand.ts'
import { type SmtpServer, startSmtpServer } from '../../../test/smtp/smtp-kit.ts'
import type { Db, NewMailRow } from '../database/tables.ts'
import { handleMail } from './handle-mail.ts'
import type { MailKind, MailKinds } from './mail-kind.ts'
import { createMailSender } from './mail-sender.ts'

const NOW = '2026-03-02T12:00:00.000Z'
const log = { warn: () => undefined } as unknown as FastifyBaseLogger
const DIGEST: NewMailRow = {
  ...{ kind: 'digest', reason: 'digest', day: '2026-03-02', state: 'waiting', not_before: NOW },
  ...{ message_id: '<d@example.com>', created_at: NOW },
}

let folder: string
let database: TestDatabase
let smtp: SmtpServer
let id: number
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wellhead-handle-mail-'))
  database = await makeTestDatabase(folder)
  smtp = await startSmtpServer()
})
afterAll(async () => {
  await smtp.stop()
  await database.remove()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  smtp.received.length = 0
  smtp.behave({ name: 'take' })
  const { db } = database
  await db.deleteFrom('accounts').execute()
  const account = { username: 'admin', password_hash: '', created_at: NOW }
  const inserted = await db.insertInto('accounts').values(account).returning('id').executeTakeFirstOrThrow()
  const digest = db.insertInto('mails').values({ ...DIGEST, account_id: inserted.id })
  id = (await digest.returning('id').executeTakeFirstOrThrow()).id
})

const find = (db: Db) => db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()
const change = (columns: object) => database.db.updateTable('mails').set(columns).where('id', '=', id).execute()
const stateNow = async () => (await find(database.db))?.state
type Digest = NonNullable<Awaited<ReturnType<typeof find>>>
type Run = { taskNumber?: number; read?: (db: Db, digest: Digest) => Promise<string | undefined> }
/** Runs a task as a separate process does. */
async function run({ taskNumber = 1, read = async () => 'Hello' }: Run = {}): Promise<void> {
  const mail = createMailSender(smtp.settings(), BRAND)
  const digest: MailKind<string> = {
    withoutContent: 'nothing',
    read,
    compose: async (_trx, _row, text) => ({
      ...{ to: { name: null, address: 'ana@example.com' }, subject: text, text, references: [], isAutomatic: true },
    }),
  }
  const handler = handleMail({ db: database.db, clock: () => new Date(NOW), log, mail }, {
    digest,
  } as unknown as MailKinds)
  const attempt = { attempts: 1, last_error: null, priority: 1, share: null, letOthersRun: () => undefined }
  await handler.run({ id, taskNumber }, attempt)
}

test('only the last task of a mail sends it', async () => {
  await change({ task_number: 2 })
  await run({ taskNumber: 1 })
  expect([await stateNow(), smtp.received.length]).toEqual(['waiting', 0])
  await run({ taskNumber: 2 })
  expect([await stateNow(), smtp.received.length]).toEqual(['sent', 1])
})

test('of two processes that have read the same mail, one sends it', async () => {
  const [hasRead, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const late = run({
    read: async () => {
      hasRead.resolve()
      await mayGoOn.promise
      return 'Hello'
    },
  })
  await hasRead.promise
  smtp.behave({ name: 'hold', at: 'recipient' })
  const first = run()
  await smtp.untilHeld()
  mayGoOn.resolve()
  await late
  smtp.release()
  await first
  expect([await stateNow(), smtp.received.length]).toEqual(['sent', 1])
})

test('a mail whose process has died after the content had begun is perhaps sent, before that it is sent', async () => {
  await change({ state: 'sending', attempts: 1, content_begun_at: NOW })
  await run()
  expect([await stateNow(), smtp.received.length]).toEqual(['perhaps_sent', 0])
  await change({ state: 'sending', attempts: 1, content_begun_at: null })
  await run()
  expect([await stateNow(), smtp.received.length]).toEqual(['sent', 1])
})

test('a late end does not count for a mail that was asked for once more', async () => {
  smtp.plan({ name: 'hold', at: 'content' })
  const late = run()
  await smtp.untilHeld()
  // The number of the attempt begins again with the request.
  await change({ task_number: 2, attempts: 1, state: 'sending', content_begun_at: null })
  smtp.release()
  await late
  expect(await stateNow()).toBe('sending')
})

test.each(['perhaps_sent', 'dismissed'] as const)('a late end counts for a mail that is %s by then', async (state) => {
  smtp.plan({ name: 'hold', at: 'content' })
  const late = run()
  await smtp.untilHeld()
  await change({ state })
  smtp.release()
  await late
  expect(await stateNow()).toBe('sent')
})

test('a mail that is being changed while the mail server becomes ready for it says what is true after the change', async () => {
  smtp.plan({ name: 'hold', at: 'recipient' })
  const sending = run({ read: async (_db, { day }) => (day === DIGEST.day ? 'Hello' : undefined) })
  await smtp.untilHeld()
  await database.db.transaction().execute(async (trx) => {
    await trx.updateTable('mails').set({ day: '2026-03-01' }).where('id', '=', id).execute()
    smtp.release()
    await untilLockWaits(trx)
  })
  await sending
  expect([await stateNow(), smtp.received.length]).toEqual(['nothing', 0])
})

test('a mail that has something to say again by the time it would end waits instead', async () => {
  let reads = 0
  await run({ read: async () => (++reads === 1 ? undefined : 'Hello') })
  expect(await find(database.db)).toMatchObject({ state: 'waiting', task_number: 2 })
})

test.each([
  ['something', 'Hello', 'failed'],
  ['nothing', undefined, 'nothing'],
])('after five days of attempts, a mail with %s to say ends as such', async (_what, content, state) => {
  await change({ state: 'waiting', attempts: 50, deferred_since: '2026-02-25T12:00:00.000Z' })
  smtp.plan({ name: 'refuse', at: 'recipient', code: 451, text: 'Try later' })
  let reads = 0
  await run({ read: async () => (++reads === 1 ? 'Hello' : content) })
  expect(await stateNow()).toBe(state)
})
