import type { ExpressionBuilder, Transaction } from 'kysely'
import { engineOf } from '../../../platform/database/engine.ts'
import type { Db, Tables } from '../../../platform/database/tables.ts'
import { deleteOldChanges, type RecordedApplication } from './application-change-queries.ts'

/**
 * Locks the changes of some applications, in the order of an undo: changes first. Whoever removes the applications calls it before
 * these are locked, and {@link forgetInterviews} afterwards.
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

/**
 * Takes what changes noted of the interviews of removed applications out: where and with whom they met. Deletes old changes. What
 * is left is a number with a status, by which an undo says that the application is gone.
 */
export async function forgetInterviews(trx: Transaction<Tables>, ids: readonly number[], now: Date): Promise<void> {
  await deleteOldChanges(trx, now)
  const gone = new Set(ids)
  const rows = trx.selectFrom('application_changes').select(['id', 'applications'])
  for (const row of await rows.where((where) => namesAny(where, ids)).execute()) {
    const noted = JSON.parse(row.applications) as RecordedApplication[]
    const left = noted.map(({ interviews, dated, ...each }) => ({
      ...each,
      ...(!gone.has(each.id) && { interviews, dated }),
    }))
    await trx
      .updateTable('application_changes')
      .set({ applications: JSON.stringify(left) })
      .where('id', '=', row.id)
      .execute()
  }
}

/** Whether a change names one of some applications, or an interview with such a number: its JSON is read afterwards. */
function namesAny({ or, eb }: ExpressionBuilder<Tables, 'application_changes'>, ids: readonly number[]) {
  return or(ids.flatMap((id) => [',', '}'].map((end) => eb('applications', 'like', `%"id":${id}${end}%`))))
}

/** How many changes have notes about interviews of applications that are gone. */
export async function countNotesOfGone(db: Db): Promise<number> {
  const rows = await db.selectFrom('application_changes').select('applications').execute()
  const noted = rows.map(({ applications }) =>
    (JSON.parse(applications) as RecordedApplication[]).filter(({ interviews, dated }) => interviews ?? dated),
  )
  const stored = new Set((await db.selectFrom('applications').select('id').execute()).map(({ id }) => id))
  return noted.filter((applications) => applications.some(({ id }) => !stored.has(id))).length
}
