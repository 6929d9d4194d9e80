import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { sqlStateOf } from '../database/constraints.ts'
import { engineOf } from '../database/engine.ts'
import type { Db, FileStoreName } from '../database/tables.ts'
import { HOME_MARK } from './marked-places.ts'

/** What PostgreSQL answers to a role that lacks a right. */
const FORBIDDEN = '42501'
/** Stands for the server in the identity of a database where that is kept secret. */
const UNKNOWN = 'unknown'

/** Hash of the installation's secret, the same in every copy of its database: what anybody may know it by. */
export async function readInstallation(db: Db): Promise<string> {
  const { secret } = await db.selectFrom('installation').select('secret').executeTakeFirstOrThrow()
  return createHmac('sha256', secret).update(HOME_MARK).digest('hex')
}

/** What the mark of the home at a place must say; undefined before one was marked. */
export async function findHomeId(db: Db, place: FileStoreName): Promise<string | undefined> {
  const home = await db.selectFrom('resume_homes').select('home_id').where('place', '=', place).executeTakeFirst()
  return home?.home_id
}

/** Notes that the home at a place was marked, for good. */
export async function recordHome(db: Db, place: FileStoreName, id: string): Promise<void> {
  await db.insertInto('resume_homes').values({ place, home_id: id }).execute()
}

/** Names of the latest files that a place should have. */
export async function listLatestKeys(db: Db, place: FileStoreName, limit: number): Promise<string[]> {
  const named = db.selectFrom('resume_replicas').select('key').where('store', '=', place).where('state', '=', 'stored')
  const latest = await named.orderBy('application_id', 'desc').limit(limit).execute()
  return latest.flatMap(({ key }) => key ?? [])
}

/** Whether nothing was ever done with a database: no admin was set up, and nobody has applied. */
export async function isUnused(db: Db): Promise<boolean> {
  const setUp = await db
    .selectFrom('installation')
    .select('id')
    .where('initialised_at', 'is not', null)
    .executeTakeFirst()
  return !setUp && !(await db.selectFrom('applications').select('id').limit(1).executeTakeFirst())
}

/**
 * What tells a database from one that was made from a dump of it. A copy of the server's own files is not told apart: it
 * is what takes over when a server fails.
 */
export async function readIdentity(db: Db): Promise<string> {
  if (engineOf(db) === 'sqlite') return 'sqlite'
  const { rows } = await sql<{ oid: string }>`
    select oid::text from pg_database where datname = current_database()`.execute(db)
  return `${await readSystem(db)}/${rows[0]?.oid}`
}

async function readSystem(db: Db): Promise<string> {
  try {
    const { rows } = await sql<{ system: string }>`
      select system_identifier::text as system from pg_control_system()`.execute(db)
    return String(rows[0]?.system)
  } catch (error) {
    // Some who run PostgreSQL for others keep it to themselves.
    if (sqlStateOf(error) !== FORBIDDEN) throw error
    return UNKNOWN
  }
}

/** Whether two identities can be those of one database: what either does not say is not compared. */
export function mayBeSameDatabase(one: string, other: string): boolean {
  const others = other.split('/')
  return one.split('/').every((part, index) => part === others[index] || [part, others[index]].includes(UNKNOWN))
}
