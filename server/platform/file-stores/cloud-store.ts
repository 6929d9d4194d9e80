import type { Readable } from 'node:stream'
import type { StorageTest } from '../../../contract/storage.ts'
import type { ResumeKind } from '../../../contract/vocabulary.ts'
import type { FileStoreName } from '../database/tables.ts'

/** What a copy in a cloud store is made from. */
export type CloudFile = {
  /** Name shown to a person who looks into the store; not unique. */
  name: string
  kind: ResumeKind
  /** Bytes. */
  size: number
  /** Hexadecimal. */
  sha256: string
  /** Opens the content from a byte on; may be called again when an upload is taken up where it broke off. */
  read(from: number): Readable
}

/** How a store describes what it holds, by its own reckoning. */
export type CloudFileFacts = { size: number; sha256: string }

/** What can be done with the files of a cloud store. Every call ends by itself, in success or in a fault. */
export type CloudFiles = {
  /** A key under which nothing is stored yet, known before the upload so that a retry cannot make a second file. */
  newKey(): Promise<string>
  /**
   * Stores a file under a key, or takes up an upload of it that broke off; no error when it is there already.
   * The caller compares checksums afterwards ({@link CloudFiles.describe}).
   * @throws {CloudFault}
   */
  put(key: string, file: CloudFile): Promise<void>
  /** What the store holds under a key; undefined when it holds nothing. @throws {CloudFault} */
  describe(key: string): Promise<CloudFileFacts | undefined>
  /** Content under a key; undefined when there is none. @throws {CloudFault} */
  open(key: string): Promise<Readable | undefined>
  /** Removes what is under a key; no error when it is gone. @throws {CloudFault} */
  remove(key: string): Promise<void>
}

/** A place outside this machine that holds resumes. */
export type CloudStore = CloudFiles & {
  /** Which place it is in the rows of copies. */
  place: Exclude<FileStoreName, 'local'>
  /** Writes a small file, reads it back, compares it and deletes it, within 10 s; never throws. */
  test(): Promise<StorageTest>
}

/** Why a cloud store could not do what it was asked. */
export class CloudFault extends Error {
  /** Whether trying again is of no use before a person has changed something; the message says what. */
  readonly isPermanent: boolean

  constructor(message: string, options: { isPermanent: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'CloudFault'
    this.isPermanent = options.isPermanent
  }
}
