import type { Generated } from 'kysely'
import type { JOB_TYPES } from '../../../../contract/jobs/job-terms.ts'
import type { MESSAGE_KINDS, TemplateKind } from '../../../../contract/messages/message-kinds.ts'
import type { MessageState } from '../../../../contract/messages/message-states.ts'
import type { Flag, Instant } from './column-types.ts'

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

/** Links in those mails; a row for each, because the token itself is not kept. */
type JobAlertLinksTable = {
  /** SHA-256 of the token. */
  token_hash: string
  alert_id: number
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

/** Mails of the last day that a stranger can have caused: one row each, by a keyed hash of the mailbox. */
type MailboxMailsTable = { id: string; mailbox_hash: string; mailed_at: Instant }

/** Mail of every kind. */
export type MailTables = {
  message_templates: MessageTemplatesTable
  messages: MessagesTable
  digests: DigestsTable
  job_alerts: JobAlertsTable
  job_alert_mails: JobAlertMailsTable
  job_alert_links: JobAlertLinksTable
  mail_outage: MailOutageTable
  mailbox_mails: MailboxMailsTable
}
