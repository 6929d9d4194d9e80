import type { Db } from '../../platform/database/tables.ts'

/** One statement looks up so many applications. */
const LOOKED_UP_AT_ONCE = 500

/** The postings of applications. One in quarantine belongs to none, as hiring managers see none of these. */
export async function findPostings(db: Db, ids: readonly number[]): Promise<Map<number, number | null>> {
  const postings = new Map<number, number | null>()
  for (let start = 0; start < ids.length; start += LOOKED_UP_AT_ONCE) {
    const rows = await db
      .selectFrom('applications')
      .select(['id', 'job_id', 'quarantined'])
      .where('id', 'in', ids.slice(start, start + LOOKED_UP_AT_ONCE))
      .execute()
    for (const { id, job_id, quarantined } of rows) postings.set(id, quarantined ? null : job_id)
  }
  return postings
}

/** Which of some postings each hiring manager sees, as it is stored now, by account. */
export async function listSeenPostings(db: Db, postings: ReadonlySet<number>): Promise<Map<number, number[]>> {
  const seen = new Map<number, number[]>()
  if (postings.size === 0) return seen
  const assigned = await db
    .selectFrom('job_assignments')
    .select(['account_id', 'job_id'])
    .where('job_id', 'in', [...postings])
    .orderBy('job_id')
    .execute()
  for (const { account_id, job_id } of assigned) seen.set(account_id, [...(seen.get(account_id) ?? []), job_id])
  return seen
}

/** Which of some applications each hiring manager sees, as it is stored now, by account. */
export async function listSeenApplications(db: Db, ids: readonly number[]): Promise<Map<number, Set<number>>> {
  const rows = await db
    .selectFrom('job_assignments')
    .innerJoin('applications', 'applications.job_id', 'job_assignments.job_id')
    .select(['job_assignments.account_id', 'applications.id'])
    .where('applications.id', 'in', [...new Set(ids)])
    .where('applications.quarantined', '=', 0)
    .execute()
  const seen = new Map<number, Set<number>>()
  for (const { account_id, id } of rows) seen.set(account_id, (seen.get(account_id) ?? new Set()).add(id))
  return seen
}

/** The names of accounts that may sign in, by their ids. */
export async function findNames(db: Db, accountIds: readonly number[]): Promise<[id: number, name: string][]> {
  if (accountIds.length === 0) return []
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'username', 'display_name'])
    .where('id', 'in', accountIds)
    .where('deactivated_at', 'is', null)
    .execute()
  return rows.map(({ id, username, display_name }) => [id, display_name ?? username])
}
