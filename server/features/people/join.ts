import type { Transaction } from 'kysely'
import { usernameSchema } from '../../../contract/accounts/account.ts'
import type { Join, JoinOffer } from '../../../contract/accounts/people.ts'
import { MAXIMUM, PEOPLE_LIMITS } from '../../../contract/wire/limits.ts'
import { countRows } from '../../platform/database/count-rows.ts'
import { acquireLock } from '../../platform/database/row-locks.ts'
import type { Db, InvitationRow, Tables } from '../../platform/database/tables.ts'
import { clientNetwork } from '../../platform/http/client-address.ts'
import { notFound, type RequestError } from '../../platform/http/request-error.ts'
import {
  ACCOUNTS_LOCK,
  type Account,
  accountOf,
  findAccountByName,
  insertAccount,
} from '../accounts/account-queries.ts'
import { usernameTaken } from '../accounts/change-password.ts'
import { findConfusable } from '../accounts/confusable-usernames.ts'
import type { Device } from '../accounts/devices/session-device.ts'
import { requireWayIn } from '../accounts/only-way-in.ts'
import { queueHashing } from '../accounts/passwords/password-hashing.ts'
import { requireStrongPassword } from '../accounts/passwords/password-strength.ts'
import { createSession } from '../accounts/session-queries.ts'
import type { SignedIn } from '../accounts/sign-in.ts'
import { recordAction } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { findInvitation } from './invitation-links.ts'
import { noRoomForPeople } from './invite-people.ts'
import { keepPostings, replaceAssignments } from './people-queries.ts'

/** How many usernames are tried for a suggestion. */
const SUGGESTIONS = 9

/** What the link of an invitation offers. @throws {RequestError} `not_found` for a link that does not work, or not any more */
export async function readJoinOffer(
  { db, clock, config, onlyCompanyAccounts }: Pick<Services, 'db' | 'clock' | 'config' | 'onlyCompanyAccounts'>,
  token: string,
): Promise<JoinOffer> {
  const { display_name, role, expires_at } = await requireInvitation(db, token, clock())
  const suggestedUsername = await suggestUsername(db, display_name)
  const companyAccount = config.oidc && {
    name: config.oidc.name,
    only: role !== 'owner' && (await onlyCompanyAccounts()),
  }
  return { displayName: display_name, role, expiresAt: expires_at, suggestedUsername, companyAccount }
}

/**
 * Makes the account of an invitation, which then has ended, and starts a session. Of two that use one link at once, one wins.
 * @throws {RequestError} `not_found` as {@link readJoinOffer}, before any work on the password; `single_sign_on_only`; `password_weak`; `username_taken`;
 * `unavailable` while too many passwords are being hashed
 */
export async function join(
  services: Pick<Services, 'db' | 'clock' | 'onlyCompanyAccounts'>,
  { token, address, device }: { token: string; address: string; device: Device },
  { username, password, displayName }: Join,
): Promise<SignedIn> {
  const { db, clock } = services
  await requireWayIn(services, await requireInvitation(db, token, clock()))
  await requireStrongPassword(password, username, 'password')
  await requireFreeUsername(db, username)
  // Only the holder of a link that works comes this far, so the slots for known networks are for them too.
  const network = { network: clientNetwork(address), isKnown: true }
  const password_hash = await queueHashing(network, ({ hash }) => hash(password))
  const now = clock()
  return db.transaction().execute(async (trx) => {
    await acquireLock(trx, ACCOUNTS_LOCK)
    const account = await makeInvitedAccount(trx, { token, now }, { username, displayName, password_hash })
    return { account, secrets: await createSession(trx, account.id, now, { device, method: 'invitation' }) }
  })
}

/**
 * Makes the account of an invitation, which then has ended. Call it with the lock of accounts held.
 * @throws {RequestError} `not_found`; `username_taken`
 */
export async function makeInvitedAccount(
  trx: Transaction<Tables>,
  { token, now }: { token: string; now: Date },
  { username, displayName, password_hash }: Omit<Join, 'password'> & { password_hash: string },
): Promise<Account> {
  const invitation = await requireInvitation(trx, token, now)
  await requireFreeUsername(trx, username)
  if ((await countRows(trx.selectFrom('accounts'))) >= PEOPLE_LIMITS.accounts) throw noRoomForPeople()
  const { role, email } = invitation
  const names = { username, display_name: displayName ?? invitation.display_name }
  const id = await insertAccount(trx, { ...names, password_hash, role, email, created_at: now.toISOString() })
  await takeOnPostings(trx, id, invitation)
  await endInvitation(trx, invitation)
  const account = accountOf({ id, ...names, role })
  const event = { action: 'joined', invitationId: invitation.id, role } as const
  await recordAction(trx, { by: account, now, id, subject: 'account', event })
  return account
}

/** The invitation that a token opens. @throws {RequestError} `not_found` */
export async function requireInvitation(db: Db, token: string, now: Date): Promise<InvitationRow> {
  const invitation = await findInvitation(db, token, now)
  if (!invitation) throw linkEnded()
  return invitation
}

/** @throws {RequestError} `username_taken`; call it again with the lock of accounts held */
async function requireFreeUsername(db: Db, username: string): Promise<void> {
  if (await findAccountByName(db, username)) throw usernameTaken('this username')
  if ((await findConfusable(db, username)) !== undefined) throw usernameTaken('a username like this one')
}

/** Gives the account the postings of the invitation; those that were deleted meanwhile are gone from it. */
async function takeOnPostings(trx: Transaction<Tables>, accountId: number, { id }: InvitationRow): Promise<void> {
  const offered = await trx
    .selectFrom('invitation_jobs')
    .select(['job_id', 'decides'])
    .where('invitation_id', '=', id)
    .execute()
  const existing = await keepPostings(
    trx,
    offered.map(({ job_id }) => job_id),
  )
  const assignments = offered
    .filter(({ job_id }) => existing.includes(job_id))
    .map(({ job_id, decides }) => ({ jobId: job_id, decides: decides === 1 }))
  await replaceAssignments(trx, accountId, assignments)
}

/** @throws {RequestError} `not_found` where a mail of the invitation has made a new link since */
async function endInvitation(trx: Transaction<Tables>, { id, token_hash }: InvitationRow): Promise<void> {
  const ended = trx.deleteFrom('invitations').where('id', '=', id).where('token_hash', '=', token_hash)
  if ((await ended.executeTakeFirst()).numDeletedRows === 0n) throw linkEnded()
}

/** A free username made from a name: without accents, with dots between its words. Empty where the name gives none. */
export async function suggestUsername(db: Db, displayName: string): Promise<string> {
  const words = displayName
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9ß-öø-ž]/)
  const base = words
    .filter(Boolean)
    .join('.')
    .slice(0, MAXIMUM.newUsername - 1)
  if (!usernameSchema.safeParse(base).success) return ''
  for (let number = 1; number <= SUGGESTIONS; number += 1) {
    const name = number === 1 ? base : `${base}${number}`
    const isTaken = (await findAccountByName(db, name)) ?? (await findConfusable(db, name))
    if (isTaken === undefined) return name
  }
  return ''
}

/** The same for a link that is wrong, used, ended or expired. */
function linkEnded(): RequestError {
  return notFound('This link does not work, or not any more. Ask the person who invited you for a new one.')
}
