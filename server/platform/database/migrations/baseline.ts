import type { SchemaDialect } from '../schema-dialect.ts'
import { IS_UNANSWERED } from '../unanswered-condition.ts'

/** The statements that make the schema of the first release, the same tables, columns and indexes on both engines. */
export const baseline = ({ numberedId, text, number, searchTable }: SchemaDialect): readonly string[] => [
  `create table jobs (
    id ${numberedId},
    title ${text} not null,
    job_type ${text} not null,
    location ${text} not null,
    department ${text},
    salary_range ${text},
    internal_job_code ${text},
    project_code ${text},
    description ${text} not null,
    requirements ${text} not null,
    benefits ${text},
    status ${text} not null,
    is_active integer not null,
    workplace ${text},
    country ${text},
    region ${text},
    city ${text},
    postal_code ${text},
    remote_countries ${text} not null default '[]',
    pay_min ${number},
    pay_max ${number},
    pay_currency ${text},
    pay_period ${text},
    travel ${text},
    rotation ${text},
    closing_date ${text},
    hiring_steps ${text} not null default '[]',
    questions ${text} not null default '[]',
    created_at ${text} not null,
    published_at ${text},
    changed_at ${text},
    announced_closing ${text},
    closed_date ${text},
    cloned_from_id integer,
    version integer not null default 1,
    idempotency_key ${text} unique,
    content_hash ${text} not null
  )`,

  // job_id has no foreign key: an application outlives its posting and keeps the number.
  `create table applications (
    id ${numberedId},
    name ${text} not null,
    email ${text} not null,
    phone ${text},
    note ${text},
    linkedin_url ${text},
    portfolio_url ${text},
    question_answers ${text} not null default '[]',
    status ${text} not null,
    archived integer not null,
    quarantined integer not null default 0,
    verified_receipt ${text},
    job_id integer,
    created_at ${text} not null,
    feedback ${text},
    interview_date ${text},
    withdrawn_at ${text},
    answered_status ${text},
    answered_at ${text},
    answered_by ${text},
    first_answered_at ${text},
    name_key ${text} not null,
    email_key ${text} not null,
    phone_digits ${text},
    is_recovery integer not null,
    version integer not null default 1,
    idempotency_key ${text} unique,
    content_hash ${text} not null
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
  // Decided without an answer, oldest first.
  `create index applications_unanswered on applications
    (quarantined, created_at, id, job_id, withdrawn_at, archived, status, answered_status)
    where ${IS_UNANSWERED}`,
  `create index applications_by_first_answer on applications (first_answered_at, created_at)
    where first_answered_at is not null`,
  'create index applications_withdrawn on applications (quarantined, withdrawn_at) where withdrawn_at is not null',
  // Other applications of the same person.
  'create index applications_by_email on applications (email_key, id)',
  'create index applications_by_phone on applications (phone_digits, id)',
  ...searchTable,

  `create table resumes (
    id ${numberedId},
    application_id integer not null references applications (id) on delete cascade,
    version integer not null default 1,
    original_name ${text} not null,
    kind ${text} not null,
    size integer not null,
    sha256 ${text} not null,
    scan ${text},
    replaced_at ${text},
    unique (application_id, version)
  )`,
  'create unique index resumes_current on resumes (application_id) where replaced_at is null',
  'create index resumes_by_content on resumes (sha256, application_id)',
  `create table resume_replicas (
    resume_id integer not null references resumes (id) on delete cascade,
    store ${text} not null,
    key ${text},
    state ${text} not null,
    last_error ${text},
    changed_at ${text} not null,
    checked_at ${text},
    primary key (resume_id, store),
    unique (store, key)
  )`,
  'create index resume_replicas_by_state on resume_replicas (store, state)',
  `create table resume_texts (
    application_id integer primary key references applications (id) on delete cascade,
    state ${text} not null,
    text ${text} not null,
    pages integer,
    is_truncated integer not null,
    parser_version ${text} not null,
    extracted_at ${text} not null
  )`,
  `create table resume_check (
    id integer primary key check (id = 1),
    started_at ${text} not null,
    finished_at ${text},
    total integer not null,
    checked integer not null
  )`,

  `create table accounts (
    id ${numberedId},
    username ${text} not null unique,
    password_hash ${text} not null,
    created_at ${text} not null,
    email ${text}
  )`,
  `create table sessions (
    id ${numberedId},
    account_id integer not null references accounts (id) on delete cascade,
    token_hash ${text} not null unique,
    cookie_hash ${text} not null unique,
    created_at ${text} not null,
    last_used_at ${text} not null
  )`,
  `create table installation (
    id integer primary key check (id = 1),
    installation_id ${text} not null,
    secret ${text} not null,
    initialised_at ${text},
    receipt_keys ${text}
  )`,
  `create table sign_in_failures (
    key_hash ${text} primary key,
    count integer not null,
    expires_at ${text} not null
  )`,
  'create index sign_in_failures_by_time on sign_in_failures (expires_at)',
  `create table signed_in_networks (
    network_hash ${text} primary key,
    expires_at ${text} not null
  )`,
  `create table submission_counts (
    address_hash ${text} not null,
    hour ${text} not null,
    count integer not null,
    primary key (address_hash, hour)
  )`,

  `create table outbox_tasks (
    id ${numberedId},
    kind ${text} not null,
    payload ${text} not null,
    attempts integer not null,
    run_after ${text} not null,
    last_error ${text},
    created_at ${text} not null
  )`,
  'create index outbox_tasks_by_time on outbox_tasks (run_after)',
  `create table audit_trail (
    id ${numberedId},
    at ${text} not null,
    account_id integer,
    username ${text},
    subject ${text} not null,
    subject_id integer not null,
    version integer,
    event ${text} not null
  )`,
  'create index audit_trail_by_subject on audit_trail (subject, subject_id, id)',
  // Insights read the changes of status by application, from this index alone.
  `create index audit_trail_status_changes on audit_trail (subject_id, id, at, event)
    where event like '{"action":"status_changed"%'`,
  `create table application_changes (
    id ${numberedId},
    at ${text} not null,
    change ${text} not null,
    applications ${text} not null,
    undone_at ${text}
  )`,
  'create index application_changes_by_time on application_changes (at)',
  `create table feedback_versions (
    id ${numberedId},
    application_id integer not null references applications (id) on delete cascade,
    began_at ${text} not null,
    saved_at ${text} not null,
    account_id integer not null,
    username ${text} not null,
    text ${text}
  )`,
  'create index feedback_versions_by_application on feedback_versions (application_id, id)',

  `create table settings (
    id integer primary key check (id = 1),
    settings ${text} not null,
    version integer not null default 1
  )`,
  `create table site_texts (
    id integer primary key check (id = 1),
    texts ${text} not null,
    version integer not null default 1
  )`,
  `create table message_templates (
    kind ${text} primary key,
    subject ${text} not null,
    body ${text} not null,
    changed_at ${text} not null,
    username ${text} not null
  )`,
  `create table messages (
    id ${numberedId},
    application_id integer not null references applications (id) on delete cascade,
    kind ${text} not null,
    reason ${text} not null unique,
    change_id integer,
    cancelled_at ${text},
    superseded_by integer,
    superseded_state ${text},
    interview_id integer,
    to_interviewer integer not null default 0,
    to_name ${text} not null,
    to_address ${text} not null,
    subject ${text} not null,
    body ${text} not null,
    receipt ${text},
    calendar ${text},
    state ${text} not null,
    not_before ${text} not null,
    task_number integer not null,
    attempts integer not null,
    attempted_at ${text},
    content_begun_at ${text},
    settled_at ${text},
    response ${text},
    message_id ${text} not null,
    created_at ${text} not null,
    username ${text}
  )`,
  'create index messages_by_state on messages (state, not_before, id)',
  'create index messages_by_application on messages (application_id, id)',
  'create index messages_by_change on messages (change_id) where change_id is not null',
  'create index messages_by_superseding on messages (superseded_by) where superseded_by is not null',
  `create index messages_by_mailed_receipt on messages (lower(to_address), created_at)
    where kind = 'receipt' and state <> 'not_sent'`,
  'create index messages_by_interview on messages (interview_id) where interview_id is not null',
  'create index messages_by_attempt on messages (attempted_at) where attempted_at is not null',

  `create table interviews (
    id ${numberedId},
    application_id integer not null references applications (id) on delete cascade,
    uid ${text} not null unique,
    starts_at ${text} not null,
    ends_at ${text} not null,
    time_zone ${text} not null,
    kind ${text} not null,
    place ${text},
    interviewers ${text} not null,
    state ${text} not null,
    cancelled_at ${text},
    answer ${text} not null,
    answer_reason ${text},
    answered_at ${text},
    sequence integer not null,
    changed_at ${text} not null,
    version integer not null default 1,
    created_at ${text} not null,
    idempotency_key ${text} unique,
    content_hash ${text} not null
  )`,
  'create index interviews_by_application on interviews (application_id, starts_at)',
  'create index interviews_by_time on interviews (state, starts_at)',
  `create table calendar_feeds (
    account_id integer primary key references accounts (id) on delete cascade,
    token_hash ${text} not null unique,
    created_at ${text} not null
  )`,

  `create table digests (
    id ${numberedId},
    account_id integer not null references accounts (id) on delete cascade,
    day ${text} not null,
    state ${text} not null,
    task_number integer not null default 1,
    attempts integer not null,
    attempted_at ${text},
    content_begun_at ${text},
    message_id ${text} not null,
    created_at ${text} not null,
    unique (account_id, day)
  )`,

  `create table job_alerts (
    id ${numberedId},
    email ${text} not null,
    department ${text},
    job_type ${text},
    place ${text},
    remote integer not null,
    words ${text},
    created_at ${text} not null,
    confirmed_at ${text},
    ends_at ${text} not null,
    seen_until ${text} not null,
    planned_day ${text} not null default '',
    stopped_at ${text},
    request_id ${text} not null unique
  )`,
  'create index job_alerts_by_email on job_alerts (email)',
  'create unique index job_alerts_confirmed on job_alerts (email) where confirmed_at is not null',
  'create index job_alerts_by_day on job_alerts (planned_day)',
  `create table job_alert_mails (
    id ${numberedId},
    alert_id integer not null references job_alerts (id) on delete cascade,
    kind ${text} not null,
    day ${text} not null,
    state ${text} not null,
    task_number integer not null default 1,
    attempts integer not null,
    attempted_at ${text},
    content_begun_at ${text},
    job_ids ${text} not null default '[]',
    message_id ${text} not null,
    response ${text},
    created_at ${text} not null,
    unique (alert_id, kind, day)
  )`,
  'create index job_alert_mails_by_attempt on job_alert_mails (attempted_at)',
  `create table job_alert_links (
    token_hash ${text} primary key,
    alert_id integer not null references job_alerts (id) on delete cascade,
    created_at ${text} not null
  )`,
  'create index job_alert_links_by_alert on job_alert_links (alert_id)',

  `create table application_links (
    token_hash ${text} primary key,
    application_id integer not null references applications (id) on delete cascade,
    created_at ${text} not null,
    expires_at ${text},
    revoked_at ${text}
  )`,
  'create index application_links_by_application on application_links (application_id)',
]
