import type { Kysely } from 'kysely'

/** Adds the networks that signed in lately, for which places at the password check are kept (`docs/decisions/0039`). */
export async function addSignedInNetworks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('signed_in_networks')
    .addColumn('network_hash', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
}
