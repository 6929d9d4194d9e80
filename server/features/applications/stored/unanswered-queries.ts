import { type Expression, type SqlBool, sql } from 'kysely'
import { FIRST_STATUS } from '../../../../contract/applications/status-lists.ts'
import type { ApplicationRow, Db } from '../../../platform/database/tables.ts'
import { isInList } from './application-list-queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** An application whose applicant waits. */
export type WaitingApplication = Pick<ApplicationRow, 'id' | 'name' | 'created_at'>

/**
 * The last moment of receipt at which a pending application waits longer than promised: whole days count, as in the
 * dashboard.
 */
export function overdueSince(answerWithinDays: number, now: Date): Date {
  return new Date(now.getTime() - (answerWithinDays + 1) * DAY_MS)
}

/** Whether an application is pending and was received by then. */
export function isOverdue(since: Date): Expression<SqlBool> {
  const pending = isInList({ status: FIRST_STATUS, archived: 'false' })
  return sql<SqlBool>`${pending} and created_at <= ${since.toISOString()}`
}

/** The pending applications that wait longer than promised: how many, and the oldest. */
export function readOverdue(db: Db, since: Date, limit: number) {
  return readOldest(db, isOverdue(since), limit)
}

/** The applications that are decided while their applicants do not know it: how many, and the oldest. */
export function readUnanswered(db: Db, limit: number) {
  return readOldest(db, isInList({ unanswered: 'true' }), limit)
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
