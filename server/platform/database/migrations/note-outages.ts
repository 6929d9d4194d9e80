import { type Kysely, sql } from 'kysely'
import { schemaDialectOf } from '../schema-dialect.ts'
import type { Tables } from '../tables.ts'
import type { EarlierMailTables } from './one-mail-table.ts'

type Earlier = Kysely<Tables & EarlierMailTables>

/** As long as mail is tried from this version on. Older mail stays unchanged: its recipient may have been told otherwise. */
const TRIED_MS = 5 * 24 * 60 * 60_000

/** A response that speaks of the address: an enhanced status code about the mailbox (RFC 3463), but not about the sender. */
const ABOUT_ADDRESS = /^5\d\d[ -]5\.(1\.(?![789]\b)\d{1,3}|2\.1)\b/

/**
 * Makes room for what is known about mail that does not leave, and lets go on what an earlier version stopped wrongly: it took
 * every refusal for one of the address.
 */
export async function noteOutagesOfMail(database: Kysely<Tables>): Promise<void> {
  const db = database.withTables<EarlierMailTables>()
  const { text } = schemaDialectOf(db)
  for (const table of ['messages', 'digests', 'job_alert_mails'])
    await sql.raw(`alter table ${table} add column deferred_since ${text}`).execute(db)
  const create = `create table mail_outage (
    id integer primary key check (id = 1),
    since ${text} not null,
    reason ${text} not null,
    faults integer not null,
    failed_at ${text} not null,
    paused_until ${text}
  )`
  await sql.raw(create).execute(db)
  const now = new Date()
  await reviveAlerts(db, now)
  await reviveMessages(db, now)
}

/** Job alerts go on where no mail server has spoken of their address; the mail of the next day names what was missed. */
async function reviveAlerts(db: Earlier, now: Date): Promise<void> {
  const stopped = await db.selectFrom('job_alerts').select('id').where('stopped_at', 'is not', null).execute()
  for (const { id } of stopped) {
    const failed = db
      .selectFrom('job_alert_mails')
      .select(['id', 'kind', 'task_number', 'response', 'created_at'])
      .where('alert_id', '=', id)
      .where('state', '=', 'failed')
    const mail = await failed.orderBy('id', 'desc').executeTakeFirst()
    if (!mail || ABOUT_ADDRESS.test(mail.response ?? '')) continue
    await db.updateTable('job_alerts').set({ stopped_at: null }).where('id', '=', id).execute()
    if (mail.kind === 'confirmation' && isRecent(mail.created_at, now))
      await revive(db, 'job_alert_mails', { task: 'send-job-alert', mail, now })
  }
}

/** Messages that failed in the last days leave after all, unless they are no longer true, or their applicant withdrew. */
async function reviveMessages(db: Earlier, now: Date): Promise<void> {
  const failed = await db
    .selectFrom('messages')
    .innerJoin('applications', 'applications.id', 'messages.application_id')
    .select(['messages.id', 'kind', 'change_id', 'interview_id', 'to_address', 'task_number', 'response', 'settled_at'])
    .select(['applications.status'])
    .where('state', '=', 'failed')
    .where('cancelled_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('messages.id')
    .execute()
  for (const mail of failed) {
    if (!isRecent(mail.settled_at ?? '', now) || ABOUT_ADDRESS.test(mail.response ?? '')) continue
    if (mail.change_id !== null && mail.status !== mail.kind) continue
    if (mail.interview_id !== null && !(await isLatestAbout(db, mail, now))) continue
    await db
      .updateTable('messages')
      .set({ not_before: now.toISOString(), settled_at: null })
      .where('id', '=', mail.id)
      .execute()
    await revive(db, 'messages', { task: 'send-message', mail, now })
  }
}

/** Whether nothing newer was written to this person about the interview, and it is still to come. */
async function isLatestAbout(
  db: Earlier,
  { id, interview_id, to_address }: { id: number; interview_id: number | null; to_address: string | null },
  now: Date,
): Promise<boolean> {
  const coming = db.selectFrom('interviews').select('id').where('id', '=', interview_id)
  if (!(await coming.where('starts_at', '>', now.toISOString()).executeTakeFirst())) return false
  const newer = db.selectFrom('messages').select('id').where('interview_id', '=', interview_id).where('id', '>', id)
  return (await newer.where('to_address', '=', to_address).executeTakeFirst()) === undefined
}

/** Nothing was handed over before such a response, so another attempt doubles nothing. */
async function revive(
  db: Earlier,
  table: 'messages' | 'job_alert_mails',
  { task, mail, now }: { task: string; mail: { id: number; task_number: number }; now: Date },
): Promise<void> {
  const taskNumber = mail.task_number + 1
  const open = { state: 'waiting' as const, task_number: taskNumber, attempts: 0, content_begun_at: null }
  await db.updateTable(table).set(open).where('id', '=', mail.id).execute()
  const at = now.toISOString()
  const payload = JSON.stringify({ id: mail.id, taskNumber })
  const row = { kind: task, payload, attempts: 0, run_after: at, last_error: null, created_at: at }
  await db.insertInto('outbox_tasks').values(row).execute()
}

function isRecent(at: string, now: Date): boolean {
  return at > new Date(now.getTime() - TRIED_MS).toISOString()
}
