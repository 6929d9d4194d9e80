import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { ResumeKind } from '../../../contract/applications/resume-kinds.ts'
import type { StorageTest } from '../../../contract/site/storage.ts'
import type { FileStoreName } from '../../../contract/wire/file-store-names.ts'

/** What identifies the content of a file: its size in bytes, its SHA-256 in hexadecimal. */
export type FileFacts = { size: number; sha256: string }

/** A file to be stored. */
export type NewFile = FileFacts & {
  /** Shown to a person who opens the store; not unique. */
  name: string
  kind: ResumeKind
  /** Opens the content from a byte on. A store calls it again for each part, and for each attempt. */
  read(from: number): Readable
  /** A temporary file with this content. A store on this machine takes it over, whole or not at all, in place of reading. */
  staged?: StagedFile
}

/** How much of the beginning of a staged file stays in memory. */
export const HEAD_BYTES = 1_024
/** How much of its end: the end record of a ZIP archive and its longest comment. */
export const TAIL_BYTES = 22 + 0xffff

/** A complete temporary file on this machine that nothing refers to yet. */
export type StagedFile = FileFacts & {
  path: string
  /** The first bytes, {@link HEAD_BYTES} or fewer. */
  head: Buffer
  /** The last bytes, {@link TAIL_BYTES} or fewer. With the head enough to tell most kinds without reading again. */
  tail: Buffer
}

/** A staged file as one to be stored. */
export function fileToStore(staged: StagedFile, { name, kind }: Pick<NewFile, 'name' | 'kind'>): NewFile {
  const { path, size, sha256 } = staged
  return { name, kind, size, sha256, read: (start) => createReadStream(path, { start }), staged }
}

/** What every store does with files. Every call ends by itself, in success or in a fault. */
export type FileOperations = {
  /** A key under which nothing is stored. It is known before the upload, so that a retry makes no second file. */
  newKey(): Promise<string>
  /**
   * Stores a file under a key; no error when it is there already.
   * The caller compares checksums afterwards ({@link FileOperations.describe}).
   * @throws {StoreFault}
   */
  put(key: string, file: NewFile): Promise<void>
  /** What the store holds under a key; undefined when it holds nothing. @throws {StoreFault} */
  describe(key: string): Promise<FileFacts | undefined>
  /** Content under a key; undefined when there is none. The caller reads or destroys it. @throws {StoreFault} */
  open(key: string): Promise<Readable | undefined>
  /** Removes what is under a key; no error when it is gone. @throws {StoreFault} */
  remove(key: string): Promise<void>
}

/** A file that is held open on this machine, so that its content stays readable after a removal. */
export type HeldFile = {
  /** Measured from the content that `read` gives. */
  facts: FileFacts
  /** Opens the content from a byte on. */
  read(from: number): Readable
  [Symbol.asyncDispose](): Promise<void>
}

/** A store of the files of resumes: the local disk, an S3 bucket, a folder of Google Drive. */
export type FileStore = FileOperations & {
  /** The name of the store in the rows of replicas. */
  name: FileStoreName
  /**
   * Whether it is on this machine: it takes staged files over, and its files that no row refers to are swept. In any other
   * store a file is compared once it has arrived, and its deletion is scheduled before.
   */
  isLocal: boolean
}

/** A store that is reached over the network. */
export type RemoteStore = FileStore & {
  /** Writes a small file, reads it back, compares and deletes it, within 10 s; never throws. */
  check(): Promise<StorageTest>
}

/** A failure of a store. */
export class StoreFault extends Error {
  /** Whether a retry is of no use until a person has changed something; the message says what. */
  readonly isPermanent: boolean

  constructor(message: string, options: { isPermanent: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'StoreFault'
    this.isPermanent = options.isPermanent
  }
}

/** The file may be on the disk of another machine. It says nothing about the store's other files. */
export class ElsewhereFault extends StoreFault {
  constructor() {
    super('The file is on another machine, whose server copies it.', { isPermanent: false })
  }
}

/** Reads content through. */
export async function measureContent(content: AsyncIterable<Buffer>): Promise<FileFacts> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of content) {
    hash.update(chunk)
    size += chunk.length
  }
  return { size, sha256: hash.digest('hex') }
}
