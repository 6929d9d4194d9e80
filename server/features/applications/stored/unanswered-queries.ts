import type { Expression, SqlBool } from 'kysely'
import type { ApplicationRow, Db } from '../../../platform/database/tables.ts'
import { isInList } from './application-list-queries.ts'

/** An application whose applicant waits. */
export type WaitingApplication = Pick<ApplicationRow, 'id' | 'name' | 'created_at'>

/**
 * Whether an applicant waits longer than promised.
 * @param today in the zone of the company, such as `2026-12-03`
 */
export function isOverdue(today: string): Expression<SqlBool> {
  return isInList({ overdueOn: today })
}

/** The applications whose applicants wait longer than promised: how many, and the oldest. */
export function readOverdue(db: Db, today: string, limit: number) {
  return readOldest(db, isOverdue(today), limit)
}

/** The applications that are decided while their applicants do not know it: how many, and the oldest. */
export function readUnanswered(db: Db, limit: number) {
  return readOldest(db, isInList({ unanswered: 'true' }), limit)
}

/** The applications with a reply that waits for an answer: how many, and the oldest. */
export function readReplied(db: Db, limit: number) {
  return readOldest(db, isInList({ replied: 'true' }), limit)
}

async function readOldest(
  db: Db,
  condition: Expression<SqlBool>,
  limit: number,
): Promise<{ count: number; oldest: WaitingApplication[] }> {
  const matching = db.selectFrom('applications').where(condition)
  const { count } = await matching.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const oldest = matching.select(['id', 'name', 'created_at']).orderBy('created_at').orderBy('id').limit(limit)
  return { count: Number(count), oldest: await oldest.execute() }
}
