import type { Generated } from 'kysely'
import type { JOB_TYPES } from '../../../../contract/jobs/job-terms.ts'
import type { MailKindName, MailState } from '../../../../contract/messages/mail-terms.ts'
import type { TemplateKind } from '../../../../contract/messages/message-kinds.ts'
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

/**
 * Every mail: messages to applicants and interviewers, digests of admins, invitations of people, mails about job alerts. It is
 * deleted with what it is about: an application, an account, an invitation or a job alert.
 */
type MailsTable = {
  id: Generated<number>
  /** What kind it is tells what it is about: a message, the daily digest, an invitation, a mail about a
   * password, or one about a job alert. */
  kind: MailKindName
  /** Names the cause, so that one cause makes one mail. */
  reason: string
  /** What it is about: one of the four. */
  application_id: number | null
  account_id: number | null
  alert_id: number | null
  invitation_id: Generated<number | null>
  /** The comment that the mail of a notice is about, beside the account of the person; null for any other mail. */
  comment_id: Generated<number | null>
  /** The question to a colleague whose link or code it carries; null for any other mail. */
  colleague_question_id: Generated<number | null>
  /** The interview after which an interviewer is asked for a scorecard, beside the account; null for any other mail. */
  scorecard_interview_id: Generated<number | null>
  /** The day that a digest or a mail about new postings is for, as `YYYY-MM-DD` in the zone of the company; null for messages. */
  day: string | null
  /** The change of status that it is about; null for any other mail. */
  change_id: number | null
  /** When a change or a withdrawal cancelled it; one that was under way then may have left all the same. */
  cancelled_at: Instant | null
  /** The later change of status that cancelled it, or null where an admin did, and the state that it had. An undo restores it. */
  superseded_by: number | null
  superseded_state: MessageState | null
  /** The message by hand that tells the same decision in its place, and has cancelled it. Cancelling that restores it. */
  replaced_by: Generated<number | null>
  /** The interview that it is about; null for any other mail. */
  interview_id: number | null
  /** The offer of times that it is about; null for any other mail. */
  offer_id: number | null
  /** Whether a message goes to an interviewer; otherwise it goes to the applicant. */
  to_interviewer: Generated<Flag>
  /** Recipient and text of a message. What a digest or a mail about a job alert says is made when it leaves. */
  to_name: string | null
  to_address: string | null
  subject: string | null
  /** Filled in, but for the link to the private page, which each attempt makes. */
  body: string | null
  /** The signed receipt that travels along, as JSON. */
  receipt: string | null
  /** The invitation or cancellation that travels along, as an iCalendar file. */
  calendar: string | null
  /** Ids of the postings in the latest attempt, as JSON; null for a mail that names none. */
  job_ids: string | null
  /** `nothing` when there was nothing to say; `not_sent` also when it waited in a backup that was restored. */
  state: MailState
  /** When it is sent, if it waits. */
  not_before: Instant
  /** Counts the outbox tasks of this mail: only the last one sends it. */
  task_number: Generated<number>
  attempts: Generated<number>
  /** When the latest attempt began, and when the mail server began to take the content. */
  attempted_at: Instant | null
  content_begun_at: Instant | null
  /** When its first attempt failed that could be repeated; it is given up some days later. */
  deferred_since: Instant | null
  /** When an attempt ended of which nobody knows whether it arrived. It stays, whatever becomes of the mail later. */
  perhaps_sent_at: Generated<Instant | null>
  /** When its state became final. */
  settled_at: Instant | null
  /** What the mail server said last. */
  response: string | null
  /** Its Message-ID, the same at every attempt. */
  message_id: string
  created_at: Instant
  /** The shown name of the admin who caused it, as it was then; null for what the program sends by itself. */
  username: string | null
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

/** Links in mails about job alerts; a row for each, because the token itself is not kept. */
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
  mails: MailsTable
  job_alerts: JobAlertsTable
  job_alert_links: JobAlertLinksTable
  mail_outage: MailOutageTable
  mailbox_mails: MailboxMailsTable
}
