import { randomInt } from 'node:crypto'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type SqliteDatabase from 'better-sqlite3'
import type { Kysely } from 'kysely'
import { DatabaseDisplaced, isDatabaseUnavailable } from '../constraints.ts'
import { type LaterWork, repeatUntilDone } from '../repeat-until-done.ts'
import type { Tables } from '../tables.ts'
import { LOCK_FILE } from './folder-lock.ts'

/** Where `user_version` is in the header of a database file, four bytes (https://sqlite.org/fileformat.html). */
const MARK_OFFSET = 60
const MARK_BYTES = 4
/** The log is written back into the database after so many writes, or once it has grown by so many bytes. */
const LOG_WRITES = 100
const LOG_BYTES = 4 * 1024 * 1024
/** It is also cut to nothing so long after an application was deleted, and after any other write. In milliseconds. */
const CUT_MS = { afterDeletion: 100, afterWrite: 10 * 60_000 }
/** How long a write waits for another process, in milliseconds. */
const BUSY_MS = 5_000

/**
 * The files of a database that is open: whether they are still those that were opened, and what is left in its write-ahead
 * log (`docs/decisions/0020-one-server-per-folder.md`).
 */
export class DatabaseFile {
  readonly #sqlite: SqliteDatabase.Database
  /** What each path named when it was opened. */
  readonly #opened = new Map<string, string>()
  /** Marks that the header may have on the disk: of the latest write-back, and of one that is under way. */
  #marks = new Set<number>()
  #header: number | undefined
  #cutting: LaterWork | undefined
  #writingBack: LaterWork | undefined
  /** Writes since the log was last written back, and its length then. */
  #writes = 0
  #logBytes = 0n

  constructor(sqlite: SqliteDatabase.Database) {
    this.#sqlite = sqlite
  }

  /** Begins to watch the files, once the database is ready. From then on only this class writes the log back. */
  watch(db: Kysely<Tables>): void {
    const file = this.#sqlite.name
    this.#header = openSync(file, 'r')
    this.#sqlite.pragma('wal_autocheckpoint = 0')
    this.#marks.add(this.#readMark() ?? 0)
    const isCut = this.#writeBack('truncate')
    for (const path of [file, `${file}-wal`, `${file}-shm`, join(dirname(file), LOCK_FILE)]) {
      const found = identify(path)
      if (found) this.#opened.set(path, found.identity)
    }
    const later = (mode: 'passive' | 'truncate') =>
      repeatUntilDone(() => db.connection().execute(async () => this.#writeBack(mode)))
    this.#cutting = later('truncate')
    this.#writingBack = later('passive')
    // What was deleted before the last stop may still be in the log.
    if (!isCut) this.eraseDeleted()
  }

  /**
   * To be called before a write becomes durable; takes some millionths of a second.
   * @throws {DatabaseDisplaced} when it would go into a file that nobody finds again
   */
  requireInPlace(): void {
    const fault = this.findFault()
    if (fault !== undefined) throw new DatabaseDisplaced(fault)
    this.#writes += 1
    if (this.#writes >= LOG_WRITES) this.#writingBack?.within(0)
    this.#cutting?.within(CUT_MS.afterWrite)
  }

  /** What has become of the files and what to do about it; undefined when all are in place. */
  findFault(): string | undefined {
    for (const [path, identity] of this.#opened) {
      const found = identify(path)
      if (found?.identity !== identity) return adviceOn(path, this.#sqlite.name)
      if (path.endsWith('-wal') && found.size - this.#logBytes > LOG_BYTES) this.#writingBack?.within(0)
    }
    return this.#isWrittenOver() ? writtenOver(this.#sqlite.name) : undefined
  }

  /** Has what was deleted taken out of the log as well, in a moment. */
  eraseDeleted(): void {
    this.#cutting?.within(CUT_MS.afterDeletion)
  }

  /** Closes the database. One that was written over is left to the end of the process: closing would write the log into it. */
  close(): void {
    this.#cutting?.stop()
    this.#writingBack?.stop()
    if (this.#isWrittenOver()) return
    this.#sqlite.close()
    // Not before: closing any handle on a file gives up the locks that this process has on it.
    if (this.#header !== undefined) closeSync(this.#header)
    this.#header = undefined
  }

  /**
   * Writes the log back, without waiting for anybody. The mark in the header is a new one each time: a copy of the file from
   * before, put back over it, bears an older one.
   * @param mode whether the log begins anew in its place, which is quicker to write, or is also cut to nothing
   * @returns false when a reader or writer stands in the way
   */
  #writeBack(mode: 'passive' | 'truncate'): boolean {
    const fault = this.findFault()
    if (fault !== undefined) throw new DatabaseDisplaced(fault)
    const sqlite = this.#sqlite
    try {
      sqlite.pragma('busy_timeout = 0')
      sqlite.pragma(`user_version = ${randomInt(1, 2 ** 31)}`)
      const [result] = sqlite.pragma(`wal_checkpoint(${mode})`) as { busy: number; log: number; checkpointed: number }[]
      this.#writes = 0
      this.#logBytes = identify(`${sqlite.name}-wal`)?.size ?? 0n
      return result?.busy === 0 && result.log === result.checkpointed
    } catch (error) {
      if (isDatabaseUnavailable(error)) return false
      throw error
    } finally {
      sqlite.pragma(`busy_timeout = ${BUSY_MS}`)
      this.#noteMark(sqlite.pragma('user_version', { simple: true }) as number)
    }
  }

  #noteMark(mark: number): void {
    const onDisk = this.#readMark()
    if (onDisk === mark) this.#marks = new Set([mark])
    else if (onDisk !== undefined && this.#marks.has(onDisk)) this.#marks = new Set([onDisk, mark])
  }

  #isWrittenOver(): boolean {
    if (this.#header === undefined) return false
    const mark = this.#readMark()
    return mark === undefined || !this.#marks.has(mark)
  }

  #readMark(): number | undefined {
    const buffer = Buffer.alloc(MARK_BYTES)
    const read = this.#header === undefined ? 0 : readSync(this.#header, buffer, 0, MARK_BYTES, MARK_OFFSET)
    return read === MARK_BYTES ? buffer.readInt32BE() : undefined
  }
}

function identify(path: string): { identity: string; size: bigint } | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found && { identity: `${found.dev}/${found.ino}`, size: found.size }
}

function adviceOn(path: string, file: string): string {
  const lost = `${path} was moved, deleted or replaced by another file. Nothing is stored until`
  switch (path) {
    case file:
      return (
        `${lost} it is back. Put it back where it was, and the server goes on by itself; or stop the server, move ${basename(file)}-wal ` +
        'and -shm out of the folder if another database is to be used, and start it on that.'
      )
    case join(dirname(file), LOCK_FILE):
      return `${lost} this server is started again: a second one may be at work on the folder. Stop all servers on it, and start one.`
    default:
      return `${lost} this server is started again. Stop it with SIGTERM, never by force: it then writes into the database what the file held.`
  }
}

function writtenOver(file: string): string {
  return (
    `${file} was written over by another program. Nothing is stored until the server is started again. Stop it, keep a copy of ` +
    'the whole folder, and restore the latest backup; or, to use the file that was put there, move the files -wal and -shm beside it away.'
  )
}
