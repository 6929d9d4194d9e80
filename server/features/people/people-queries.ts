import type { Kysely, Transaction } from 'kysely'
import type { Invitation, Person } from '../../../contract/accounts/people.ts'
import { PEOPLE } from '../../../contract/policies/people-policy.ts'
import type { AssignedPosting } from '../../../contract/policies/policy.ts'
import { acquireLock, againstRemoval } from '../../platform/database/row-locks.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { outcomeOf } from '../../platform/mail/mail-outcome.ts'
import { ACCOUNTS_LOCK, type Account } from '../accounts/account-queries.ts'
import { requireRole } from '../accounts/require-access.ts'
import { unauthorized } from '../accounts/sessions.ts'

/** Every person who has an account, in the order in which they came. @param id only this one */
export async function listPeople(db: Db, id?: number): Promise<Person[]> {
  const accounts = await db
    .selectFrom('accounts')
    .select([
      'id',
      'username',
      'display_name',
      'email',
      'is_email_given',
      'role',
      'deactivated_at',
      'last_seen_at',
      'created_at',
    ])
    .$if(id !== undefined, (all) => all.where('id', '=', id ?? 0))
    .orderBy('id')
    .execute()
  const assigned = await db
    .selectFrom('job_assignments')
    .select(['account_id as of', 'job_id', 'decides'])
    .$if(id !== undefined, (all) => all.where('account_id', '=', id ?? 0))
    .orderBy('job_id')
    .execute()
  const assignments = assignmentsBy(assigned)
  const factors = await listFactors(db, id)
  return accounts.map((row) => ({
    ...{ id: row.id, username: row.username, displayName: row.display_name, email: row.email, role: row.role },
    isEmailConfirmed: row.email !== null && row.is_email_given === 1,
    assignments: assignments(row.id),
    ...{ deactivatedAt: row.deactivated_at, lastSeenAt: row.last_seen_at, createdAt: row.created_at },
    secondFactors: factors.flatMap(({ of, factor }) => (of === row.id ? [factor] : [])),
  }))
}

/** The second factors of every account. @param id only of this one */
async function listFactors(db: Db, id?: number) {
  const passkeys = await db
    .selectFrom('passkeys')
    .select('account_id as of')
    .distinct()
    .$if(id !== undefined, (all) => all.where('account_id', '=', id ?? 0))
    .execute()
  const apps = await db
    .selectFrom('totp_secrets')
    .select('account_id as of')
    .$if(id !== undefined, (all) => all.where('account_id', '=', id ?? 0))
    .execute()
  return [
    ...passkeys.map(({ of }) => ({ of, factor: 'passkey' as const })),
    ...apps.map(({ of }) => ({ of, factor: 'totp' as const })),
  ]
}

/** Every invitation that is not removed yet, in the order in which they were made. @param id only this one */
export async function listInvitations(db: Db, id?: number): Promise<Invitation[]> {
  const invitations = await db
    .selectFrom('invitations')
    .leftJoin('mails', 'mails.invitation_id', 'invitations.id')
    .selectAll('invitations')
    .select('mails.state')
    .$if(id !== undefined, (all) => all.where('invitations.id', '=', id ?? 0))
    .orderBy('invitations.id')
    .execute()
  const given = await db
    .selectFrom('invitation_jobs')
    .select(['invitation_id as of', 'job_id', 'decides'])
    .$if(id !== undefined, (all) => all.where('invitation_id', '=', id ?? 0))
    .orderBy('job_id')
    .execute()
  const assignments = assignmentsBy(given)
  return invitations.map((row) => ({
    ...{ id: row.id, displayName: row.display_name, email: row.email, role: row.role },
    assignments: assignments(row.id),
    ...{ invitedBy: row.invited_by, createdAt: row.created_at, expiresAt: row.expires_at },
    mail: row.state === null ? null : outcomeOf(row.state),
  }))
}

/** Groups postings by the person or invitation that they are of. */
function assignmentsBy(
  rows: readonly { of: number; job_id: number; decides: 0 | 1 }[],
): (id: number) => AssignedPosting[] {
  const groups = Map.groupBy(rows, (row) => row.of)
  return (id) => (groups.get(id) ?? []).map(({ job_id, decides }) => ({ jobId: job_id, decides: decides === 1 }))
}

/**
 * Refuses postings that do not exist, and keeps the others from being deleted until the transaction ends.
 * @throws {RequestError} `invalid_request`, with an issue for each
 */
export async function requirePostings(
  trx: Transaction<Tables>,
  assignments: readonly AssignedPosting[],
): Promise<void> {
  const existing = new Set(
    await keepPostings(
      trx,
      assignments.map(({ jobId }) => jobId),
    ),
  )
  const missing = assignments.flatMap(({ jobId }, index) => (existing.has(jobId) ? [] : [index]))
  if (missing.length === 0) return
  const message = 'There is no such posting, or not any more'
  const issues = missing.map((index) => ({ path: `assignments.${index}.jobId`, message }))
  throw new RequestError('invalid_request', message, { issues })
}

/** The refusal of one field. */
export function refusedField(path: string, message: string): RequestError {
  return new RequestError('invalid_request', message, { issues: [{ path, message }] })
}

/** Those of some postings that exist; none of them is deleted until the transaction ends. */
export async function keepPostings(trx: Transaction<Tables>, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const existing = trx.selectFrom('jobs').select('id').where('id', 'in', ids).orderBy('id')
  return (await existing.$call(againstRemoval(trx)).execute()).map(({ id }) => id)
}

/** Gives an account postings that exist, in place of those that it has. */
export async function replaceAssignments(
  trx: Transaction<Tables>,
  accountId: number,
  assignments: readonly AssignedPosting[],
): Promise<void> {
  await trx.deleteFrom('job_assignments').where('account_id', '=', accountId).execute()
  if (assignments.length === 0) return
  const rows = assignments.map(({ jobId, decides }) => ({
    ...{ account_id: accountId, job_id: jobId, decides: decides ? (1 as const) : (0 as const) },
  }))
  await trx.insertInto('job_assignments').values(rows).execute()
}

/**
 * Changes who may sign in, in turn with every other such change. An owner whose role or access has ended since the request came changes
 * nothing any more: two owners who end each other's access at once leave one of them.
 * @param by null for the operator
 * @throws {RequestError} `unauthorized` and `forbidden` for one who is no owner any more
 */
export function changeInTurn<Result>(
  db: Kysely<Tables>,
  by: Account | null,
  change: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await acquireLock(trx, ACCOUNTS_LOCK)
    if (by) await requireStillOwner(trx, by)
    return change(trx)
  })
}

async function requireStillOwner(db: Db, by: Account): Promise<void> {
  const active = db.selectFrom('accounts').select('role').where('id', '=', by.id).where('deactivated_at', 'is', null)
  const row = await active.executeTakeFirst()
  if (!row) throw unauthorized()
  requireRole({ ...by, role: row.role }, PEOPLE.manage)
}
