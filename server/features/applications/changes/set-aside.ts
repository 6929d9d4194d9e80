import { sql, type Transaction } from 'kysely'
import { announce } from '../../../platform/database/announcements.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { type Actor, recordActions } from '../../audit/audit-queries.ts'

/**
 * Sets applications aside: they leave every list, count, search and board as those in quarantine do, until they are erased or brought
 * back. One that is held as spam stays that.
 * @param ids locked; those that are set aside already stay as they are
 * @param eraseOn the day from which they are erased
 */
export async function setAside(trx: Transaction<Tables>, ids: readonly number[], eraseOn: string): Promise<void> {
  const rows = await trx
    .updateTable('applications')
    .set({ quarantined: sql<2>`case when quarantined = 0 then 2 else quarantined end`, erase_on: eraseOn })
    .where('id', 'in', ids)
    .where('erase_on', 'is', null)
    .returning(['id', 'job_id'])
    .execute()
  await announce(
    trx,
    rows.map(({ id, job_id }) => ({ of: 'application', id, jobId: job_id })),
  )
}

/**
 * Brings applications back that were set aside, and records that.
 * @param author.by null where the rules themselves no longer want it
 * @param ids locked; those that are not set aside stay as they are
 * @param keptFrom the day from which their period is counted again; left out where it goes on as before
 * @returns the ids of those that came back
 */
export async function bringBack(
  trx: Transaction<Tables>,
  author: { by: Actor | null; now: Date },
  ids: readonly number[],
  keptFrom?: string,
): Promise<number[]> {
  const rows = await trx
    .updateTable('applications')
    .set({
      quarantined: sql<0>`case when quarantined = 2 then 0 else quarantined end`,
      erase_on: null,
      ...(keptFrom !== undefined && { kept_from: keptFrom }),
    })
    .where('id', 'in', ids)
    .where('erase_on', 'is not', null)
    .returning(['id', 'job_id'])
    .execute()
  await recordActions(
    trx,
    author,
    rows.map(({ id }) => ({ id, subject: 'application', event: { action: 'brought_back' } })),
  )
  await announce(
    trx,
    rows.map(({ id, job_id }) => ({ of: 'application', id, jobId: job_id })),
  )
  return rows.map(({ id }) => id)
}
