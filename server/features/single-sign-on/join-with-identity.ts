import type { Transaction } from 'kysely'
import { ACCOUNT_MENU } from '../../../contract/accounts/account-menu.ts'
import type { SignInSettings } from '../../../contract/accounts/sign-in-settings.ts'
import { withAsciiDomain } from '../../../contract/wire/email-address.ts'
import { PEOPLE_LIMITS } from '../../../contract/wire/limits.ts'
import { countRows } from '../../platform/database/count-rows.ts'
import { acquireLock } from '../../platform/database/row-locks.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import type { OidcIdentity } from '../../platform/oidc/oidc-client.ts'
import { ACCOUNTS_LOCK, accountOf, insertAccount } from '../accounts/account-queries.ts'
import type { Device } from '../accounts/devices/session-device.ts'
import { hasEnded } from '../accounts/ended-identities.ts'
import { type OpenTicket, spendTicket } from '../accounts/one-time-tickets.ts'
import { NO_PASSWORD } from '../accounts/only-way-in.ts'
import { createSession, newSecret } from '../accounts/session-queries.ts'
import type { SignedIn } from '../accounts/sign-in.ts'
import { recordAction } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { noRoomForPeople } from '../people/invite-people.ts'
import { makeInvitedAccount, requireInvitation, suggestUsername } from '../people/join.ts'
import { readDocument } from '../settings/document-queries.ts'
import { SIGN_IN_SETTINGS } from '../settings/documents.ts'
import { insertIdentity, tookTooLong } from './linked-identities.ts'

type Joining = { ticket: OpenTicket<unknown>; identity: OidcIdentity; device: Device }

/** Google says for which Workspace an account is; one without is anyone's, also with an address of the company. */
const GOOGLE = 'https://accounts.google.com'

/**
 * Makes the account of an invitation, linked and without a password.
 * @throws {RequestError} `not_found` for an invitation that has ended; `identity_linked`; `sign_in_ended` for a ticket that was used
 */
export function joinByInvitation(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  invitation: string,
  { ticket, identity, device }: Joining,
): Promise<SignedIn> {
  const now = clock()
  return db.transaction().execute(async (trx) => {
    await acquireLock(trx, ACCOUNTS_LOCK)
    if (!(await spendTicket(trx, ticket, now))) throw tookTooLong()
    const { display_name } = await requireInvitation(trx, invitation, now)
    const username = await freeUsername(trx, [display_name, identity.email])
    const account = await makeInvitedAccount(trx, { token: invitation, now }, { username, password_hash: NO_PASSWORD })
    await insertIdentity(trx, account.id, identity, now)
    return { account, secrets: await createSession(trx, account.id, now, { device, method: 'single_sign_on' }) }
  })
}

/**
 * Makes an account for someone whose verified address is of a domain that owners allow, linked and without a password.
 * @throws {RequestError} `not_linked` for everybody else, and where an account has the address already, or had it or the company account before;
 * `sign_in_ended` for a ticket that was used
 */
export function joinByDomain(
  { db, clock, hash }: Pick<Services, 'db' | 'clock' | 'hash'>,
  { ticket, identity, device }: Joining,
): Promise<SignedIn> {
  const now = clock()
  return db.transaction().execute(async (trx) => {
    await acquireLock(trx, ACCOUNTS_LOCK)
    const { singleSignOn } = (await readDocument(trx, SIGN_IN_SETTINGS)).value
    const email = allowedAddress(identity, singleSignOn)
    if (email === undefined) throw notLinked()
    if (await hasAccount(trx, email)) throw hasAccountAlready()
    if (await hasEnded(trx, hash, [identity, { email }])) throw hadAccount()
    if (!(await spendTicket(trx, ticket, now))) throw tookTooLong()
    if ((await countRows(trx.selectFrom('accounts'))) >= PEOPLE_LIMITS.accounts) throw noRoomForPeople()
    const { role } = singleSignOn
    const names = { username: await freeUsername(trx, [identity.name, email]), display_name: identity.name }
    const row = { ...names, role, email, password_hash: NO_PASSWORD, created_at: now.toISOString() }
    const id = await insertAccount(trx, row)
    await insertIdentity(trx, id, identity, now)
    const account = accountOf({ id, ...names, role })
    const event = { action: 'joined_by_domain', role } as const
    await recordAction(trx, { by: account, now, id, subject: 'account', event })
    return { account, secrets: await createSession(trx, id, now, { device, method: 'single_sign_on' }) }
  })
}

/** The verified address of someone who may join by it; undefined for everybody else. */
function allowedAddress(
  { issuer, email, isEmailVerified, hostedDomain }: OidcIdentity,
  { domains }: SignInSettings['singleSignOn'],
): string | undefined {
  if (email === null || !isEmailVerified) return undefined
  const domain = withAsciiDomain(email).split('@').at(-1)?.toLowerCase() ?? ''
  if (!domains.includes(domain)) return undefined
  if (hostedDomain === null) return issuer === GOOGLE ? undefined : email
  return hostedDomain.toLowerCase() === domain ? email : undefined
}

/**
 * Whether others gave an account an address, in whatever case. One that its person has typed is proved by nobody, and keeps nobody else out.
 * An address is never what links two.
 */
async function hasAccount(trx: Transaction<Tables>, email: string): Promise<boolean> {
  const given = trx.selectFrom('accounts').select('email').where('is_email_given', '=', 1)
  const rows = await given.where('email', 'is not', null).execute()
  return rows.some((row) => row.email?.toLowerCase() === email.toLowerCase())
}

/** A username that nobody has; call it with the lock of accounts held. @param names the best one first */
async function freeUsername(db: Db, names: readonly (string | null)[]): Promise<string> {
  for (const name of names) {
    const suggested = name === null ? '' : await suggestUsername(db, name.split('@')[0] ?? '')
    if (suggested !== '') return suggested
  }
  return `colleague-${newSecret()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, 12)}`
}

function notLinked(): RequestError {
  const message = `This company account is not linked with an account here. If you have one, sign in the way you did so far and link it under ${ACCOUNT_MENU.company} in the menu. Otherwise ask an owner to invite you.`
  return new RequestError('not_linked', message)
}

function hasAccountAlready(): RequestError {
  const message = `There is an account with your address here already. Sign in to it the way you did so far, then link your company account under ${ACCOUNT_MENU.company} in the menu.`
  return new RequestError('not_linked', message)
}

/** Who had an account may have been deactivated: an owner decides whether to let that person in again. */
function hadAccount(): RequestError {
  const message = `This company account, or its address, belonged to an account here before. If you still have that account, sign in to it the way you did so far and link your company account under ${ACCOUNT_MENU.company} in the menu. Otherwise ask an owner to invite you.`
  return new RequestError('not_linked', message)
}
