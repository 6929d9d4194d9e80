import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/tables.ts'
import { eraseDeleted } from '../../../platform/database/watch-database.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import { recordActions } from '../../audit/audit-queries.ts'
import { scheduleDeletions } from '../../resumes/resume-tasks.ts'
import { deleteApplications } from '../application-queries.ts'
import { type Author, lockAndFind } from './apply-changes.ts'

/**
 * Removes applications, schedules the deletion of their files, and records that, in one transaction.
 * @returns the ids of those that existed
 */
export async function removeApplications(
  { db, outbox }: { db: Kysely<Tables>; outbox: Pick<Outbox, 'wake'> },
  { by, now }: Author,
  ids: number[],
): Promise<number[]> {
  const removed = await db.transaction().execute(async (trx) => {
    const stored = await lockAndFind(trx, ids)
    if (stored.size === 0) return []
    await scheduleDeletions(trx, [...stored.keys()], now)
    await deleteApplications(trx, [...stored.values()])
    const existing = ids.filter((id) => stored.has(id))
    await recordActions(
      trx,
      { by, now },
      existing.map((id) => ({ id, subject: 'application', event: { action: 'deleted' } })),
    )
    return existing
  })
  eraseDeleted(db)
  outbox.wake()
  return removed
}
