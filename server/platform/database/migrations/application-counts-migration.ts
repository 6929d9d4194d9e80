import { type Kysely, sql } from 'kysely'
import { engineOf } from '../engine.ts'
import { COUNT_LOCKS } from '../postgres/lock-keys.ts'
import type { Tables } from '../tables.ts'

const COLUMNS = 'job_key, quarantined, archived, status, shard, count, resubmitted, before_cut_off'

/** The first recorded submission after the loss; written out, as a landed change must not follow the program. */
const isBeforeCutOff = (row: string) =>
  `case when ${row}.is_recovery = 0 and ${row}.created_at < '2025-06-13T04:17:00.000Z' then 1 else 0 end`

/**
 * Adds the counts of the dashboard. Triggers keep them, in the transaction of every change and whoever makes it, so they
 * are never wrong and nothing has to count rows (`docs/decisions/0028`).
 */
export async function addApplicationCounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('application_counts')
    .addColumn('job_key', 'integer', (column) => column.notNull())
    .addColumn('quarantined', 'integer', (column) => column.notNull())
    .addColumn('archived', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('shard', 'integer', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('resubmitted', 'integer', (column) => column.notNull())
    .addColumn('before_cut_off', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('application_counts_key', ['job_key', 'quarantined', 'archived', 'status', 'shard'])
    .execute()
  for (const key of ['-1', 'coalesce(job_id, 0)']) {
    await run(
      db,
      `insert into application_counts (${COLUMNS})
       select ${key}, quarantined, archived, status, 0, count(*), sum(is_recovery), sum(${isBeforeCutOff('applications')})
       from applications group by 1, 2, 3, 4`,
    )
  }
  const statements = engineOf(db as Kysely<Tables>) === 'postgres' ? ON_POSTGRES : ON_SQLITE
  for (const statement of statements) await run(db, statement)
}

async function run(db: Kysely<unknown>, statement: string): Promise<void> {
  await sql.raw(statement).execute(db)
}

const ADD_UP = `count = application_counts.count + excluded.count,
  resubmitted = application_counts.resubmitted + excluded.resubmitted,
  before_cut_off = application_counts.before_cut_off + excluded.before_cut_off`

/** Counts one row of a trigger, for all jobs and for its own. */
const countRow = (row: 'old' | 'new', by: 1 | -1) => `
  insert into application_counts (${COLUMNS}) values ${['-1', `coalesce(${row}.job_id, 0)`]
    .map(
      (key) =>
        `(${key}, ${row}.quarantined, ${row}.archived, ${row}.status, 0, ${by}, ${by} * ${row}.is_recovery,
         ${by} * ${isBeforeCutOff(row)})`,
    )
    .join(', ')}
  on conflict do update set ${ADD_UP};`

const ON_SQLITE = [
  `create trigger applications_counted after insert on applications begin ${countRow('new', 1)} end`,
  `create trigger applications_discounted after delete on applications begin ${countRow('old', -1)} end`,
  `create trigger applications_recounted
   after update of quarantined, archived, status, job_id, is_recovery, created_at on applications
   begin ${countRow('old', -1)} ${countRow('new', 1)} end`,
]

/** Every group that a statement has changed, once; `from` are its rows before or after. */
const changedRows = (from: 'old_rows' | 'new_rows', by: 1 | -1) => `
  select key.of, quarantined, archived, status, ${by} as added, ${by} * is_recovery as recovery,
    ${by} * ${isBeforeCutOff(from)} as lost
  from ${from} cross join lateral (values (-1), (coalesce(job_id, 0))) as key (of)`

const addRows = (changes: string) => `
  insert into application_counts (${COLUMNS})
  select of, quarantined, archived, status, own, sum(added), sum(recovery), sum(lost)
  from (${changes}) as changed
  group by of, quarantined, archived, status
  having sum(added) <> 0 or sum(recovery) <> 0 or sum(lost) <> 0
  order by of, quarantined, archived, status
  on conflict on constraint application_counts_key do update set ${ADD_UP};`

/**
 * One row for each group would make every submission wait for the commit of the one before: each transaction counts in
 * the first of 16 shards that nobody else counts in. Where all are taken, the fixed order keeps two from waiting for each
 * other.
 */
const ON_POSTGRES = [
  `create function count_applications() returns trigger language plpgsql as $count$
   declare own integer;
   begin
     for step in 0..15 loop
       own := (pg_backend_pid() + step) % 16;
       exit when pg_try_advisory_xact_lock(${COUNT_LOCKS}, own);
     end loop;
     if tg_op = 'INSERT' then ${addRows(changedRows('new_rows', 1))}
     elsif tg_op = 'DELETE' then ${addRows(changedRows('old_rows', -1))}
     else ${addRows(`${changedRows('old_rows', -1)} union all ${changedRows('new_rows', 1)}`)}
     end if;
     return null;
   end $count$`,
  `create trigger applications_counted after insert on applications
   referencing new table as new_rows for each statement execute function count_applications()`,
  `create trigger applications_discounted after delete on applications
   referencing old table as old_rows for each statement execute function count_applications()`,
  `create trigger applications_recounted after update on applications
   referencing old table as old_rows new table as new_rows for each statement execute function count_applications()`,
  // Room on each page for the versions that counting leaves behind.
  'alter table application_counts set (fillfactor = 50)',
]
