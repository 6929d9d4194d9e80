import { randomInt } from 'node:crypto'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type SqliteDatabase from 'better-sqlite3'
import type { Kysely } from 'kysely'
import { DatabaseDisplaced, isDatabaseUnavailable } from '../constraints.ts'
import { type LaterWork, repeatUntilDone } from '../repeat-until-done.ts'
import type { Tables } from '../tables.ts'
import { LOCK_FILE } from './folder-lock.ts'

/** Position of `user_version` in the header of a database file, four bytes (https://sqlite.org/fileformat.html). */
const USER_VERSION_OFFSET = 60
const USER_VERSION_BYTES = 4
/** A checkpoint runs after this many writes, or once the write-ahead log has grown by this many bytes. */
const CHECKPOINT_WRITES = 100
const CHECKPOINT_BYTES = 4 * 1024 * 1024
/** The log is truncated this long after an application was deleted, and after any other write. In milliseconds. */
const TRUNCATE_MS = { afterDeletion: 100, afterWrite: 10 * 60_000 }

/**
 * The files of an open database. Notices when another program moves, deletes, replaces or overwrites one of them, and runs
 * all checkpoints of the write-ahead log (`docs/decisions/0020-one-server-per-folder.md`).
 */
export class DatabaseFile {
  readonly #sqlite: SqliteDatabase.Database
  /** Device and inode of each path when it was opened. */
  readonly #opened = new Map<string, string>()
  /** Stamps (`user_version`) that the file may bear: that of the latest checkpoint, and of one that is under way. */
  #stamps = new Set<number>()
  #header: number | undefined
  #truncation: LaterWork | undefined
  #checkpoint: LaterWork | undefined
  /** Writes since the latest checkpoint, and the length of the log then. */
  #writes = 0
  #logBytes = 0n

  constructor(sqlite: SqliteDatabase.Database) {
    this.#sqlite = sqlite
  }

  /** Watches the files from now on. The database must be migrated; only this class runs checkpoints afterwards. */
  watch(db: Kysely<Tables>): void {
    const path = this.#sqlite.name
    this.#header = openSync(path, 'r')
    this.#sqlite.pragma('wal_autocheckpoint = 0')
    this.#stamps.add(this.#readStamp() ?? 0)
    const isTruncated = this.#runCheckpoint('truncate')
    for (const watched of [path, `${path}-wal`, `${path}-shm`, join(dirname(path), LOCK_FILE)]) {
      const file = identify(watched)
      if (file) this.#opened.set(watched, file.identity)
    }
    const later = (mode: 'passive' | 'truncate') =>
      repeatUntilDone(() => db.connection().execute(async () => this.#runCheckpoint(mode)))
    this.#truncation = later('truncate')
    this.#checkpoint = later('passive')
    // The log may still hold what was deleted before the last stop.
    if (!isTruncated) this.eraseDeleted()
  }

  /**
   * Checks the files; to be called before a write becomes durable. Takes some microseconds.
   * @throws {DatabaseDisplaced} when the write would go into a file that no later start reads
   */
  requireInPlace(): void {
    const fault = this.findFault()
    if (fault !== undefined) throw new DatabaseDisplaced(fault)
    this.#writes += 1
    if (this.#writes >= CHECKPOINT_WRITES) this.#checkpoint?.within(0)
    this.#truncation?.within(TRUNCATE_MS.afterWrite)
  }

  /** What happened to the files and what to do about it; undefined when all are in place. */
  findFault(): string | undefined {
    for (const [path, identity] of this.#opened) {
      const file = identify(path)
      if (file?.identity !== identity) return adviceOn(path, this.#sqlite.name)
      if (path.endsWith('-wal') && file.size - this.#logBytes > CHECKPOINT_BYTES) this.#checkpoint?.within(0)
    }
    return this.#isOverwritten() ? adviceOnOverwritten(this.#sqlite.name) : undefined
  }

  /** Soon truncates the log, which still holds what was deleted from the database. */
  eraseDeleted(): void {
    this.#truncation?.within(TRUNCATE_MS.afterDeletion)
  }

  /** Closes the database. An overwritten one stays open until the process ends: closing would write the log into it. */
  close(): void {
    this.#truncation?.stop()
    this.#checkpoint?.stop()
    if (this.#isOverwritten()) return
    this.#sqlite.close()
    // Last: closing any descriptor of a file releases all locks that this process holds on it.
    if (this.#header !== undefined) closeSync(this.#header)
    this.#header = undefined
  }

  /**
   * Runs a checkpoint without waiting for locks, and gives the file a new random stamp. An older copy of the file, put back
   * over it, bears an older stamp.
   * @param mode `truncate` also sets the log to length zero, which is slower
   * @returns false when a reader or writer blocked it
   */
  #runCheckpoint(mode: 'passive' | 'truncate'): boolean {
    const fault = this.findFault()
    if (fault !== undefined) throw new DatabaseDisplaced(fault)
    const sqlite = this.#sqlite
    const busyMs = sqlite.pragma('busy_timeout', { simple: true })
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
      sqlite.pragma(`busy_timeout = ${busyMs}`)
      this.#expectStamp(sqlite.pragma('user_version', { simple: true }) as number)
    }
  }

  #expectStamp(stamp: number): void {
    const onDisk = this.#readStamp()
    if (onDisk === stamp) this.#stamps = new Set([stamp])
    else if (onDisk !== undefined && this.#stamps.has(onDisk)) this.#stamps = new Set([onDisk, stamp])
  }

  #isOverwritten(): boolean {
    if (this.#header === undefined) return false
    const stamp = this.#readStamp()
    return stamp === undefined || !this.#stamps.has(stamp)
  }

  #readStamp(): number | undefined {
    const buffer = Buffer.alloc(USER_VERSION_BYTES)
    const read =
      this.#header === undefined ? 0 : readSync(this.#header, buffer, 0, USER_VERSION_BYTES, USER_VERSION_OFFSET)
    return read === USER_VERSION_BYTES ? buffer.readInt32BE() : undefined
  }
}

function identify(path: string): { identity: string; size: bigint } | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stats && { identity: `${stats.dev}/${stats.ino}`, size: stats.size }
}

function adviceOn(path: string, database: string): string {
  const fault = `${path} was moved, deleted or replaced by another file. Nothing is stored until`
  switch (path) {
    case database:
      return (
        `${fault} it is back. Put it back, and the server goes on without a restart. To use another database instead, stop ` +
        `the server, move ${basename(database)}-wal and -shm out of the folder, and start it again.`
      )
    case join(dirname(database), LOCK_FILE):
      return `${fault} this server is started again: a second one may be at work on the folder. Stop all servers on it, and start one.`
    default:
      return `${fault} this server is started again. Stop it with SIGTERM, never by force: it then writes the content of the lost file into the database.`
  }
}

function adviceOnOverwritten(database: string): string {
  return (
    `${database} was written over by another program. Nothing is stored until the server is started again. Stop it, keep a copy of ` +
    'the whole folder, and restore the latest backup; or, to use the file that was put there, move the files -wal and -shm beside it away.'
  )
}
