import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/** Adds the secret under which callers are counted, and the counts of failed sign-ins (`docs/decisions/0019`). */
export async function addSignInLimits(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('installation_secret')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('secret', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('sign_in_failures')
    .addColumn('caller_hash', 'text', (column) => column.primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sign_in_failures_by_time').on('sign_in_failures').column('expires_at').execute()

  const tables = db as Kysely<Tables>
  await tables
    .insertInto('installation_secret')
    .values({ id: 1, secret: randomBytes(32).toString('base64url') })
    .execute()
  // Hashes made without the secret can be guessed back to addresses; the count of one hour is the lesser loss.
  await tables.deleteFrom('submission_counts').execute()
}
