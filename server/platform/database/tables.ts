import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { MessageKind } from '../../../contract/messages/message-kinds.ts'
import type { MessageState } from '../../../contract/messages/message-states.ts'
import type { AccountTables } from './tables/account-tables.ts'
import type { ApplicationTables } from './tables/application-tables.ts'
import type { ImportTables } from './tables/import-tables.ts'
import type { InstallationTables } from './tables/installation-tables.ts'
import type { JobTables } from './tables/job-tables.ts'
import type { MailTables } from './tables/mail-tables.ts'
import type { ReplyTables } from './tables/reply-tables.ts'
import type { ResumeTables } from './tables/resume-tables.ts'
import type { WebhookTables } from './tables/webhook-tables.ts'

/** Every table, by name. Booleans are 0 or 1 and instants ISO 8601 text in UTC: `tables/column-types.ts`. */
export interface Tables
  extends JobTables,
    ApplicationTables,
    ResumeTables,
    AccountTables,
    InstallationTables,
    ImportTables,
    MailTables,
    ReplyTables,
    WebhookTables {}

/** The database, or a transaction on it: what every query takes first. */
export type Db = Kysely<Tables> | Transaction<Tables>

/** A stored posting. */
export type JobRow = Selectable<Tables['jobs']>
/** A posting about to be stored. */
export type NewJobRow = Insertable<Tables['jobs']>
/** A stored application. */
export type ApplicationRow = Selectable<Tables['applications']>
/** A stored job alert. */
export type JobAlertRow = Selectable<Tables['job_alerts']>
/** An application about to be stored. */
export type NewApplicationRow = Omit<
  Insertable<Tables['applications']>,
  'name_key' | 'email_key' | 'phone_digits' | 'is_recovery' | 'first_answer_by'
>
/** A stored resume. */
export type ResumeRow = Selectable<Tables['resumes']>
/** The stored text of a resume. */
export type ResumeTextRow = Selectable<Tables['resume_texts']>
/** The file of a stored resume in one of its stores. */
export type ReplicaRow = Selectable<Tables['resume_replicas']>
/** A stored question to a colleague without an account. */
export type ColleagueQuestionRow = Selectable<Tables['colleague_questions']>
export type ColleagueDeviceRow = Selectable<Tables['colleague_devices']>
/** A stored comment. */
export type TagRow = Selectable<Tables['tags']>
/** A row of its table. */
export type CommentRow = Selectable<Tables['comments']>
/** A stored view of the list. */
export type SavedViewRow = Selectable<Tables['saved_views']>
/** A stored scorecard. */
export type ScorecardRow = Selectable<Tables['scorecards']>
/** A stored notice. */
export type NoticeRow = Selectable<Tables['notices']>
/** A stored account. */
export type AccountRow = Selectable<Tables['accounts']>
/** A stored invitation of a person. */
export type InvitationRow = Selectable<Tables['invitations']>
/** A stored task. */
export type OutboxTaskRow = Selectable<Tables['outbox_tasks']>
/** A stored entry of the ledger of erasures. */
export type ErasureRow = Selectable<Tables['erasures']>
/** A stored import. */
export type ImportRow = Selectable<Tables['imports']>
/** A stored interview. */
export type InterviewRow = Selectable<Tables['interviews']>
/** A stored offer of times. */
export type InterviewOfferRow = Selectable<Tables['interview_offers']>
/** A stored mail of any kind. */
export type MailRow = Selectable<Tables['mails']>
/** A stored reply, or what else came back about messages. */
export type ReplyRow = Selectable<Tables['replies']>
/** A mail about to be stored. */
export type NewMailRow = Insertable<Tables['mails']>
/** What the row of a message has beyond that of any mail. */
export type MessageColumns = { kind: MessageKind; state: MessageState; application_id: number } & Record<
  'to_name' | 'to_address' | 'subject' | 'body',
  string
>
/** A stored message: a mail about an application. */
export type MessageRow = MailRow & MessageColumns
