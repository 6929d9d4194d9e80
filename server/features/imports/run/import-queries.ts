import { type SqlBool, sql, type Transaction } from 'kysely'
import { IMPORT } from '../../../../contract/imports/import-limits.ts'
import {
  type ImportCounts,
  type ImportOptions,
  type ImportProblem,
  type ImportRowState,
  type ImportSummary,
  importOptionsSchema,
} from '../../../../contract/imports/imports.ts'
import { engineOf } from '../../../platform/database/engine.ts'
import type { ApplicationRow, Db, ImportRow, Tables } from '../../../platform/database/tables.ts'
import { notFound, RequestError } from '../../../platform/http/request-error.ts'
import { parseJson } from '../../../platform/parse-json.ts'
import type { Actor } from '../../audit/audit-queries.ts'

/** A row of a table, as it is kept. */
export type StagedRow = { number: number; line: number; cells: string[]; problems: ImportProblem[] }

/** One import. @throws {RequestError} `not_found` */
export async function findImport(db: Db, id: number): Promise<ImportRow> {
  const row = await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('This import no longer exists.')
  return row
}

/** An import that has not begun. @throws {RequestError} `not_found`, `changed_meanwhile` */
export async function findDraft(db: Db, id: number): Promise<ImportRow> {
  const row = await findImport(db, id)
  if (row.state !== 'draft') throw new RequestError('changed_meanwhile', 'This import has begun already.')
  return row
}

/** The latest imports, newest first. */
export async function listImports(db: Db): Promise<ImportSummary[]> {
  const rows = await db.selectFrom('imports').selectAll().orderBy('id', 'desc').limit(IMPORT.most).execute()
  return rows.map(presentSummary)
}

/** What the list shows of an import. */
export function presentSummary(row: ImportRow): ImportSummary {
  return {
    ...{ id: row.id, name: row.name, preset: row.preset, state: row.state, by: row.username },
    ...{ createdAt: row.created_at, endedAt: row.ended_at, undoUntil: row.undo_until },
    counts: {
      ...{ rows: row.row_count, created: row.created_count, updated: row.updated_count, skipped: row.skipped_count },
      ...{ failed: row.failed_count, files: row.file_count, kept: row.kept_count },
    },
  }
}

/** The headers of the table of an import. */
export function headersOf(row: Pick<ImportRow, 'headers'>): string[] {
  return parseJson(row.headers) as string[]
}

/** What an import does; null before its table was read. */
export function optionsOf({ options }: Pick<ImportRow, 'options'>): ImportOptions | null {
  return options === null ? null : importOptionsSchema.parse(parseJson(options))
}

/** Rows of an import in their order, after a number. */
export async function listRows(
  db: Db,
  importId: number,
  { state, after = 0, limit }: { state?: ImportRowState; after?: number; limit: number },
): Promise<(StagedRow & { applicationId: number | null })[]> {
  let rows = db
    .selectFrom('import_rows')
    .select(['number', 'line', 'cells', 'problems', 'application_id'])
    .where('import_id', '=', importId)
    .where('number', '>', after)
  if (state !== undefined) rows = rows.where('state', '=', state)
  return (await rows.orderBy('number').limit(limit).execute()).map(({ cells, problems, application_id, ...row }) => ({
    ...row,
    cells: parseJson(cells) as string[],
    problems: parseJson(problems) as ImportProblem[],
    applicationId: application_id,
  }))
}

/** Stores rows of a table. */
export async function insertRows(
  trx: Transaction<Tables>,
  importId: number,
  rows: readonly { number: number; line: number; cells: readonly string[]; emailKey: string | null }[],
): Promise<void> {
  if (rows.length === 0) return
  await trx
    .insertInto('import_rows')
    .values(
      rows.map(({ number, line, cells, emailKey }) => ({
        ...{ import_id: importId, number, line, cells: JSON.stringify(cells), email_key: emailKey },
        ...{ state: 'waiting' as const, application_id: null },
      })),
    )
    .execute()
}

/** Those of some rows that wait. */
export async function listStillWaiting(trx: Db, importId: number, numbers: readonly number[]): Promise<Set<number>> {
  const rows = await trx
    .selectFrom('import_rows')
    .select('number')
    .where('import_id', '=', importId)
    .where('number', 'in', numbers)
    .where('state', '=', 'waiting')
    .execute()
  return new Set(rows.map(({ number }) => number))
}

/** What became of a row. */
export type RowOutcome = {
  state: ImportRowState
  problems: readonly ImportProblem[]
  applicationId?: number | null
  emailKey?: string
}

/** Records what became of a row. */
export async function settleRow(
  trx: Transaction<Tables>,
  importId: number,
  number: number,
  { state, problems, applicationId, emailKey }: RowOutcome,
): Promise<void> {
  await trx
    .updateTable('import_rows')
    .set({
      ...{ state, problems: JSON.stringify(problems) },
      ...(applicationId !== undefined && { application_id: applicationId }),
      ...(emailKey !== undefined && { email_key: emailKey }),
    })
    .where('import_id', '=', importId)
    .where('number', '=', number)
    .execute()
}

/** Adds to the counts of an import. */
export async function addCounts(
  trx: Transaction<Tables>,
  importId: number,
  added: Partial<Omit<ImportCounts, 'rows'>>,
): Promise<void> {
  const { created = 0, updated = 0, skipped = 0, failed = 0, files = 0, kept = 0 } = added
  await trx
    .updateTable('imports')
    .set((update) => ({
      created_count: update('created_count', '+', created),
      updated_count: update('updated_count', '+', updated),
      skipped_count: update('skipped_count', '+', skipped),
      failed_count: update('failed_count', '+', failed),
      file_count: update('file_count', '+', files),
      kept_count: update('kept_count', '+', kept),
    }))
    .where('id', '=', importId)
    .execute()
}

/** What tells whether an application is here already. */
export type StoredTwin = Pick<ApplicationRow, 'id' | 'email_key' | 'job_id' | 'created_at' | 'quarantined'>

/** The applications of some addresses, by address. */
export async function listOfAddresses(db: Db, keys: readonly string[]): Promise<Map<string, StoredTwin[]>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('applications')
    .select(['id', 'email_key', 'job_id', 'created_at', 'quarantined'])
    .where('email_key', 'in', [...new Set(keys)])
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, ({ email_key }) => email_key)
}

/** The account that made an import, as it is now; null for the operator, and once it is gone. */
export async function findAuthor(db: Db, accountId: number | null): Promise<Actor | null> {
  if (accountId === null) return null
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'username', 'display_name'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  return account ? { id: account.id, username: account.username, displayName: account.display_name } : null
}

/** Forgets the person of an application that is erased: see {@link forgetPerson}. */
export async function forgetPersonOf(trx: Db, applicationId: number): Promise<void> {
  const person = trx.selectFrom('applications').select('email_key').where('id', '=', applicationId)
  const row = await person.executeTakeFirst()
  if (row) await forgetPerson(trx, row.email_key)
}

/**
 * Forgets a person whose data are erased: rows that wait are deleted, and of others stays what became of them. A row may name an address in
 * a column that is not read as one.
 */
export async function forgetPerson(trx: Db, emailKey: string): Promise<void> {
  const names =
    engineOf(trx) === 'sqlite'
      ? sql<SqlBool>`instr(lower(cells), ${emailKey}) > 0`
      : sql<SqlBool>`position(${emailKey} in lower(cells)) > 0`
  const isOf = sql<SqlBool>`(email_key = ${emailKey} or ${names})`
  const waiting = await trx
    .deleteFrom('import_rows')
    .where(isOf)
    .where('state', '=', 'waiting')
    .returning('import_id')
    .execute()
  for (const [importId, rows] of Map.groupBy(waiting, ({ import_id }) => import_id))
    await trx
      .updateTable('imports')
      .set((update) => ({ row_count: update('row_count', '-', rows.length) }))
      .where('id', '=', importId)
      .execute()
  await trx.updateTable('import_rows').set({ cells: '[]', problems: '[]', email_key: null }).where(isOf).execute()
}
