/**
 * The schema of SQLite. `baseline-postgres.ts` has the same tables, columns and indexes. Numbered tables have
 * AUTOINCREMENT: an id is never given twice, so that an application of a deleted posting never joins a new one.
 */
export const SQLITE_BASELINE: readonly string[] = [
  `create table jobs (
    id integer primary key autoincrement,
    title text not null,
    job_type text not null,
    location text not null,
    department text,
    salary_range text,
    internal_job_code text,
    project_code text,
    description text not null,
    requirements text not null,
    benefits text,
    status text not null,
    is_active integer not null,
    created_at text not null,
    closed_date text,
    cloned_from_id integer,
    version integer not null default 1,
    idempotency_key text unique,
    content_hash text not null
  )`,

  // job_id has no foreign key: an application outlives its posting and keeps the number.
  `create table applications (
    id integer primary key autoincrement,
    name text not null,
    email text not null,
    phone text,
    note text,
    status text not null,
    archived integer not null,
    quarantined integer not null default 0,
    job_id integer,
    created_at text not null,
    feedback text,
    interview_date text,
    name_key text not null,
    email_key text not null,
    phone_digits text,
    is_recovery integer not null,
    version integer not null default 1,
    idempotency_key text unique,
    content_hash text not null
  )`,
  // Every list tells the quarantined applications from the others first. The whole list, what was lost before the cut-off,
  // and all that insights read of an application:
  'create index applications_by_age on applications (quarantined, created_at, id, is_recovery, job_id, status)',
  // A tab by date, by name, and by status, which is by number within a tab. A job filter needs no other column.
  'create index applications_by_tab on applications (quarantined, archived, status, created_at, id, job_id)',
  'create index applications_by_name on applications (quarantined, archived, status, name_key, id, job_id)',
  'create index applications_by_number on applications (quarantined, archived, status, id, job_id)',
  // By interview: upcoming ones forwards from now, past ones backwards, and those without one after these.
  `create index applications_by_interview on applications
    (quarantined, archived, status, coalesce(interview_date, ''), id, job_id)`,
  // The counts of tabs, of all jobs or of one.
  'create index applications_by_group on applications (quarantined, archived, status, job_id)',
  'create index applications_resubmitted on applications (quarantined) where is_recovery = 1',
  // Other applications of the same person.
  'create index applications_by_email on applications (email_key, id)',
  'create index applications_by_phone on applications (phone_digits, id)',
  // The index alone, without the words themselves: deleted words leave nothing behind. The words come normalised; those of a
  // resume have a mark, so that it goes in and out beside the other words of its row.
  `create virtual table application_search using fts5
    (words, content = '', columnsize = 0, detail = none, tokenize = "ascii tokenchars '@#'")`,
  "insert into application_search (application_search, rank) values ('secure-delete', 1)",

  `create table resumes (
    application_id integer primary key references applications (id) on delete cascade,
    original_name text not null,
    kind text not null,
    size integer not null,
    sha256 text not null,
    scan text
  )`,
  'create index resumes_by_content on resumes (sha256, application_id)',
  `create table resume_replicas (
    application_id integer not null references applications (id) on delete cascade,
    store text not null,
    key text,
    state text not null,
    last_error text,
    changed_at text not null,
    checked_at text,
    primary key (application_id, store),
    unique (store, key)
  )`,
  'create index resume_replicas_by_state on resume_replicas (store, state)',
  `create table resume_texts (
    application_id integer primary key references applications (id) on delete cascade,
    state text not null,
    text text not null,
    pages integer,
    is_truncated integer not null,
    parser_version text not null,
    extracted_at text not null
  )`,
  `create table resume_check (
    id integer primary key check (id = 1),
    started_at text not null,
    finished_at text,
    total integer not null,
    checked integer not null
  )`,

  `create table accounts (
    id integer primary key autoincrement,
    username text not null unique,
    password_hash text not null,
    created_at text not null
  )`,
  `create table sessions (
    id integer primary key autoincrement,
    account_id integer not null references accounts (id) on delete cascade,
    token_hash text not null unique,
    cookie_hash text not null unique,
    created_at text not null,
    last_used_at text not null
  )`,
  `create table installation (
    id integer primary key check (id = 1),
    installation_id text not null,
    secret text not null,
    initialised_at text
  )`,
  `create table sign_in_failures (
    key_hash text primary key,
    count integer not null,
    expires_at text not null
  )`,
  'create index sign_in_failures_by_time on sign_in_failures (expires_at)',
  `create table signed_in_networks (
    network_hash text primary key,
    expires_at text not null
  )`,
  `create table submission_counts (
    address_hash text not null,
    hour text not null,
    count integer not null,
    primary key (address_hash, hour)
  )`,

  `create table outbox_tasks (
    id integer primary key autoincrement,
    kind text not null,
    payload text not null,
    attempts integer not null,
    run_after text not null,
    last_error text,
    created_at text not null
  )`,
  'create index outbox_tasks_by_time on outbox_tasks (run_after)',
  `create table audit_trail (
    id integer primary key autoincrement,
    at text not null,
    account_id integer,
    username text,
    subject text not null,
    subject_id integer not null,
    version integer,
    event text not null
  )`,
  'create index audit_trail_by_subject on audit_trail (subject, subject_id, id)',
  // Insights read the changes of status by application, from this index alone.
  `create index audit_trail_status_changes on audit_trail (subject_id, id, at, event)
    where event like '{"action":"status_changed"%'`,
  `create table application_changes (
    id integer primary key autoincrement,
    at text not null,
    change text not null,
    applications text not null,
    undone_at text
  )`,
  'create index application_changes_by_time on application_changes (at)',
  `create table feedback_versions (
    id integer primary key autoincrement,
    application_id integer not null references applications (id) on delete cascade,
    began_at text not null,
    saved_at text not null,
    account_id integer not null,
    username text not null,
    text text
  )`,
  'create index feedback_versions_by_application on feedback_versions (application_id, id)',
]
