import { sql } from 'kysely'
import { engineOf } from '../database/engine.ts'
import type { Db } from '../database/tables.ts'
import type { StoreOwner } from './store-owner.ts'

/** Stands for the server where the role may not read its identifier. */
const UNKNOWN = 'unknown'

/** Reads to which installation, and with PostgreSQL to which database of it, a store of files must belong. */
export async function readOwner(db: Db): Promise<StoreOwner> {
  const row = await db.selectFrom('installation').select('installation_id').executeTakeFirstOrThrow()
  const installation = row.installation_id
  return engineOf(db) === 'sqlite' ? { installation } : { installation, database: await readDatabaseId(db) }
}

/**
 * What tells a PostgreSQL database from one made from a dump of it. A copy of the server's own files has the same id,
 * since it is what takes over when a server fails.
 */
async function readDatabaseId(db: Db): Promise<string> {
  const databases = await sql<{ oid: string; may_read: boolean }>`
    select oid::text, has_function_privilege('pg_control_system()', 'execute') as may_read
    from pg_database where datname = current_database()`.execute(db)
  const { oid, may_read } = databases.rows[0] ?? {}
  if (!may_read) return `${UNKNOWN}/${oid}`
  const servers = await sql<{ id: string }>`
    select system_identifier::text as id from pg_control_system()`.execute(db)
  return `${servers.rows[0]?.id}/${oid}`
}

/** Whether two ids can be those of one database; unknown parts are not compared. */
export function mayBeSameDatabase(one: string, other: string): boolean {
  const others = other.split('/')
  return one.split('/').every((part, index) => part === others[index] || [part, others[index]].includes(UNKNOWN))
}
