import type { Transaction } from 'kysely'
import type { Db, MailRow, Tables } from '../database/tables.ts'
import type { OutgoingMail } from './compose-mail.ts'

/** How a mail has ended, and what the mail server or the program says about it. */
export type MailEnd = {
  state: 'sent' | 'failed' | 'not_sent' | 'perhaps_sent' | 'nothing' | 'cancelled'
  response: string | null
  /** Whether the server refused the recipient's address for good. */
  isAddressRefused?: boolean
}

/**
 * What a feature says about its mails; `handle-mail.ts` sends them.
 * @template Content what `read` finds to be said
 * @template Row what a row of this kind has
 */
export type MailKind<Content = unknown, Row extends MailRow = MailRow> = {
  /** Mails that give way to all others, and take at most half of what may leave in a minute. */
  givesWay?: boolean
  /** How a mail ends that has nothing to say any more. */
  withoutContent: 'nothing' | 'cancelled'
  /** Locks what a deletion or a decision locks before the mail: the one waits for the other, and never both. */
  lock?(trx: Transaction<Tables>, mail: Row): Promise<unknown>
  /** Reads for `read` what is not read within a transaction: on SQLite it would wait for the end of that. */
  prepare?(): Promise<unknown>
  /** What is to be said now; undefined for nothing. Read again before the content leaves, and before another attempt. */
  read(db: Db, mail: Row): Promise<Content | undefined>
  /** Whether a mail with the content of then is still true. */
  isStillTrue?(then: Content, now: Content): boolean
  /** The mail of one attempt, in the transaction that notes the attempt. */
  compose(
    trx: Transaction<Tables>,
    mail: Row,
    content: Content,
  ): Promise<Omit<OutgoingMail, 'from' | 'replyTo' | 'messageId' | 'date'> & Partial<Pick<OutgoingMail, 'replyTo'>>>
  /** What follows from its end, in the transaction that ends it. */
  afterEnd?(trx: Transaction<Tables>, mail: Row, end: MailEnd): Promise<unknown>
}

/** Every kind of mail. One that is missing does not compile. */
export type MailKinds = Readonly<Record<MailRow['kind'], MailKind>>
