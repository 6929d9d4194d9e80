import type { Kysely, Transaction } from 'kysely'
import type { Role } from '../../../contract/accounts/roles.ts'
import { isUniqueViolation } from '../../platform/database/constraints.ts'
import { acquireLock, lockRow } from '../../platform/database/row-locks.ts'
import type { AccountRow, Db, Tables } from '../../platform/database/tables.ts'
import { tooManyRequests } from '../../platform/http/request-error.ts'
import { CommandFault } from '../../platform/operator-faults.ts'
import { type Actor, recordAction } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { ACCOUNTS_LOCK, insertAccount, markInitialised } from './account-queries.ts'
import { findConfusable } from './confusable-usernames.ts'
import type { Device } from './devices/session-device.ts'
import { rememberAddress } from './ended-identities.ts'
import { generatePassword, hashPassword } from './passwords/password-hashing.ts'
import { queueSecurityMail, type SecurityMailServices } from './security-mails/security-mails.ts'
import { endAccess } from './session-queries.ts'

/** How often a person may change the own address within a day. */
const MOST_CHANGES_A_DAY = 5
const DAY_MS = 24 * 60 * 60_000

/** Every account, oldest first. */
export function listAccounts(
  db: Db,
): Promise<Array<Pick<AccountRow, 'username' | 'created_at' | 'email' | 'display_name' | 'role' | 'deactivated_at'>>> {
  return db
    .selectFrom('accounts')
    .select(['username', 'created_at', 'email', 'display_name', 'role', 'deactivated_at'])
    .orderBy('id')
    .execute()
}

/**
 * Creates an account and closes the setup page for good.
 * @returns the generated password
 * @throws {CommandFault} when the username is taken, or confusable with one that is
 */
export async function createAccount(
  db: Kysely<Tables>,
  username: string,
  now: Date,
  role: Role = 'owner',
): Promise<string> {
  const password = generatePassword()
  const passwordHash = await hashPassword(password)
  await db
    .transaction()
    .execute(async (trx) => {
      // First, as in the setup, so that the two cannot deadlock.
      await markInitialised(trx, now)
      await acquireLock(trx, ACCOUNTS_LOCK)
      const confusable = await findConfusable(trx, username)
      if (confusable !== undefined)
        throw new CommandFault(`There is an account ${confusable}, which looks like ${username}.`)
      const id = await insertAccount(trx, {
        username,
        role,
        password_hash: passwordHash,
        created_at: now.toISOString(),
      })
      await recordByOperator(trx, id, 'created', now)
    })
    .catch((error) => {
      throw isUniqueViolation(error) ? new CommandFault(`There is an account ${username} already.`) : error
    })
  return password
}

/**
 * Gives an account a new password, ends all of its sessions and its private calendar feed, and forgets failed sign-ins, so
 * that its owner can use it at once.
 * @returns the generated password
 * @throws {CommandFault} when no account has the name
 */
export async function resetPassword(db: Kysely<Tables>, username: string, now: Date): Promise<string> {
  const password = generatePassword()
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async (trx) => {
    const account = await trx
      .updateTable('accounts')
      .set({ password_hash: passwordHash })
      .where('username', '=', username)
      .returning('id')
      .executeTakeFirst()
    if (!account) throw unknown(username)
    await endAccess(trx, { id: account.id, by: null, now })
    // Their hashes do not reveal which are this account's.
    await trx.deleteFrom('sign_in_failures').execute()
    await recordByOperator(trx, account.id, 'password_reset', now)
  })
  return password
}

/**
 * Sets or removes the name that an account shows.
 * @param by the account itself; null for the operator
 */
export async function changeDisplayName(
  db: Kysely<Tables>,
  id: number,
  displayName: string | null,
  { by, now }: { by: Actor | null; now: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const named = trx.updateTable('accounts').set({ display_name: displayName }).where('id', '=', id)
    if ((await named.executeTakeFirst()).numUpdatedRows === 0n) return
    await recordAction(trx, { by, now, id, subject: 'account', event: { action: 'display_name_changed' } })
  })
}

/** What a change of an address takes: `securityMails` tell the address of before; null for the operator's commands, which send no mail. */
type AddressServices = Pick<Services, 'hash'> & { securityMails: SecurityMailServices | null }

/** Who changes an address, `null` for the operator, and from where, null where that is not told. */
type AddressAuthor = { by: Actor | null; device: Device | null; now: Date }

/**
 * Sets or removes the address of an account, to which its digest goes.
 * @param change.by the account itself; null for the operator
 * @throws {RequestError} `too_many_requests` where the account itself has changed it too often within a day
 */
export async function changeEmail(
  { db, hash, securityMails }: AddressServices & Pick<Services, 'db'>,
  id: number,
  email: string | null,
  { by, device, now }: AddressAuthor,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockRow(trx, 'accounts', id)
    const before = await trx.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
    if (!before) return
    if (before.email === email) return confirmAddress(trx, id, { by, now })
    if (by) await requireFewChanges(trx, id, now)
    await storeAddress({ trx, hash, securityMails }, { before, email }, { by, device, now })
  })
}

/**
 * Stores another address of an account, or none. The one of before is told, and remembered as one that had an account where others gave
 * it. What a person typed for the own account is given by nobody, also where an owner does that under People.
 * @param change.before the account, locked
 */
export async function storeAddress(
  { trx, hash, securityMails }: AddressServices & { trx: Transaction<Tables> },
  { before, email }: { before: AccountRow; email: string | null },
  { by, device, now }: AddressAuthor,
): Promise<void> {
  const { id } = before
  await rememberAddress(trx, hash, before, now)
  await queueSecurityMail(trx, securityMails, { account: before, action: 'email_changed', device, now })
  const columns = { email, is_email_given: by?.id === id ? 0 : 1 } as const
  await trx.updateTable('accounts').set(columns).where('id', '=', id).execute()
  await recordAction(trx, { by, now, id, subject: 'account', event: { action: 'email_changed' } })
}

/**
 * Notes that the address of an account was given, where others name the same one that its person typed. The account itself confirms
 * nothing. The history has it as a change, which tells nobody: no address was replaced.
 */
export async function confirmAddress(
  trx: Transaction<Tables>,
  id: number,
  { by, now }: Pick<AddressAuthor, 'by' | 'now'>,
): Promise<void> {
  if (by?.id === id) return
  const confirmed = await trx
    .updateTable('accounts')
    .set({ is_email_given: 1 })
    .where('id', '=', id)
    .where('email', 'is not', null)
    .where('is_email_given', '=', 0)
    .executeTakeFirst()
  if (confirmed.numUpdatedRows === 0n) return
  await recordAction(trx, { by, now, id, subject: 'account', event: { action: 'email_changed' } })
}

/** Bounds the mails to former addresses by changes of the person's own, as nobody has proved whose they are. The account must be locked. */
async function requireFewChanges(trx: Db, id: number, now: Date): Promise<void> {
  const { first, count } = await trx
    .selectFrom('audit_trail')
    .select(({ fn }) => [fn.countAll<number | string>().as('count'), fn.min('at').as('first')])
    .where('subject', '=', 'account')
    .where('subject_id', '=', id)
    .where('account_id', '=', id)
    .where('action', '=', 'email_changed')
    .where('at', '>', new Date(now.getTime() - DAY_MS).toISOString())
    .executeTakeFirstOrThrow()
  if (Number(count) < MOST_CHANGES_A_DAY) return
  const waitMs = Date.parse(first) + DAY_MS - now.getTime()
  throw tooManyRequests('Your address was changed too often today. An owner can change it under People.', waitMs)
}

function recordByOperator(
  trx: Transaction<Tables>,
  id: number,
  action: 'created' | 'password_reset',
  now: Date,
): Promise<void> {
  return recordAction(trx, { by: null, now, id, subject: 'account', event: { action } })
}

function unknown(username: string): CommandFault {
  return new CommandFault(`There is no account ${username}. See npm run admin -- list.`)
}
