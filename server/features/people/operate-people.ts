import type { Kysely } from 'kysely'
import type { Role } from '../../../contract/accounts/roles.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { createKeyedHash } from '../../platform/http/client-address.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { CommandFault } from '../../platform/operator-faults.ts'
import { findAccountByName } from '../accounts/account-queries.ts'
import { rememberEnded } from '../accounts/ended-identities.ts'
import { recordAction } from '../audit/audit-queries.ts'
import { changePerson, reactivatePerson, requireAnotherOwner } from './change-people.ts'
import { changeInTurn } from './people-queries.ts'
import { removeSecondFactors } from './remove-second-factors.ts'

/**
 * Gives an account a role.
 * @throws {CommandFault} when no account has the name, and where no owner would be left who can sign in
 */
export async function setRole(db: Kysely<Tables>, username: string, role: Role, now: Date): Promise<void> {
  const { id } = await requireAccount(db, username)
  await changePerson({ db, hash: createKeyedHash(), securityMails: null }, { by: null, id, now }, { role }).catch(
    explain,
  )
}

/** Lets a deactivated account sign in again. @throws {CommandFault} when no account has the name */
export async function activateAccount(db: Kysely<Tables>, username: string, now: Date): Promise<void> {
  const { id } = await requireAccount(db, username)
  await reactivatePerson(db, { by: null, id, now }).catch(explain)
}

/** Removes every second factor of an account. @throws {CommandFault} when no account has the name */
export async function removeFactorsOf(db: Kysely<Tables>, username: string, now: Date): Promise<void> {
  const { id } = await requireAccount(db, username)
  await removeSecondFactors({ db, securityMails: null }, { by: null, id, now }).catch(explain)
}

/**
 * Removes an account and its sessions. Its company accounts and its address do not join by their domain again.
 * @throws {CommandFault} when no account has the name, and where no owner would be left who can sign in
 */
export async function removeAccount(db: Kysely<Tables>, username: string, now: Date): Promise<void> {
  await changeInTurn(db, null, async (trx) => {
    const { id, role, deactivated_at, email } = await requireAccount(trx, username)
    await requireAnotherOwner(trx, { id, role, deactivatedAt: deactivated_at })
    const linked = trx.selectFrom('linked_identities').select(['issuer', 'subject']).where('account_id', '=', id)
    const identities = [...(await linked.execute()), ...(email === null ? [] : [{ email }])]
    await rememberEnded(trx, createKeyedHash(), { accountId: id, identities, now })
    await trx.deleteFrom('accounts').where('id', '=', id).execute()
    await recordAction(trx, { by: null, now, id, subject: 'account', event: { action: 'removed' } })
  }).catch(explain)
}

async function requireAccount(db: Db, username: string) {
  const account = await findAccountByName(db, username)
  if (!account) throw new CommandFault(`There is no account ${username}. See npm run admin -- list.`)
  return account
}

function explain(error: unknown): never {
  throw error instanceof RequestError ? new CommandFault(error.message) : error
}
