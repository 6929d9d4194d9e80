import type { Kysely } from 'kysely'
import type { Tables } from '../../server/platform/database/tables.ts'

/** A database of its own with nothing in it, and what a program on it is started with. */
export type EmptyDatabase = {
  environment: Record<string, string>
  use(work: (db: Kysely<Tables>) => Promise<void>): Promise<void>
}
