import { COUNT_LOCKS } from '../postgres/lock-keys.ts'

const COLUMNS = 'job_key, quarantined, archived, status, shard, count, resubmitted, before_cut_off'

/** The first recorded submission after the loss; written out, as a landed change must not follow the program. */
const isBeforeCutOff = (row: string) =>
  `case when ${row}.is_recovery = 0 and ${row}.created_at < '2025-06-13T04:17:00.000Z' then 1 else 0 end`

const COUNTS = `create table application_counts (
  job_key integer not null,
  quarantined integer not null,
  archived integer not null,
  status text COLLATION not null,
  shard integer not null,
  count integer not null,
  resubmitted integer not null,
  before_cut_off integer not null,
  constraint application_counts_key primary key (job_key, quarantined, archived, status, shard)
)`

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

const TRIGGERS_ON_SQLITE = [
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
const TRIGGERS_ON_POSTGRES = [
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

/** So many new applications are put into SQLite's index at once: one by one costs ten times as much. */
const BATCH = 64

const INDEXED_TO = '(select indexed_to from application_search_state)'
const index = (from: string) =>
  `insert into application_search (rowid, search_text) select id, search_text from ${from};`
const takeOut = `insert into application_search (application_search, rowid, search_text)
  values ('delete', old.id, old.search_text);`

/**
 * The index keeps for each three letters who has them, and no text. It holds applications up to `indexed_to`; the few
 * behind are read when something is searched.
 */
const TEXT_INDEX_ON_SQLITE = [
  `create virtual table application_search using fts5
   (search_text, content = '', columnsize = 0, detail = none, tokenize = 'trigram case_sensitive 1')`,
  'create table application_search_state (id integer primary key check (id = 1), indexed_to integer not null)',
  `insert into application_search (application_search, rank) values ('secure-delete', 1)`,
  'insert into application_search_state values (1, 0)',
  `create trigger applications_indexed after insert on applications begin
     ${index(`applications where id = new.id and id <= ${INDEXED_TO}`)}
     ${index(`applications where id > ${INDEXED_TO} and id <= new.id and new.id >= ${INDEXED_TO} + ${BATCH} order by id`)}
     update application_search_state set indexed_to = new.id where new.id >= indexed_to + ${BATCH};
   end`,
  `create trigger applications_unindexed after delete on applications when old.id <= ${INDEXED_TO}
   begin ${takeOut} end`,
  `create trigger applications_reindexed after update of search_text on applications when old.id <= ${INDEXED_TO}
   begin ${takeOut} ${index('applications where id = new.id')} end`,
]

/** Counts and text index of SQLite. */
export const SQLITE_COUNTS_AND_INDEX: readonly string[] = [
  COUNTS.replace('COLLATION ', ''),
  ...TRIGGERS_ON_SQLITE,
  ...TEXT_INDEX_ON_SQLITE,
]

/** Counts and text index of PostgreSQL. */
export const POSTGRES_COUNTS_AND_INDEX: readonly string[] = [
  COUNTS.replace('COLLATION', 'collate "C"'),
  ...TRIGGERS_ON_POSTGRES,
  // Every search reads what waits to be put into the index, so little may wait.
  `create index applications_by_text on applications using gin (search_text gin_trgm_ops)
    with (gin_pending_list_limit = 128)`,
]
