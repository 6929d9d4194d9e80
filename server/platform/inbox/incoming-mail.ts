/** What is read of one mail, in characters and in numbers: more of it is left out. */
export const MAIL_LIMITS = {
  /** Bytes of each mail that are read to tell what it is. */
  headBytes: 64 * 1024,
  /** Bytes of a mail that belongs to an application. A longer one is read up to here, without its files. */
  wholeBytes: 25 * 1024 * 1024,
  text: 100_000,
  line: 998,
  references: 50,
  recipients: 50,
  files: 10,
  fileNames: 50,
} as const

/**
 * What a mail is: written by a person, sent by a program (RFC 3834), or by a mail server about a message that did not arrive, or not
 * yet (RFC 3464).
 */
export type MailNature = 'reply' | 'automatic' | 'bounce' | 'delay'

/** One mail, as far as it is understood. All texts come from its sender. */
export type IncomingMail = {
  nature: MailNature
  /** With angle brackets; null without one. */
  messageId: string | null
  /** Message-IDs that it answers: those of In-Reply-To, then those of References, the latest first. */
  answers: string[]
  /** Message-IDs of its References, oldest first. */
  references: string[]
  from: { name: string | null; address: string } | null
  /** To whom it was addressed or delivered, in lower case. */
  recipients: string[]
  subject: string
  /** When its sender says that it was sent. */
  sentAt: string | null
  /** What is new in it, and the earlier text that it repeats below; null for none. */
  text: string
  quoted: string | null
  /** Whether not all of its text was read. */
  isCut: boolean
  /** What a mail server says about the message that it returns; null for any other mail. */
  report: { words: string; returned: string[] } | null
  files: IncomingFile[]
  /** Names of files that were not read, because they are too many or too long. */
  leftOut: string[]
  /** SHA-256 of its content without its header, which each server changes on the way. */
  bodyHash: string
}

/** A file that a mail carries. */
export type IncomingFile = { name: string; content: Uint8Array<ArrayBuffer> }
