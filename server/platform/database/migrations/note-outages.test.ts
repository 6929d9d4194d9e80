import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertEarlierApplicant, openBefore } from '../../../../test/databases/earlier-database.ts'
import type { NewMailRow, Tables } from '../tables.ts'
import { noteOutagesOfMail } from './note-outages.ts'
import type { EarlierMailTables } from './one-mail-table.ts'

const DAY_MS = 24 * 60 * 60_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

const stack = new AsyncDisposableStack()
let db: Kysely<Tables>
let earlier: Kysely<Tables & EarlierMailTables>
beforeAll(async () => {
  db = await openBefore(stack, '0002-mail-outage')
  earlier = db.withTables<EarlierMailTables>()
})
afterAll(() => stack.disposeAsync())

/** A message that failed, to an applicant who has no other. */
async function insertFailed(
  reason: string,
  response: string,
  { days = 1, kind = 'personal', status = 'pending' } = {},
) {
  const changed = kind === 'personal' ? {} : { change_id: 7 }
  const application_id = await insertEarlierApplicant(db, {
    status: status as 'pending',
    email: `${reason}@example.com`,
  })
  const times = { not_before: daysAgo(days), created_at: daysAgo(days), settled_at: daysAgo(days) }
  const texts = { to_name: 'Ana', to_address: `${reason}@example.com`, subject: 'S', body: 'B' }
  const row = {
    kind: kind as 'personal',
    state: 'failed' as const,
    task_number: 3,
    attempts: 1,
    username: null,
    ...changed,
  }
  const values = { application_id, reason, response, message_id: `<${reason}@x>`, ...times, ...texts, ...row }
  await earlier.insertInto('messages').values(values).execute()
}

async function insertStopped(email: string, response: string, kind: 'confirmation' | 'openings' = 'openings') {
  const times = {
    created_at: daysAgo(9),
    confirmed_at: kind === 'openings' ? daysAgo(9) : null,
    seen_until: daysAgo(1),
  }
  const alert = {
    request_id: email,
    email,
    remote: 0 as const,
    ends_at: daysAgo(-300),
    stopped_at: daysAgo(1),
    ...times,
  }
  const { id } = await db.insertInto('job_alerts').values(alert).returning('id').executeTakeFirstOrThrow()
  const mail = { alert_id: id, kind, day: '2026-03-02', state: 'failed' as const, attempts: 1, response }
  const row = { ...mail, message_id: email, created_at: daysAgo(1) } as NewMailRow
  await earlier.insertInto('job_alert_mails').values(row).execute()
}

test('what an earlier version stopped for a refusal of this server goes on; what was refused for its address does not', async () => {
  await insertFailed('block-list', '554 5.7.1 Listed')
  await insertFailed('no-reason', '550 Rejected')
  await insertFailed('sender', '550 5.1.8 Sender address rejected')
  await insertFailed('given-up', 'Given up after two days: connect ECONNREFUSED')
  await insertFailed('unknown', '550 5.1.1 No such user')
  await insertFailed('disabled', '550-5.2.1 Mailbox disabled')
  await insertFailed('old', '554 5.7.1 Listed', { days: 6 })
  await insertFailed('decided-otherwise', '554 5.7.1 Listed', { kind: 'rejected', status: 'interview' })
  await insertFailed('decided', '554 5.7.1 Listed', { kind: 'rejected', status: 'rejected' })
  await insertStopped('blocked@example.com', '554 5.7.1 Listed')
  await insertStopped('gone@example.com', '550 5.1.1 No such user')
  await insertStopped('new@example.com', '530 5.7.0 Authentication required', 'confirmation')

  await db.transaction().execute((trx) => noteOutagesOfMail(trx))

  const messages = await earlier.selectFrom('messages').select(['reason', 'state']).orderBy('id').execute()
  const waiting = messages.filter(({ state }) => state === 'waiting').map(({ reason }) => reason)
  expect(waiting).toEqual(['block-list', 'no-reason', 'sender', 'given-up', 'decided'])
  const alerts = db.selectFrom('job_alerts').select('email').where('stopped_at', 'is', null).orderBy('email')
  const going = await alerts.execute()
  expect(going.map(({ email }) => email)).toEqual(['blocked@example.com', 'new@example.com'])
  const tasks = await db.selectFrom('outbox_tasks').select('kind').orderBy('id').execute()
  expect(tasks.map(({ kind }) => kind)).toEqual(['send-job-alert', ...Array(5).fill('send-message')])
})
