import { sql, type Transaction } from 'kysely'
import { announce } from '../../../platform/database/announcements.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { type Actor, recordActions } from '../../audit/audit-queries.ts'

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
