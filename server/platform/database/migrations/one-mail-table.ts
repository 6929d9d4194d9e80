import { type Kysely, sql } from 'kysely'
import { parseJson } from '../../parse-json.ts'
import { engineOf } from '../engine.ts'
import { schemaDialectOf } from '../schema-dialect.ts'
import type { Tables } from '../tables.ts'

/** The tables that mails had before; their columns have the names that they had. */
export type EarlierMailTables = Record<'messages' | 'digests' | 'job_alert_mails', Tables['mails']>

/** What every mail had in its own table. */
const ATTEMPTS = 'state, task_number, attempts, attempted_at, content_begun_at, deferred_since, message_id, created_at'
/** When a digest or a mail about a job alert has ended, as far as it is known. */
const ENDED = "case when state in ('waiting', 'sending') then null else coalesce(attempted_at, created_at) end"

/** Mails about job alerts give way to all others (`PRIORITY.last`). */
const LAST = 2

/**
 * Moves messages, digests and mails about job alerts into one table, and their tasks to one kind. Messages keep their ids: admins
 * may have them on the screen.
 */
export async function moveMailsIntoOneTable(db: Kysely<Tables>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  const { numberedId, text } = schemaDialectOf(db)
  await run(`create table mails (
    id ${numberedId},
    kind ${text} not null,
    reason ${text} not null unique,
    application_id integer references applications (id) on delete cascade,
    account_id integer references accounts (id) on delete cascade,
    alert_id integer references job_alerts (id) on delete cascade,
    day ${text},
    change_id integer,
    cancelled_at ${text},
    superseded_by integer,
    superseded_state ${text},
    interview_id integer,
    to_interviewer integer not null default 0,
    to_name ${text},
    to_address ${text},
    subject ${text},
    body ${text},
    receipt ${text},
    calendar ${text},
    job_ids ${text},
    state ${text} not null,
    not_before ${text} not null,
    task_number integer not null default 1,
    attempts integer not null default 0,
    attempted_at ${text},
    content_begun_at ${text},
    deferred_since ${text},
    settled_at ${text},
    response ${text},
    message_id ${text} not null,
    created_at ${text} not null,
    username ${text}
  )`)
  const ofMessages = `application_id, change_id, cancelled_at, superseded_by, superseded_state, interview_id, to_interviewer,
    to_name, to_address, subject, body, receipt, calendar, not_before, settled_at, response, username`
  await keepNumbersOfMessages(db)
  await run(`insert into mails (id, kind, reason, ${ofMessages}, ${ATTEMPTS})
    select id, kind, reason, ${ofMessages}, ${ATTEMPTS} from messages order by id`)
  await run(`insert into mails (kind, reason, account_id, day, not_before, settled_at, ${ATTEMPTS})
    select 'digest', 'digest:' || account_id || ':' || day, account_id, day, created_at, ${ENDED}, ${ATTEMPTS}
    from digests order by id`)
  await run(`insert into mails (kind, reason, alert_id, day, job_ids, not_before, settled_at, response, ${ATTEMPTS})
    select kind, kind || ':' || alert_id || ':' || day, alert_id, day, job_ids, created_at, ${ENDED}, response, ${ATTEMPTS}
    from job_alert_mails order by id`)
  await run(`update outbox_tasks set kind = 'send-mail' where kind = 'send-message'`)
  await renameTasks(db, 'send-digest', { table: 'digests', reason: "'digest:' || account_id || ':' || day" })
  await renameTasks(db, 'send-job-alert', { table: 'job_alert_mails', reason: "kind || ':' || alert_id || ':' || day" })
  await run(`update outbox_tasks set kind = 'send-mail', priority = ${LAST} where kind = 'send-job-alert'`)
  await run(`update outbox_tasks set kind = 'send-mail' where kind = 'send-digest'`)
  for (const table of ['messages', 'digests', 'job_alert_mails']) await run(`drop table ${table}`)
  for (const index of INDEXES) await run(index)
}

/** Those on what a mail is about are also read when that is deleted. */
const INDEXES = [
  // With what tells messages apart, so that those of each state are counted without reading the table.
  'create index mails_by_state on mails (state, application_id, not_before)',
  'create index mails_by_application on mails (application_id, id) where application_id is not null',
  'create index mails_by_account on mails (account_id, day) where account_id is not null',
  'create index mails_by_alert on mails (alert_id, id) where alert_id is not null',
  'create index mails_by_change on mails (change_id) where change_id is not null',
  'create index mails_by_superseding on mails (superseded_by) where superseded_by is not null',
  'create index mails_by_interview on mails (interview_id) where interview_id is not null',
  'create index mails_by_attempt on mails (attempted_at) where attempted_at is not null',
  // Of what is forgotten after some weeks.
  'create index mails_by_age on mails (created_at) where application_id is null',
]

/** No number is given twice, also none of a message that was deleted: a task may still name it. */
async function keepNumbersOfMessages(db: Kysely<Tables>): Promise<void> {
  await sql
    .raw(
      engineOf(db) === 'postgres'
        ? `select setval(pg_get_serial_sequence('mails', 'id'),
            greatest(nextval(pg_get_serial_sequence('messages', 'id')), (select max(id) from messages)))`
        : `insert into sqlite_sequence (name, seq) select 'mails', seq from sqlite_sequence where name = 'messages'`,
    )
    .execute(db)
}

/** Puts the new numbers of mails into their tasks. @param before where the mails were, and what names each of them now */
async function renameTasks(db: Kysely<Tables>, kind: string, before: { table: string; reason: string }): Promise<void> {
  const { rows } = await sql<{ earlier: number; id: number }>`
    select earlier.id as earlier, mails.id from
      (select id, ${sql.raw(before.reason)} as reason from ${sql.table(before.table)}) as earlier
      join mails on mails.reason = earlier.reason`.execute(db)
  const ids = new Map(rows.map(({ earlier, id }) => [earlier, id]))
  const tasks = await db.selectFrom('outbox_tasks').select(['id', 'payload']).where('kind', '=', kind).execute()
  for (const task of tasks) {
    const payload = parseJson(task.payload) as { id?: number } | undefined
    const id = ids.get(payload?.id ?? 0)
    // The task of a mail that was deleted must not send another one.
    if (id === undefined) await db.deleteFrom('outbox_tasks').where('id', '=', task.id).execute()
    else
      await db
        .updateTable('outbox_tasks')
        .set({ payload: JSON.stringify({ ...payload, id }) })
        .where('id', '=', task.id)
        .execute()
  }
}
