import type { Generated, Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { Application } from '../../../contract/applications/application.ts'
import type { APPLICATION_STATUSES } from '../../../contract/applications/application-statuses.ts'
import type { ResumeKind, ScanState } from '../../../contract/applications/resume-kinds.ts'
import type { ResumeTextState } from '../../../contract/applications/resume-text.ts'
import type { InterviewAnswer, InterviewKind, InterviewState } from '../../../contract/interviews/interview-terms.ts'
import type { JOB_STATUSES } from '../../../contract/jobs/job-statuses.ts'
import type { JOB_TYPES, PayPeriod, Workplace } from '../../../contract/jobs/job-terms.ts'
import type { MESSAGE_KINDS, TemplateKind } from '../../../contract/messages/message-kinds.ts'
import type { MessageState } from '../../../contract/messages/message-states.ts'
import type { FileStoreName } from '../../../contract/wire/file-store-names.ts'

/** Booleans are 0 or 1 and instants ISO 8601 text in UTC, so that every engine stores and sorts them alike. */
type Flag = 0 | 1
type Instant = string
/** 1 for a new row, and one more with each change. */
type Version = Generated<number>

type JobsTable = {
  id: Generated<number>
  title: string
  job_type: (typeof JOB_TYPES)[number]
  location: string
  department: string | null
  salary_range: string | null
  internal_job_code: string | null
  project_code: string | null
  description: string
  requirements: string
  benefits: string | null
  status: (typeof JOB_STATUSES)[number]
  is_active: Flag
  workplace: Workplace | null
  /** ISO 3166-1 alpha-2, as in `remote_countries`. */
  country: string | null
  region: string | null
  city: string | null
  postal_code: string | null
  /** JSON list. */
  remote_countries: Generated<string>
  /** In major units of `pay_currency`, which is ISO 4217. */
  pay_min: number | null
  pay_max: number | null
  pay_currency: string | null
  pay_period: PayPeriod | null
  travel: string | null
  rotation: string | null
  /** `YYYY-MM-DD`: the last open day in the time zone of the company. */
  closing_date: string | null
  /** JSON list. */
  hiring_steps: Generated<string>
  /** What the application form asks, as JSON: `questionSchema` in `contract/jobs/question.ts`. */
  questions: Generated<string>
  created_at: Instant
  /** When the posting was first open. */
  published_at: Instant | null
  /** When what visitors read of the posting last changed; null while it never did. */
  changed_at: Instant | null
  /** The closing date at whose end search engines were told that the posting has closed. */
  announced_closing: string | null
  closed_date: Instant | null
  cloned_from_id: number | null
  version: Version
  idempotency_key: string | null
  /** SHA-256 over what was sent at creation, so that a key reused with other content is detected. */
  content_hash: string
}

type ApplicationsTable = Pick<Application, 'name' | 'email' | 'phone' | 'note'> & {
  linkedin_url: Generated<string | null>
  portfolio_url: Generated<string | null>
  id: Generated<number>
  /** With the questions as they were asked then, as JSON: `questionAnswerSchema` in `contract/applications/application.ts`. */
  question_answers: Generated<string>
  status: (typeof APPLICATION_STATUSES)[number]
  archived: Flag
  /** Out of every list and count until an admin says that it is no spam; 0 unless said otherwise. */
  quarantined: Generated<Flag>
  /** Of a resubmission with a valid receipt, as JSON: `verifiedReceiptSchema` in `contract/applications/application.ts`. */
  verified_receipt: Generated<string | null>
  /** No foreign key: an application outlives its posting and keeps the number. */
  job_id: number | null
  created_at: Instant
  feedback: string | null
  interview_date: Instant | null
  /** When the applicant withdrew it. */
  withdrawn_at: Generated<Instant | null>
  /** The decision that the applicant was last told, when, and who marked it: null where a message was sent. */
  answered_status: Generated<'interview' | 'hired' | 'rejected' | 'archived' | null>
  answered_at: Generated<Instant | null>
  answered_by: Generated<string | null>
  /** When the applicant was first answered about any decision. */
  first_answered_at: Generated<Instant | null>
  /** Derived from the name: what a list is sorted by. */
  name_key: string
  /** Derived from the email: without case. */
  email_key: string
  /** Derived from the phone number: its digits; null where there are too few to identify a person. */
  phone_digits: string | null
  /** Derived from the note: whether it has the recovery marker. */
  is_recovery: Flag
  version: Version
  idempotency_key: string | null
  /** SHA-256 over the fields and the file, so that a key reused with other content is detected. */
  content_hash: string
}

/** The files that applicants sent. An application has at most one current resume, and the earlier versions of it. */
type ResumesTable = {
  id: Generated<number>
  application_id: number
  version: Version
  original_name: string
  kind: ResumeKind
  /** Bytes. */
  size: number
  sha256: string
  /** Null when no scanner was configured. */
  scan: ScanState | null
  /** When the applicant replaced it; null for the current one. */
  replaced_at: Instant | null
}

/**
 * State of a replica: to be made; there, and equal to its checksum at the latest comparison; gone; there with other
 * content; not retried before a person has fixed what `last_error` names.
 */
export type ReplicaState = 'waiting' | 'stored' | 'missing' | 'altered' | 'failed'

/** Replicas of resume files: one row for each store that has or needs the file. */
type ResumeReplicasTable = {
  resume_id: number
  store: FileStoreName
  /** Names the file in its store; null before the first upload. */
  key: string | null
  state: ReplicaState
  /** Why the replica could not be made. */
  last_error: string | null
  /** When the state or the error last changed. */
  changed_at: Instant
  /** When the content was last compared with its checksum. */
  checked_at: Instant | null
}

/** The text of the current resume, as its parser read it; no row before the file was read. */
type ResumeTextsTable = {
  application_id: number
  state: Exclude<ResumeTextState, 'pending'>
  /** Normalised; empty unless the state is `extracted`. */
  text: string
  /** Null where the file has none, or they are not known. */
  pages: number | null
  /** Whether the file has more text. */
  is_truncated: Flag
  /** What read it (`text-extractor.ts`); empty when it is to be read again. */
  parser_version: string
  extracted_at: Instant
}

/** The latest comparison of all files with their checksums; a single row. */
type ResumeCheckTable = {
  id: 1
  started_at: Instant
  /** Null while it is under way. */
  finished_at: Instant | null
  /** Resumes to compare, and those compared. */
  total: number
  checked: number
}

type AccountsTable = {
  id: Generated<number>
  username: string
  password_hash: string
  created_at: Instant
  /** Where the daily digest goes. */
  email: Generated<string | null>
}

type SessionsTable = {
  id: Generated<number>
  account_id: number
  token_hash: string
  cookie_hash: string
  created_at: Instant
  last_used_at: Instant
}

/** The installation itself; a single row, made with the schema. */
type InstallationTable = {
  id: 1
  /** A UUID that tells two installations apart. */
  installation_id: string
  /** Keys the hashes of addresses and usernames where callers are counted. */
  secret: string
  /** When the first admin was made; never cleared, so that setup never opens again. */
  initialised_at: Instant | null
  /** The keys of receipts, sealed by `SECRET_KEY`; null while they are in the data folder. */
  receipt_keys: string | null
}

/**
 * Failed sign-ins of one username from one network and of one network in all, and the networks that failed for one
 * account: `key_hash` tells which. Deleted once `expires_at` has passed.
 */
type SignInFailuresTable = { key_hash: string; count: number; expires_at: Instant }

/** Networks from which an admin has signed in; forgotten once `expires_at` has passed. */
type SignedInNetworksTable = { network_hash: string; expires_at: Instant }

type OutboxTasksTable = {
  id: Generated<number>
  kind: string
  payload: string
  attempts: number
  /** When it is due; for one under way, when its lease ends. */
  run_after: Instant
  last_error: string | null
  created_at: Instant
  /** The lowest goes first: `PRIORITY` in `task-kinds.ts`. */
  priority: Generated<number>
  /** Who takes turns with others: a keyed hash of the network that caused it; null for what no request caused. */
  share: Generated<string | null>
  /** Its place among the due tasks of its kind and priority; null before it is due, and while it is under way. */
  turn: Generated<number | null>
}

/** Who did what to which subject, and when. Append-only; it outlives its subject and so has no foreign keys. */
type AuditTrailTable = {
  id: Generated<number>
  at: Instant
  /** Null for what an applicant did. */
  account_id: number | null
  /** As it was then. */
  username: string | null
  subject: 'application' | 'job' | 'account'
  subject_id: number
  /** The version of the subject that the event made; null where it made none. */
  version: number | null
  /** The event as JSON: `contract/applications/history.ts`, and `AccountEvent` for accounts. */
  event: string
}

/** Changes of status or archive that can be undone; deleted a day later. Without foreign keys, like the audit trail. */
type ApplicationChangesTable = {
  id: Generated<number>
  at: Instant
  /** What the applications were given, as JSON: columns and values. */
  change: string
  /** The changed applications with what they had before, as JSON. */
  applications: string
  undone_at: Instant | null
}

/** The texts that the feedback of an application has had; the newest is the stored one. */
type FeedbackVersionsTable = {
  id: Generated<number>
  application_id: number
  /** When its author began this version, and when it was last saved. */
  began_at: Instant
  saved_at: Instant
  account_id: number
  /** As it was then. */
  username: string
  text: string | null
}

/** What owners have set on the settings page; a single row, absent before the first change. */
type SettingsTable = {
  id: 1
  /** JSON: `contract/site/settings.ts`. */
  settings: string
  version: Version
}

/** Texts of the site that owners have edited; a single row, absent before the first change. */
type SiteTextsTable = {
  id: 1
  /** JSON: `contract/site/site-texts.ts`. */
  texts: string
  version: Version
}

/** Texts that an admin has put in place of the built-in ones. */
type MessageTemplatesTable = {
  kind: TemplateKind
  subject: string
  body: string
  changed_at: Instant
  username: string
}

/** Messages to applicants; deleted with their application. */
type MessagesTable = {
  id: Generated<number>
  application_id: number
  kind: (typeof MESSAGE_KINDS)[number]
  /** Names the cause, so that one cause makes one message. */
  reason: string
  /** The change of status that it is about; null for any other message. */
  change_id: number | null
  /** When it was cancelled; one that was under way then may have left all the same. */
  cancelled_at: Generated<Instant | null>
  /** The later change of status that cancelled it, and the state that it then had. An undo of that change restores it. */
  superseded_by: number | null
  superseded_state: MessageState | null
  /** The interview that it is about; null for any other message. */
  interview_id: Generated<number | null>
  /** Whether it goes to an interviewer; otherwise it goes to the applicant. */
  to_interviewer: Generated<Flag>
  to_name: string
  to_address: string
  subject: string
  /** Filled in, but for the link to the private page, which each attempt makes. */
  body: string
  /** The signed receipt that travels along, as JSON. */
  receipt: string | null
  /** The invitation or cancellation that travels along, as an iCalendar file. */
  calendar: Generated<string | null>
  state: MessageState
  /** When it is sent, if it waits. */
  not_before: Instant
  /** Counts the outbox tasks of this message: only the last one sends it. */
  task_number: number
  attempts: number
  /** When the latest attempt began, and when the mail server began to take the content. */
  attempted_at: Instant | null
  content_begun_at: Instant | null
  /** When its first attempt failed that could be repeated; it is given up some days later. */
  deferred_since: Generated<Instant | null>
  /** When its state became final. */
  settled_at: Instant | null
  /** What the mail server said last. */
  response: string | null
  /** Its Message-ID, the same at every attempt. */
  message_id: string
  created_at: Instant
  /** The admin who caused it, as named then; null for what the program sends by itself. */
  username: string | null
}

/** The daily digests of admins, one a day for each; their text is made when they leave. */
type DigestsTable = {
  id: Generated<number>
  account_id: number
  /** In the time zone of the settings, as `YYYY-MM-DD`. */
  day: string
  /** `nothing` on a day without anything to say; `not_sent` without a mail server, and when it waited in a backup that was restored. */
  state: 'waiting' | 'sending' | 'sent' | 'failed' | 'not_sent' | 'perhaps_sent' | 'nothing'
  /** As in messages. */
  task_number: Generated<number>
  attempts: number
  attempted_at: Generated<Instant | null>
  content_begun_at: Generated<Instant | null>
  deferred_since: Generated<Instant | null>
  message_id: string
  created_at: Instant
}

/** Who wants mail about new postings; one confirmed row for an address. */
type JobAlertsTable = {
  id: Generated<number>
  /** In lower case. */
  email: string
  /** What postings must have; null for any. */
  department: string | null
  job_type: (typeof JOB_TYPES)[number] | null
  place: string | null
  remote: Flag
  words: string | null
  created_at: Instant
  confirmed_at: Instant | null
  /** When the row is deleted, unless it is renewed before. */
  ends_at: Instant
  /** Postings published until then were looked at. */
  seen_until: Instant
  /** The latest day, `YYYY-MM-DD`, for which a mail was planned or not needed. */
  planned_day: Generated<string>
  /** When the mail server refused the address for good. */
  stopped_at: Generated<Instant | null>
  /** Of the request that made the row, so that a repeated task makes no second one. */
  request_id: string
}

/** Mails about job alerts; their text is made when they leave. */
type JobAlertMailsTable = {
  id: Generated<number>
  alert_id: number
  kind: 'confirmation' | 'openings'
  /** As in digests. */
  day: string
  /** `nothing` when there was nothing left to say; otherwise as in digests. */
  state: 'waiting' | 'sending' | 'sent' | 'failed' | 'not_sent' | 'perhaps_sent' | 'nothing'
  /** As in messages. */
  task_number: Generated<number>
  attempts: number
  attempted_at: Generated<Instant | null>
  content_begun_at: Generated<Instant | null>
  deferred_since: Generated<Instant | null>
  /** Ids of the postings in the latest attempt, as JSON. */
  job_ids: Generated<string>
  message_id: string
  /** What the mail server said at the end. */
  response: Generated<string | null>
  created_at: Instant
}

/** That no mail leaves; a single row, absent while mail does. */
type MailOutageTable = {
  id: 1
  since: Instant
  /** What is wrong, and what the mail server said last. */
  reason: string
  /** Attempts that have failed since, and the latest of them. Attempts at the same time count once. */
  faults: number
  failed_at: Instant
  /** Until when no mail is tried. */
  paused_until: Instant | null
}

/** Links in those mails; a row for each, because the token itself is not kept. */
type JobAlertLinksTable = {
  /** SHA-256 of the token. */
  token_hash: string
  alert_id: number
  created_at: Instant
}

/** Interviews with applicants; deleted with their application. */
type InterviewsTable = {
  id: Generated<number>
  application_id: number
  /** Names the interview in calendars for as long as it exists (RFC 5545, UID). */
  uid: string
  starts_at: Instant
  ends_at: Instant
  /** IANA name of the zone in which the time was chosen. */
  time_zone: string
  kind: InterviewKind
  /** Where it takes place: an address, a link or a telephone number. */
  place: string | null
  /** Names and addresses, as JSON: `Interviewer` in `contract/interviews/interview.ts`. */
  interviewers: string
  state: InterviewState
  cancelled_at: Instant | null
  answer: InterviewAnswer
  answer_reason: string | null
  answered_at: Instant | null
  /** Grows with each change that calendars learn of (RFC 5545, SEQUENCE). */
  sequence: number
  /** When what calendars show last changed. */
  changed_at: Instant
  version: Version
  created_at: Instant
  idempotency_key: string | null
  /** SHA-256 over what was sent at creation, so that a key reused with other content is detected. */
  content_hash: string
}

/** The private calendar feeds of admins, at most one each. */
type CalendarFeedsTable = {
  account_id: number
  /** SHA-256 of the token, which only the address has. */
  token_hash: string
  created_at: Instant
}

/** Private links of applicants to their applications. */
type ApplicationLinksTable = {
  /** SHA-256 of the token, which only the message has. */
  token_hash: string
  application_id: number
  created_at: Instant
  /** Null before the decision. */
  expires_at: Instant | null
  revoked_at: Instant | null
}

/** Mails of the last day that a stranger can have caused: one row each, by a keyed hash of the mailbox. */
type MailboxMailsTable = { id: string; mailbox_hash: string; mailed_at: Instant }

type SubmissionCountsTable = { address_hash: string; hour: string; count: number }

/** The text index: the words of each application, by its id. Those of its resume are marked on SQLite, and apart on PostgreSQL. */
type ApplicationSearchTable = { rowid: number; words: string; resume_words: string }

/** Every table, by name. */
export type Tables = {
  jobs: JobsTable
  applications: ApplicationsTable
  resumes: ResumesTable
  resume_replicas: ResumeReplicasTable
  resume_texts: ResumeTextsTable
  resume_check: ResumeCheckTable
  accounts: AccountsTable
  sessions: SessionsTable
  installation: InstallationTable
  sign_in_failures: SignInFailuresTable
  signed_in_networks: SignedInNetworksTable
  outbox_tasks: OutboxTasksTable
  submission_counts: SubmissionCountsTable
  mailbox_mails: MailboxMailsTable
  settings: SettingsTable
  site_texts: SiteTextsTable
  message_templates: MessageTemplatesTable
  messages: MessagesTable
  digests: DigestsTable
  job_alerts: JobAlertsTable
  job_alert_mails: JobAlertMailsTable
  job_alert_links: JobAlertLinksTable
  mail_outage: MailOutageTable
  interviews: InterviewsTable
  calendar_feeds: CalendarFeedsTable
  application_links: ApplicationLinksTable
  audit_trail: AuditTrailTable
  application_changes: ApplicationChangesTable
  feedback_versions: FeedbackVersionsTable
  application_search: ApplicationSearchTable
}

/** The database, or a transaction on it: what every query takes first. */
export type Db = Kysely<Tables> | Transaction<Tables>

/** A stored posting. */
export type JobRow = Selectable<JobsTable>
/** A posting about to be stored. */
export type NewJobRow = Insertable<JobsTable>
/** A stored application. */
export type ApplicationRow = Selectable<ApplicationsTable>
/** A stored job alert. */
export type JobAlertRow = Selectable<JobAlertsTable>
/** A stored mail about a job alert. */
export type JobAlertMailRow = Selectable<JobAlertMailsTable>
/** An application about to be stored. */
export type NewApplicationRow = Omit<
  Insertable<ApplicationsTable>,
  'name_key' | 'email_key' | 'phone_digits' | 'is_recovery'
>
/** A stored resume. */
export type ResumeRow = Selectable<ResumesTable>
/** The stored text of a resume. */
export type ResumeTextRow = Selectable<ResumeTextsTable>
/** The file of a stored resume in one of its stores. */
export type ReplicaRow = Selectable<ResumeReplicasTable>
/** A stored account. */
export type AccountRow = Selectable<AccountsTable>
/** A stored task. */
export type OutboxTaskRow = Selectable<OutboxTasksTable>
/** A stored interview. */
export type InterviewRow = Selectable<InterviewsTable>
/** A stored message. */
export type MessageRow = Selectable<MessagesTable>
