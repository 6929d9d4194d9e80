import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertEarlierApplicant, migrationsUntil, openBefore } from '../../../../test/databases/earlier-database.ts'
import type { Db, NewMailRow } from '../tables.ts'
import { bringUpToDate } from './bring-up-to-date.ts'
import type { EarlierMailTables } from './one-mail-table.ts'

const MIGRATION = '0004-one-mail-table'
const AT = '2026-03-02T12:00:00.000Z'
const LATER = '2026-03-02T12:01:00.000Z'

const stack = new AsyncDisposableStack()
let db: Awaited<ReturnType<typeof openBefore>>
beforeAll(async () => {
  db = await openBefore(stack, MIGRATION)
})
afterAll(() => stack.disposeAsync())

const insertMessage = async (on: Db, id: number, columns: Partial<NewMailRow>) => {
  const application_id = await insertEarlierApplicant(on, { email: `applicant-${id}@example.com` })
  const text = { to_name: 'Ana', to_address: `applicant-${id}@example.com`, subject: 'S', body: 'B' }
  const times = { not_before: LATER, created_at: AT, message_id: `<m${id}@example.com>` }
  const message = { ...{ application_id, kind: 'personal' as const, reason: `r${id}` }, ...text, ...times }
  const row = { ...message, ...{ state: 'waiting' as const, task_number: 1, attempts: 0 }, ...columns }
  await on.withTables<EarlierMailTables>().insertInto('messages').values(row).execute()
}
const insertDigest = async (on: Db, day: string, columns: Partial<NewMailRow>) => {
  const digest = {
    ...{ account_id: 1, day, attempts: 0, message_id: `<d${day}@example.com>` },
    created_at: AT,
    ...columns,
  }
  const row = digest as NewMailRow
  return on.withTables<EarlierMailTables>().insertInto('digests').values(row).returning('id').executeTakeFirstOrThrow()
}
const insertAlertMail = async (on: Db, day: string, columns: Partial<NewMailRow>) => {
  const mail = { ...{ alert_id: 1, kind: 'openings', day, attempts: 0, job_ids: '[3]' }, created_at: AT, ...columns }
  const row = { ...mail, message_id: `<a${day}@example.com>` } as NewMailRow
  const inserting = on.withTables<EarlierMailTables>().insertInto('job_alert_mails').values(row)
  return inserting.returning('id').executeTakeFirstOrThrow()
}
const schedule = async (on: Db, kind: string, id: number, place: { share?: string; turn?: number } = {}) => {
  const payload = JSON.stringify({ id, taskNumber: 2 })
  const task = { kind, payload, attempts: 0, run_after: LATER, last_error: null, created_at: AT, ...place }
  await on.insertInto('outbox_tasks').values(task).execute()
}

test('every mail is kept with its state, and its task still sends it and no other', async () => {
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('accounts').values({ username: 'ana', password_hash: '', created_at: AT }).execute()
    const alert = { request_id: '1', email: 'a@example.com', remote: 0 as const, created_at: AT, ends_at: '9999' }
    await trx
      .insertInto('job_alerts')
      .values({ ...alert, seen_until: AT })
      .execute()
    await insertMessage(trx, 1, { state: 'sent', settled_at: AT, response: '250 Ok' })
    await insertMessage(trx, 2, { state: 'draft', kind: 'rejected', change_id: 7 })
    await insertMessage(trx, 3, { attempts: 1, deferred_since: AT, task_number: 2 })
    await insertMessage(trx, 4, {})
    // Its number must not be given again.
    await trx.withTables<EarlierMailTables>().deleteFrom('messages').where('id', '=', 4).execute()
    await insertDigest(trx, '2026-03-01', { state: 'sent', attempts: 1, attempted_at: LATER })
    const digest = await insertDigest(trx, '2026-03-02', { state: 'waiting', task_number: 2 })
    await insertAlertMail(trx, '2026-03-01', { state: 'failed', attempted_at: LATER, response: '550 No' })
    const mail = await insertAlertMail(trx, '2026-03-02', { state: 'sending', task_number: 2, content_begun_at: AT })
    await schedule(trx, 'send-message', 3, { share: 'flood', turn: 4 })
    await schedule(trx, 'send-digest', digest.id)
    await schedule(trx, 'send-digest', 999)
    await schedule(trx, 'send-job-alert', mail.id, { share: 'other' })
    await schedule(trx, 'send-links', 1)
  })
  const before = await db.withTables<EarlierMailTables>().selectFrom('messages').selectAll().orderBy('id').execute()

  await bringUpToDate(db, migrationsUntil(MIGRATION, true))

  const mails = await db.selectFrom('mails').selectAll().orderBy('id').execute()
  expect(mails.slice(0, 3)).toEqual(before.map((message) => expect.objectContaining(message)))
  const [, , , early, digest, failed, sending] = mails
  expect(early).toMatchObject({ kind: 'digest', account_id: 1, state: 'sent', settled_at: LATER, attempts: 1 })
  expect(digest).toMatchObject({ reason: 'digest:1:2026-03-02', day: '2026-03-02', state: 'waiting', settled_at: null })
  expect(failed).toMatchObject({ kind: 'openings', alert_id: 1, state: 'failed', response: '550 No', job_ids: '[3]' })
  expect(sending).toMatchObject({ reason: 'openings:1:2026-03-02', state: 'sending', content_begun_at: AT })
  expect(mails).toHaveLength(7)
  expect(Math.min(...mails.slice(3).map(({ id }) => id))).toBeGreaterThan(4)
  const tasks = await db
    .selectFrom('outbox_tasks')
    .select(['kind', 'payload', 'priority', 'share', 'turn'])
    .orderBy('id')
    .execute()
  const of = (id = 0) => JSON.stringify({ id, taskNumber: 2 })
  expect(tasks).toEqual([
    { kind: 'send-mail', payload: of(3), priority: 1, share: 'flood', turn: 4 },
    { kind: 'send-mail', payload: of(digest?.id), priority: 1, share: null, turn: null },
    { kind: 'send-mail', payload: of(sending?.id), priority: 2, share: 'other', turn: null },
    { kind: 'send-links', payload: of(1), priority: 1, share: null, turn: null },
  ])

  // What a mail is about takes it along.
  await db.deleteFrom('accounts').execute()
  await db.deleteFrom('job_alerts').execute()
  await db.deleteFrom('applications').execute()
  expect(await db.selectFrom('mails').select('id').execute()).toEqual([])
})
