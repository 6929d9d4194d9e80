import { sql, type Transaction } from 'kysely'
import type * as z from 'zod'
import { acquireLock } from '../../platform/database/row-locks.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import type { FieldChanges, SettingsDocument } from './documents.ts'
import { changeStoredFields, readStoredFields } from './stored-fields.ts'

/** A document as it applies, and the version of the stored one; null while all of it are defaults. */
export type StoredDocument<Schema extends z.ZodObject> = { value: z.output<Schema>; version: number | null }

/**
 * Reads a document. A field that is not stored, or that this version of the program cannot read, has its default.
 * @param onUnreadable gets the names of the fields that cannot be read
 */
export async function readDocument<Schema extends z.ZodObject>(
  db: Db,
  document: SettingsDocument<Schema>,
  onUnreadable?: (fields: string[], name: string) => void,
): Promise<StoredDocument<Schema>> {
  const row = await findRow(db, document)
  const { value, unreadable } = readStoredFields(document.schema, document.defaults, row?.json)
  if (unreadable.length > 0) onUnreadable?.(unreadable, document.name)
  return { value, version: row?.version ?? null }
}

/**
 * Stores some fields of a document; the others stay as stored, also those that this version of the program cannot read.
 * @param readVersion the version that the admin has seen
 * @returns `unchanged` when they are stored already, `outdated` when another request has stored others since
 */
export async function saveDocument<Schema extends z.ZodObject>(
  trx: Transaction<Tables>,
  document: SettingsDocument<Schema>,
  changes: FieldChanges<Schema>,
  readVersion: number | null,
): Promise<'saved' | 'unchanged' | 'outdated'> {
  // A repeated change finds the first one done, also where both have come at once.
  await acquireLock(trx, document.table)
  const row = await findRow(trx, document)
  const json = changeStoredFields(row?.json, changes)
  if (json === (row?.json ?? '{}')) return 'unchanged'
  const version = row?.version ?? null
  if (version !== readVersion) return 'outdated'
  const [table, column] = [sql.table(document.table), sql.ref(document.column)]
  await sql`insert into ${table} (id, ${column}) values (1, ${json})
    on conflict (id) do update set ${column} = excluded.${column}, version = ${table}.version + 1`.execute(trx)
  return 'saved'
}

async function findRow(db: Db, { table, column }: Pick<SettingsDocument<z.ZodObject>, 'table' | 'column'>) {
  const read = db.selectFrom(table).select(['version', sql.ref<string>(column).as('json')])
  return read.executeTakeFirst()
}
