import type { Assignee } from '../../../../contract/team/assignments.ts'
import type { Db } from '../../../platform/database/tables.ts'
import type { Account } from '../../accounts/account-queries.ts'

/**
 * Everyone to whom a person can assign an application, by name: those who can sign in and see it. A hiring manager reads of others
 * only what concerns the postings of both.
 */
export async function listAssignees(db: Db, reader: Pick<Account, 'id' | 'role'>): Promise<Assignee[]> {
  const jobsOf = await listJobsOfManagers(db, reader)
  if (reader.role === 'hiring_manager' && !jobsOf.has(reader.id)) return []
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'username', 'display_name', 'role'])
    .where('deactivated_at', 'is', null)
    .execute()
  return accounts
    .flatMap(({ id, username, display_name, role }): Assignee[] => {
      const jobIds = role === 'hiring_manager' ? jobsOf.get(id) : null
      return jobIds === undefined ? [] : [{ id, name: display_name ?? username, jobIds }]
    })
    .toSorted((one, other) => one.name.localeCompare(other.name) || one.id - other.id)
}

/** The postings of each hiring manager, as far as the reader has them too. */
async function listJobsOfManagers(
  db: Db,
  { id, role }: Pick<Account, 'id' | 'role'>,
): Promise<ReadonlyMap<number, number[]>> {
  const all = db.selectFrom('job_assignments').select(['account_id', 'job_id']).orderBy('job_id')
  const own = db.selectFrom('job_assignments').select('job_id').where('account_id', '=', id)
  const rows = await (role === 'hiring_manager' ? all.where('job_id', 'in', own) : all).execute()
  const jobs = new Map<number, number[]>()
  for (const { account_id, job_id } of rows) jobs.set(account_id, [...(jobs.get(account_id) ?? []), job_id])
  return jobs
}
