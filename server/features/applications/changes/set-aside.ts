import { sql, type Transaction } from 'kysely'
import { announce } from '../../../platform/database/announcements.ts'
import { SET_ASIDE } from '../../../platform/database/quarantine.ts'
import type { ApplicationRow, Tables } from '../../../platform/database/tables.ts'
import { type Actor, recordActions } from '../../audit/audit-queries.ts'

/** What a request is told that an application which is set aside refuses. */
export const SET_ASIDE_MESSAGE =
  'This application is set aside to be erased. An owner can bring it back on the page Personal data.'

type Hidden = Pick<ApplicationRow, 'quarantined' | 'erase_on'>

/** Why an application is out of the lists; undefined for one of the lists. */
export function whyHidden({ quarantined, erase_on }: Hidden): 'quarantined' | 'set_aside' | undefined {
  if (quarantined === 0) return undefined
  return quarantined === SET_ASIDE || erase_on !== null ? 'set_aside' : 'quarantined'
}

/** The same as a sentence. @param release what is said of one that is held as spam */
export function describeHidden(application: Hidden, release: string): string | undefined {
  const why = whyHidden(application)
  return why === 'set_aside' ? SET_ASIDE_MESSAGE : why && `This application is in quarantine. ${release}`
}

/**
 * Sets applications aside: they leave every list, count, search and board as those in quarantine do, until they are erased or brought
 * back. One that is held as spam stays that.
 * @param ids locked; those that are set aside already stay as they are
 * @param eraseOn the day from which they are erased
 */
export async function setAside(trx: Transaction<Tables>, ids: readonly number[], eraseOn: string): Promise<void> {
  const rows = await trx
    .updateTable('applications')
    .set({
      quarantined: sql<typeof SET_ASIDE>`case when quarantined = 0 then ${sql.lit(SET_ASIDE)} else quarantined end`,
      erase_on: eraseOn,
    })
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
      quarantined: sql<0>`case when quarantined = ${sql.lit(SET_ASIDE)} then 0 else quarantined end`,
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
