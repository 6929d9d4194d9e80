import type { Transaction } from 'kysely'
import * as z from 'zod'
import type { Db, MessageRow, Tables } from '../database/tables.ts'
import { defineTask, type TaskKind } from '../outbox/task-kinds.ts'
import type { OutgoingMail } from './compose-mail.ts'
import type { MailFault } from './mail-fault.ts'

/** The tables whose rows are mails. */
export const MAIL_TABLES = ['messages', 'digests', 'job_alert_mails'] as const

/** Where a mail stands: the columns that each of these tables has. It is `sending` during an attempt. */
export type MailRow = { state: string } & Pick<
  MessageRow,
  'id' | 'task_number' | 'attempts' | 'attempted_at' | 'content_begun_at' | 'deferred_since' | 'message_id'
>

/** How a mail has ended, and what the mail server or the program says about it. */
export type MailEnd = {
  state: 'sent' | 'failed' | 'not_sent' | 'perhaps_sent' | 'nothing' | 'cancelled'
  response: string | null
  /** Whether the server refused the recipient's address for good. */
  isAddressRefused?: boolean
}

/**
 * What a feature says about its mails; `handle-mail.ts` sends them.
 * @template Row as `find` reads it
 * @template Content what `read` finds to be said
 */
export type MailKind<Row extends MailRow, Content> = {
  table: (typeof MAIL_TABLES)[number]
  task: TaskKind<string, z.output<typeof mailTaskSchema>>
  /** The part of all mail in a minute that these may be, at most 1. */
  rateFraction: number
  /** Mails of this kind that the mail server may have at once, each on a connection of its own: one may wait for the mail server for minutes. */
  atOnce: number
  /** How a mail ends that has nothing to say any more. */
  withoutContent: 'nothing' | 'cancelled'
  find(db: Db, id: number): Promise<Row | undefined>
  /** Locks what a deletion or a decision locks before the mail: the one waits for the other, and never both. */
  lock?(trx: Transaction<Tables>, row: Row): Promise<unknown>
  /** Reads for `read` what is not read within a transaction: on SQLite it would wait for the end of that. */
  prepare?(): Promise<unknown>
  /** What is to be said now; undefined for nothing. Read again before the content leaves, and before another attempt. */
  read(db: Db, row: Row): Promise<Content | undefined>
  /** Whether a mail with the content of then is still true. */
  isStillTrue?(then: Content, now: Content): boolean
  /** The mail of one attempt, in the transaction that notes the attempt. */
  compose(
    trx: Transaction<Tables>,
    row: Row,
    content: Content,
  ): Promise<Omit<OutgoingMail, 'from' | 'replyTo' | 'messageId' | 'date'>>
  /** Follows an attempt that has failed. */
  noteFault?(row: Row, fault: MailFault): void
  /** Notes until when mails wait, in the transaction that delays them. */
  noteWait?(db: Db, ids: readonly number[], wait: { until: Date; response?: string }): Promise<unknown>
  /** Notes how a mail has ended, and what follows from it, in the transaction that ends it. */
  noteEnd?(trx: Transaction<Tables>, row: Row, end: MailEnd): Promise<unknown>
}

const mailTaskSchema = z.object({ id: z.int(), taskNumber: z.int() })

/** Defines the task that sends a mail, if it is the last task of it. @param kind unique among all features */
export function defineMailTask<const Kind extends string>(kind: Kind) {
  return defineTask(kind, mailTaskSchema)
}
