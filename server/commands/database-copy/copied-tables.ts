import type { Tables } from '../../platform/database/tables.ts'

/** How the rows of a table are told apart and put in order, and whether the database numbers them. */
type CopiedTable = { key: readonly string[]; isNumbered?: true }

/** Tables that triggers fill as the rows of others are copied. */
type DerivedTable = 'application_counts'

/**
 * Every table whose rows are copied, each after those it refers to. A new table does not compile until it stands here
 * or is said to be derived.
 */
const COPIED_TABLES = {
  jobs: { key: ['id'], isNumbered: true },
  applications: { key: ['id'], isNumbered: true },
  resumes: { key: ['application_id'] },
  resume_replicas: { key: ['application_id', 'store'] },
  resume_check: { key: ['id'] },
  accounts: { key: ['id'], isNumbered: true },
  sessions: { key: ['id'], isNumbered: true },
  installation: { key: ['id'] },
  sign_in_failures: { key: ['caller_hash'] },
  signed_in_networks: { key: ['network_hash'] },
  outbox_tasks: { key: ['id'], isNumbered: true },
  submission_counts: { key: ['address_hash', 'hour'] },
  audit_trail: { key: ['id'], isNumbered: true },
} as const satisfies Record<Exclude<keyof Tables, DerivedTable>, CopiedTable>

/** A table whose rows are copied. */
export type TableName = keyof typeof COPIED_TABLES

/** The tables in the order in which they are copied. */
export const TABLE_NAMES = Object.keys(COPIED_TABLES) as TableName[]

/** Columns by which the rows of a table are told apart and put in order. */
export function keyColumns(table: TableName): readonly string[] {
  return COPIED_TABLES[table].key
}

/** Tables in which a number is never given twice. */
export const NUMBERED_TABLES = TABLE_NAMES.filter((table) => 'isNumbered' in COPIED_TABLES[table])
