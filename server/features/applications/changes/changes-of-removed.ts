import type { ExpressionBuilder, Transaction } from 'kysely'
import { engineOf } from '../../../platform/database/engine.ts'
import type { Db, Tables } from '../../../platform/database/tables.ts'
import { deleteOldChanges, type RecordedApplication } from './application-change-queries.ts'

/**
 * Locks the changes of some applications, in the order of an undo: changes first. Whoever removes the applications calls it before
 * these are locked, and {@link forgetApplications} afterwards.
 */
export async function lockChangesOf(trx: Transaction<Tables>, ids: readonly number[]): Promise<void> {
  await trx
    .selectFrom('application_changes')
    .select('id')
    .where((where) => namesAny(where, ids))
    .orderBy('id')
    .$if(engineOf(trx) === 'postgres', (query) => query.forUpdate())
    .execute()
}

/** Takes removed applications out of the changes, which say where and with whom they met, and deletes old changes. */
export async function forgetApplications(trx: Transaction<Tables>, ids: readonly number[], now: Date): Promise<void> {
  await deleteOldChanges(trx, now)
  const gone = new Set(ids)
  const rows = trx.selectFrom('application_changes').select(['id', 'change', 'applications'])
  for (const row of await rows.where((where) => namesAny(where, ids)).execute()) {
    const left = (JSON.parse(row.applications) as RecordedApplication[]).filter(({ id }) => !gone.has(id))
    // One that has filled a posting can still be undone.
    const isEmpty = left.length === 0 && !('posting' in JSON.parse(row.change))
    await (isEmpty
      ? trx.deleteFrom('application_changes').where('id', '=', row.id).execute()
      : trx
          .updateTable('application_changes')
          .set({ applications: JSON.stringify(left) })
          .where('id', '=', row.id)
          .execute())
  }
}

/** Whether a change names one of some applications, or an interview with such a number: its JSON is read afterwards. */
function namesAny({ or, eb }: ExpressionBuilder<Tables, 'application_changes'>, ids: readonly number[]) {
  return or(ids.flatMap((id) => [',', '}'].map((end) => eb('applications', 'like', `%"id":${id}${end}%`))))
}

/** How many changes name an application that is gone. */
export async function countChangesOfGone(db: Db): Promise<number> {
  const rows = await db.selectFrom('application_changes').select(['id', 'applications']).execute()
  const named = rows.map(({ applications }) => (JSON.parse(applications) as RecordedApplication[]).map(({ id }) => id))
  const stored = new Set((await db.selectFrom('applications').select('id').execute()).map(({ id }) => id))
  return named.filter((ids) => ids.some((id) => !stored.has(id))).length
}
