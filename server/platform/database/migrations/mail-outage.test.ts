import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertApplicant } from '../../../../test/factories.ts'
import { makeTestDatabase, type TestDatabase } from '../../../../test/test-database.ts'
import { noteOutagesOfMail } from './mail-outage.ts'

const DAY_MS = 24 * 60 * 60_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

let folder: string
let database: TestDatabase
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wellhead-mail-outage-'))
  database = await makeTestDatabase(folder)
  // As an earlier version has left it.
  for (const table of ['messages', 'digests', 'job_alert_mails'])
    await sql.raw(`alter table ${table} drop column deferred_since`).execute(database.db)
  await sql`drop table mail_outage`.execute(database.db)
})
afterAll(async () => {
  await database.remove()
  await rm(folder, { recursive: true, force: true })
})

/** A message that failed, to an applicant of its own. */
async function insertFailed(
  reason: string,
  response: string,
  { days = 1, kind = 'personal', status = 'pending' } = {},
) {
  const { db } = database
  const changed = kind === 'personal' ? {} : { change_id: 7 }
  const application_id = await insertApplicant(db, { status: status as 'pending', email: `${reason}@example.com` })
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
  await db.insertInto('messages').values(values).execute()
}

async function insertStopped(email: string, response: string, kind: 'confirmation' | 'openings' = 'openings') {
  const { db } = database
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
  await db
    .insertInto('job_alert_mails')
    .values({ ...mail, message_id: email, created_at: daysAgo(1) })
    .execute()
}

test('what an earlier version stopped for a refusal of this server goes on; what was refused for its address does not', async () => {
  const { db } = database
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

  const messages = await db.selectFrom('messages').select(['reason', 'state']).orderBy('id').execute()
  const waiting = messages.filter(({ state }) => state === 'waiting').map(({ reason }) => reason)
  expect(waiting).toEqual(['block-list', 'no-reason', 'sender', 'given-up', 'decided'])
  const alerts = db.selectFrom('job_alerts').select('email').where('stopped_at', 'is', null).orderBy('email')
  const going = await alerts.execute()
  expect(going.map(({ email }) => email)).toEqual(['blocked@example.com', 'new@example.com'])
  const tasks = await db.selectFrom('outbox_tasks').select('kind').orderBy('id').execute()
  expect(tasks.map(({ kind }) => kind)).toEqual(['send-job-alert', ...Array(5).fill('send-message')])
})
