import type { Generated } from 'kysely'
import type { ImportPreset } from '../../../../contract/imports/import-presets.ts'
import type { ImportRowState, ImportState } from '../../../../contract/imports/imports.ts'
import type { Instant } from './column-types.ts'

/** Tables of other systems that are or were imported. */
type ImportsTable = {
  id: Generated<number>
  /** Of the table, as its file was named. */
  name: string
  preset: ImportPreset | null
  state: ImportState
  /** As JSON. */
  headers: Generated<string>
  /** As JSON: `importOptionsSchema` in `contract/imports/imports.ts`; null before the table was read. */
  options: Generated<string | null>
  /** Names of the files in the folder of imports; null once they are gone. */
  table_file: string | null
  files_file: string | null
  /** What the archive was called, and how many files it has. */
  files_name: Generated<string | null>
  files_count: Generated<number>
  /** Who made it, as named then; nulls for the operator. No foreign key: it outlives the account. */
  account_id: number | null
  username: string | null
  row_count: Generated<number>
  created_count: Generated<number>
  updated_count: Generated<number>
  skipped_count: Generated<number>
  failed_count: Generated<number>
  file_count: Generated<number>
  kept_count: Generated<number>
  created_at: Instant
  ended_at: Generated<Instant | null>
  /** Until then it can be undone, and its rows are kept. */
  undo_until: Generated<Instant | null>
}

/** The rows of an import; deleted once it can no longer be undone, and with the application that one became. */
type ImportRowsTable = {
  import_id: number
  /** From 1. */
  number: number
  /** Of the file, on which it begins. */
  line: number
  /** As JSON; empty once its person is erased. */
  cells: string
  /** As `applications` has it; null where the row has no address that is read, and once its person is erased. */
  email_key: string | null
  state: ImportRowState
  /** As JSON: `importProblemSchema` in `contract/imports/imports.ts`. */
  problems: Generated<string>
  application_id: number | null
}

/** Moving in from other systems. */
export type ImportTables = { imports: ImportsTable; import_rows: ImportRowsTable }
