import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase } from '../server/database/open-database.ts'
import { openPostgres } from '../server/database/open-postgres.ts'
import type { PostgresLine } from '../server/database/postgres-line.ts'
import { createPostgresPool } from '../server/database/postgres-pool.ts'
import type { PostgresSettings } from '../server/database/postgres-settings.ts'
import type { Tables } from '../server/database/tables.ts'

/** A database with nothing in it, on the engine of the running tests. */
export type TestDatabase = {
  db: Kysely<Tables>
  /** What other processes on it tell; null for SQLite and for a database that a test has to itself. */
  line: PostgresLine | null
  /** Closes and removes it. */
  remove(): Promise<void>
}

/**
 * Makes a database: a file in the folder, or a copy of the ready one on the tests' PostgreSQL.
 * @param given a PostgreSQL database that is there already, is shared with others, and stays
 */
export async function makeTestDatabase(folder: string, given?: PostgresSettings | null): Promise<TestDatabase> {
  if (given) return joinDatabase(given)
  if (!inject('postgres')) {
    const db = await openDatabase(folder)
    return { db, line: null, remove: () => db.destroy() }
  }
  const { url, remove } = await makePostgresDatabase()
  const pool = createPostgresPool({ url, poolSize: 10 }, { size: 10 })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return {
    db,
    line: null,
    remove: async () => {
      await db.destroy()
      await remove()
    },
  }
}

async function joinDatabase(settings: PostgresSettings): Promise<TestDatabase> {
  const { db, line } = await openPostgres(settings, { isShared: true })
  return {
    db,
    line,
    remove: async () => {
      await line.close()
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

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client(`${inject('postgres')?.server}postgres`)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
