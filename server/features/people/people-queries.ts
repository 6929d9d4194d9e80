import type { Insertable } from 'kysely'
import type { Invitation, Person } from '../../../contract/accounts/people.ts'
import type { Assignment } from '../../../contract/policies/policy.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'

/** Every person who has an account, in the order in which they came. */
export async function listPeople(db: Db): Promise<Person[]> {
  const accounts = db.selectFrom('accounts').select(['id', 'username', 'display_name', 'email', 'role'])
  const rows = await accounts.select(['deactivated_at', 'last_seen_at', 'created_at']).orderBy('id').execute()
  const assigned = db.selectFrom('job_assignments').select(['account_id as of', 'job_id', 'decides']).orderBy('job_id')
  const assignments = assignmentsBy(await assigned.execute())
  return rows.map((row) => ({
    ...{ id: row.id, username: row.username, displayName: row.display_name, email: row.email, role: row.role },
    assignments: assignments(row.id),
    ...{ deactivatedAt: row.deactivated_at, lastSeenAt: row.last_seen_at, createdAt: row.created_at },
  }))
}

/** Every invitation that is open, in the order in which they were made. */
export async function listInvitations(db: Db): Promise<Invitation[]> {
  const rows = await db.selectFrom('invitations').selectAll().orderBy('id').execute()
  const invited = db.selectFrom('invitation_jobs').select(['invitation_id as of', 'job_id', 'decides'])
  const assignments = assignmentsBy(await invited.orderBy('job_id').execute())
  return rows.map((row) => ({
    ...{ id: row.id, displayName: row.display_name, email: row.email, role: row.role },
    assignments: assignments(row.id),
    ...{ invitedBy: row.invited_by, createdAt: row.created_at, expiresAt: row.expires_at },
    mail: null,
  }))
}

/** Stores an invitation with its postings. @returns its id */
export async function insertInvitation(
  db: Db,
  invitation: Insertable<Tables['invitations']>,
  assignments: readonly Assignment[],
): Promise<number> {
  const { id } = await db.insertInto('invitations').values(invitation).returning('id').executeTakeFirstOrThrow()
  const rows = assignments.map(({ jobId, decides }) => ({
    ...{ invitation_id: id, job_id: jobId, decides: decides ? (1 as const) : (0 as const) },
  }))
  if (rows.length > 0) await db.insertInto('invitation_jobs').values(rows).execute()
  return id
}

/** Groups postings by the person or invitation that they are of. */
function assignmentsBy(rows: readonly { of: number; job_id: number; decides: 0 | 1 }[]): (id: number) => Assignment[] {
  const groups = Map.groupBy(rows, (row) => row.of)
  return (id) => (groups.get(id) ?? []).map(({ job_id, decides }) => ({ jobId: job_id, decides: decides === 1 }))
}
