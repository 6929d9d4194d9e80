import type { Generated } from 'kysely'
import type { Flag, Instant } from './column-types.ts'

/** How far a mailbox was read, by which process, and what is wrong with it. */
type InboxesTable = {
  /** SHA-256 of server, user and folder. */
  mailbox: string
  /** While the mailbox has the same one, a UID means the same mail. Null before the first mail was read. */
  uid_validity: string | null
  /** Mails up to this one were read. */
  last_uid: Generated<number>
  /** When the mailbox was last read to its end. */
  read_at: Instant | null
  /** Why it cannot be read, and since when; null while it can. */
  fault: string | null
  fault_since: Instant | null
  /** The process that reads it, and until when no other one does. */
  holder: string | null
  held_until: Instant | null
}

/** What came back about messages: replies of people and programs, and messages that were returned. */
type RepliesTable = {
  id: Generated<number>
  application_id: number
  /** The message that it answers or returns; null where it was found by the tag of the application. */
  mail_id: number | null
  /** Names the mail, whichever copy of it is read. */
  identity: string
  nature: 'reply' | 'automatic' | 'bounce'
  /** Its Message-ID and those that it refers to, as a JSON array, for an answer to it. */
  message_id: string | null
  reference_ids: string
  from_name: string | null
  from_address: string
  /** Whether it came from another address than that of the applicant: anyone may have written it. */
  is_other_address: Generated<Flag>
  subject: string
  body: string
  /** The earlier text that it repeats at its end. */
  quoted: string | null
  /** Whether not all of it was read. */
  is_cut: Generated<Flag>
  /** Names of its files that were not taken, with the reason, as JSON. */
  left_out: string
  /** When its sender says that it was sent, and when it came. */
  sent_at: Instant | null
  received_at: Instant
  /** When it was answered, or a colleague said that it needs no answer; that colleague as named then, or the message. */
  answered_at: Instant | null
  answered_by: string | null
  answered_mail_id: number | null
}

/** What comes by mail. */
export type ReplyTables = { inboxes: InboxesTable; replies: RepliesTable }
