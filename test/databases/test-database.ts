import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { openPostgres } from '../../server/platform/database/postgres/open-postgres.ts'
import type { PostgresListener } from '../../server/platform/database/postgres/postgres-listener.ts'
import type { PostgresSettings } from '../../server/platform/database/postgres/postgres-settings.ts'
import { DATABASE_FILE, openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import type { Tables } from '../../server/platform/database/tables.ts'
import { lendDatabase } from '../postgres/reused-databases.ts'

/** A database with nothing in it, on the engine of the running tests. */
export type TestDatabase = {
  db: Kysely<Tables>
  /** Notifications of other processes; null for SQLite and for a database that a test has to itself. */
  listener: PostgresListener | null
  /** Closes and removes it. */
  remove(): Promise<void>
}

/**
 * Makes a database: a file in the folder, or one on the tests' PostgreSQL.
 * @param given a PostgreSQL database that is there already, is shared with others, and stays
 */
export async function makeTestDatabase(folder: string, given?: PostgresSettings | null): Promise<TestDatabase> {
  if (given) return joinDatabase(given)
  if (!inject('postgres')) {
    readySqlite ??= makeReadySqlite()
    await writeFile(join(folder, DATABASE_FILE), await readySqlite, { mode: 0o600 })
    const db = await openDatabase(folder, { isServed: true })
    // Each installation has its own id, which tells two of them apart.
    await db
      .updateTable('installation')
      .set({ installation_id: randomUUID(), secret: randomBytes(32).toString('hex') })
      .execute()
    return { db, listener: null, remove: () => db.destroy() }
  }
  return { ...(await lendDatabase(makePostgresDatabase)), listener: null }
}

/** An SQLite file whose schema is ready: to make that for each app took longer than all the rest of its start. */
let readySqlite: Promise<Buffer> | undefined

async function makeReadySqlite(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'wellhead-ready-'))
  await (await openDatabase(folder)).destroy()
  const content = await readFile(join(folder, DATABASE_FILE))
  await rm(folder, { recursive: true })
  return content
}

async function joinDatabase(settings: PostgresSettings): Promise<TestDatabase> {
  const { db, listener } = await openPostgres(settings, { sharedStore: 'test' })
  return {
    db,
    listener,
    remove: async () => {
      await listener.close()
      await db.destroy()
    },
  }
}

/**
 * Makes a database on the tests' PostgreSQL.
 * @param isEmpty without even a schema
 */
export async function makePostgresDatabase(isEmpty = false): Promise<{ url: string; remove(): Promise<void> }> {
  const { server, template } = inject('postgres') ?? {}
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(`create database ${name} template ${isEmpty ? 'template0' : template}`)
  return { url: `${server}${name}`, remove: () => onServer(`drop database if exists ${name} with (force)`) }
}

/** Copies a database without connections, like `pg_dump` and `pg_restore`. */
export async function copyPostgresDatabase(url: string): Promise<{ url: string; remove(): Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(`create database ${name} template ${new URL(url).pathname.slice(1)}`)
  return { url: `${inject('postgres')?.server}${name}`, remove: () => onServer(`drop database ${name} with (force)`) }
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client(`${inject('postgres')?.server}postgres`)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
