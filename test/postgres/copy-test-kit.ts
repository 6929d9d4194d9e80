import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { parseAddresses } from '../../server/commands/database-copy/addresses.ts'
import { TABLE_NAMES } from '../../server/commands/database-copy/copied-tables.ts'
import { copyInstallation } from '../../server/commands/database-copy/copy-installation.ts'
import { openEnds } from '../../server/commands/database-copy/open-ends.ts'
import { CommandFault, StartFault } from '../../server/platform/operator-faults.ts'
import { makePostgresDatabase } from '../databases/test-database.ts'
import { runOperatorCommand } from '../run-operator-command.ts'
import { seedInstallation } from './seed-installation.ts'

/** Name of the source's database file once its rows are in PostgreSQL. */
export const COPIED = 'copied-to-postgresql.sqlite'

/** A seeded SQLite installation and an empty PostgreSQL database, new for each test of the importing file. */
export function prepareCopy() {
  let seed: string
  let withFile: number
  let folder: string
  let url: string
  let remove: () => Promise<void>
  beforeAll(async () => {
    seed = await mkdtemp(join(tmpdir(), 'wellhead-copy-seed-'))
    withFile = await seedInstallation(seed)
  })
  afterAll(() => rm(seed, { recursive: true, force: true }))
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wellhead-copy-'))
    await cp(seed, sourceFolder(), { recursive: true })
    ;({ url, remove } = await makePostgresDatabase())
  })
  afterEach(async () => {
    await remove()
    await rm(folder, { recursive: true, force: true })
  })

  const sourceFolder = () => join(folder, 'data')

  /** Runs the command. */
  const copy = (from: string, to: string) =>
    runOperatorCommand('copy-database', sourceFolder(), '--from', from, '--to', to)

  /** The message of a refused copy, made in this process, which is faster than a command. */
  async function refusalOf(from = `sqlite:${sourceFolder()}`, to = url): Promise<string> {
    const make = async () => {
      await using opened = new AsyncDisposableStack()
      return await copyInstallation(await openEnds(parseAddresses(from, to), opened), new AbortController().signal)
    }
    const refusal = await make().catch((error) => error)
    expect([CommandFault, StartFault]).toContain(refusal.constructor)
    return refusal.message
  }

  /** Runs a statement in PostgreSQL. */
  async function query(statement: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client(url)
    await client.connect()
    return (await client.query(statement).finally(() => client.end())).rows
  }

  /** Runs a statement in SQLite. */
  function change(statement: string): void {
    const sqlite = new SqliteDatabase(join(sourceFolder(), 'wellhead.sqlite'))
    sqlite.exec(statement)
    sqlite.close()
  }

  /** Tables of PostgreSQL with rows, without the one that the schema fills. */
  async function filledTables(): Promise<string[]> {
    const filled: string[] = []
    for (const table of TABLE_NAMES) {
      const rows = await query(`select 1 from ${table} limit 1`)
      if (rows.length > 0 && table !== 'installation') filled.push(table)
    }
    return filled
  }

  return {
    copy,
    /** Runs the command from the SQLite installation to the PostgreSQL database. */
    copyOut: () => copy(`sqlite:${sourceFolder()}`, url),
    refusalOf,
    query,
    change,
    filledTables,
    /** Parent of the source's data folder. */
    get folder() {
      return folder
    },
    /** Data folder of the SQLite installation. */
    get source() {
      return sourceFolder()
    },
    /** Address of the PostgreSQL database. */
    get url() {
      return url
    },
    /** Id of the application that has a resume file. */
    get withFile() {
      return withFile
    },
  }
}
