import type { Insertable } from 'kysely'
import type { Role } from '../../../contract/accounts/roles.ts'
import type { SecondFactor } from '../../../contract/accounts/sign-in-methods.ts'
import type { Asker, AssignedPosting } from '../../../contract/policies/policy.ts'
import type { AccountRow, Db, Tables } from '../../platform/database/tables.ts'
import type { Actor } from '../audit/audit-queries.ts'

/** Serialises changes of usernames and of the set of accounts. */
export const ACCOUNTS_LOCK = 'accounts'

/** The account of a request. */
export type Account = Actor & { role: Role }

/** An account as its requests know it. */
export function accountOf({
  id,
  username,
  display_name,
  role,
}: Pick<AccountRow, 'id' | 'username' | 'display_name' | 'role'>): Account {
  return { id, username, displayName: display_name, role }
}

/** The postings of a hiring manager, in the order of their numbers. */
async function listAssignments(db: Db, accountId: number): Promise<AssignedPosting[]> {
  const rows = db.selectFrom('job_assignments').select(['job_id', 'decides']).where('account_id', '=', accountId)
  return (await rows.orderBy('job_id').execute()).map(({ job_id, decides }) => ({
    jobId: job_id,
    decides: decides === 1,
  }))
}

/** An account as it asks for permissions: with its role, and the postings of a hiring manager. */
export async function askerOf(db: Db, { id, role }: Pick<Account, 'id' | 'role'>): Promise<Asker> {
  return { role, assignments: role === 'hiring_manager' ? await listAssignments(db, id) : [] }
}

/** The account of a username, with its password hash. PostgreSQL takes no NUL, which no username has. */
export async function findAccountByName(db: Db, username: string): Promise<AccountRow | undefined> {
  if (username.includes('\0')) return undefined
  return db.selectFrom('accounts').selectAll().where('username', '=', username).executeTakeFirst()
}

/** An account with which someone may sign in, with its password hash. */
export async function findActiveAccount(db: Db, id: number): Promise<AccountRow | undefined> {
  const active = db.selectFrom('accounts').selectAll().where('id', '=', id).where('deactivated_at', 'is', null)
  return active.executeTakeFirst()
}

/** What an account proves itself with after its password; empty where the password is enough. */
export async function listSecondFactors(db: Db, id: number): Promise<SecondFactor[]> {
  const { passkey, totp, code } = await db
    .selectNoFrom(({ exists, selectFrom }) => [
      exists(selectFrom('passkeys').select('id').where('account_id', '=', id)).as('passkey'),
      exists(
        selectFrom('totp_secrets')
          .select('account_id')
          .where('account_id', '=', id)
          .where('confirmed_at', 'is not', null),
      ).as('totp'),
      exists(
        selectFrom('recovery_codes').select('code_hash').where('account_id', '=', id).where('used_at', 'is', null),
      ).as('code'),
    ])
    .executeTakeFirstOrThrow()
  const factors: SecondFactor[] = [...(passkey ? ['passkey' as const] : []), ...(totp ? ['totp' as const] : [])]
  // A code stands in for a factor: alone it is none.
  return factors.length > 0 && code ? [...factors, 'recovery_code'] : factors
}

/** The password hash of an account with which someone may sign in. */
export async function findPasswordHash(db: Db, id: number): Promise<string | undefined> {
  return (await findActiveAccount(db, id))?.password_hash
}

/**
 * Replaces a password hash and, where one is given, the username. A username of another account violates a unique index.
 * @returns false when the hash is no longer the verified one
 */
export async function replaceCredentials(
  db: Db,
  id: number,
  { before, after, username }: { before: string; after: string; username: string | undefined },
): Promise<boolean> {
  const replaced = await db
    .updateTable('accounts')
    .set({ password_hash: after, ...(username !== undefined && { username }) })
    .where('id', '=', id)
    .where('password_hash', '=', before)
    .returning('id')
    .executeTakeFirst()
  return replaced !== undefined
}

/** Stores an account and returns its id. */
export async function insertAccount(db: Db, account: Omit<Insertable<Tables['accounts']>, 'id'>): Promise<number> {
  return (await db.insertInto('accounts').values(account).returning('id').executeTakeFirstOrThrow()).id
}

/** The address to which an account's digest goes; null for none. */
export async function findEmail(db: Db, id: number): Promise<string | null> {
  return (await db.selectFrom('accounts').select('email').where('id', '=', id).executeTakeFirst())?.email ?? null
}

/** Whether this installation has ever had an admin. */
export async function isInitialised(db: Db): Promise<boolean> {
  const initialised = db.selectFrom('installation').select('id').where('initialised_at', 'is not', null)
  return (await initialised.executeTakeFirst()) !== undefined
}

/** Marks the installation as set up; false where it is already. */
export async function markInitialised(db: Db, now: Date): Promise<boolean> {
  const marked = await db
    .updateTable('installation')
    .set({ initialised_at: now.toISOString() })
    .where('initialised_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}
