import type { AccountRow } from '../../platform/database/tables.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import type { OidcIdentity } from '../../platform/oidc/oidc-client.ts'
import { accountOf, findActiveAccount } from '../accounts/account-queries.ts'
import { reportAccepted } from '../accounts/attempts/sign-in-events.ts'
import type { Device } from '../accounts/devices/session-device.ts'
import { type OpenTicket, openTicket, spendTicket } from '../accounts/one-time-tickets.ts'
import { hashSecret } from '../accounts/session-queries.ts'
import { type SignedIn, startSession } from '../accounts/sign-in.ts'
import type { Services } from '../feature.ts'
import { joinByDomain, joinByInvitation } from './join-with-identity.ts'
import { findIdentity, tookTooLong, touchIdentity } from './linked-identities.ts'
import { IDENTIFIED } from './sign-in-flow.ts'

/** What a browser sends once the provider has said who it is. */
export type Sent = { ticket: string; browser: string }

/** Opens the ticket of who has signed in at the provider. @throws {RequestError} `sign_in_ended`, also in another browser */
export async function requireIdentity(services: Pick<Services, 'sealer' | 'clock'>, { ticket: sent, browser }: Sent) {
  const ticket = await openTicket(services, IDENTIFIED, sent)
  if (!ticket || hashSecret(browser) !== ticket.content.browser) throw tookTooLong()
  return { ticket, ...ticket.content }
}

/**
 * Signs in who has signed in at the provider: to the account that is linked with it, or to a new one by an invitation or by a domain
 * that owners allow.
 * @throws {RequestError} `sign_in_ended` for a ticket that is over; `forbidden` for a deactivated account; `not_linked` for someone who
 * may not join; `identity_linked` and `not_found` for an invitation
 */
export async function finishSignIn(
  services: Pick<Services, 'db' | 'clock' | 'config' | 'hash' | 'sealer' | 'signInEvents'>,
  sent: Sent,
  device: Device,
): Promise<SignedIn> {
  const { ticket, identity, purpose } = await requireIdentity(services, sent)
  // It is for the account that has begun it, and needs the session of that.
  if (purpose.kind === 'link') throw tookTooLong()
  const signedIn = await signIn(services, { ticket, identity, purpose, device })
  reportAccepted(services)
  return signedIn
}

type Identified = {
  ticket: OpenTicket<unknown>
  identity: OidcIdentity
  device: Device
}

async function signIn(
  services: Pick<Services, 'db' | 'clock' | 'config' | 'hash'>,
  { purpose, ...identified }: Identified & { purpose: { kind: 'sign-in' } | { kind: 'join'; invitation: string } },
): Promise<SignedIn> {
  if (purpose.kind === 'join') return joinByInvitation(services, purpose.invitation, identified)
  const linked = await findIdentity(services.db, identified.identity)
  if (!linked) return joinByDomain(services, identified)
  const account = await findActiveAccount(services.db, linked.account_id)
  if (!account) throw deactivated()
  return signInLinked(services, account, { link: linked, ...identified })
}

async function signInLinked(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  account: AccountRow,
  { link, ticket, identity, device }: Identified & { link: { id: number; account_id: number } },
): Promise<SignedIn> {
  const now = clock()
  const secrets = await startSession(db, account, {
    ...{ now, device, method: 'single_sign_on' },
    prove: async (trx) =>
      (await spendTicket(trx, ticket, now)) && (await touchIdentity(trx, link, { email: identity.email, now })),
  })
  if (!secrets) throw tookTooLong()
  return { account: accountOf(account), secrets }
}

function deactivated(): RequestError {
  return new RequestError('forbidden', 'Your account here is deactivated. An owner can let you sign in again.')
}
