import * as z from 'zod'
import type { PasskeyOptions, PasskeyResponse } from '../../../contract/accounts/passkeys.ts'
import { notFound, RequestError } from '../../platform/http/request-error.ts'
import { accountOf } from '../accounts/account-queries.ts'
import { forgetAttempts } from '../accounts/attempts/failed-attempts.ts'
import { reportAccepted, reportRefused, type SignInAttempt } from '../accounts/attempts/sign-in-events.ts'
import type { Device } from '../accounts/devices/session-device.ts'
import { issueTicket, type OpenTicket, openTicket, spendTicket, type TicketKind } from '../accounts/one-time-tickets.ts'
import { requireWayIn } from '../accounts/only-way-in.ts'
import { openSignInTicket, type SignedIn, startSession } from '../accounts/sign-in.ts'
import type { Services } from '../feature.ts'
import { CEREMONY_MS, passkeyOptions } from './ceremony-options.ts'
import { countUse, listUsablePasskeys } from './passkey-queries.ts'
import { type Proof, type ProofServices, provePasskey } from './prove-passkey.ts'
import { relyingPartyOf } from './relying-party.ts'

/** Proves which challenge was set; nothing about any account. */
const CHALLENGE: TicketKind<{ challenge: string }> = {
  use: 'passkey-sign-in',
  content: z.object({ challenge: z.string() }),
  lifeMs: CEREMONY_MS,
}

/** Proves which challenge was set to whom, after the password. */
const SECOND_CHALLENGE: TicketKind<{ challenge: string; accountId: number }> = {
  use: 'second-factor-passkey',
  content: z.object({ challenge: z.string(), accountId: z.number() }),
  lifeMs: CEREMONY_MS,
}

type SignInServices = ProofServices & Pick<Services, 'onlyCompanyAccounts'>

/** From where someone signs in. */
type Caller = { address: string; device: Device }

/** What a browser needs to sign in with any passkey of the site. Nothing is stored or looked up, so that it reveals no account. */
export async function offerPasskeySignIn(
  services: Pick<Services, 'config' | 'clock' | 'sealer'>,
): Promise<PasskeyOptions> {
  const options = passkeyOptions(relyingPartyOf(services))
  return { ticket: await issueTicket(services, CHALLENGE, { challenge: options.challenge }), options }
}

/**
 * Signs in with a passkey alone: it is something that the person has, and the device has asked for what the person knows or is.
 * @throws {RequestError} `unauthorized` with one message for an unknown passkey, a wrong response and a deactivated account, and with
 * another for a ticket that is over; `too_many_requests`
 */
export async function signInWithPasskey(
  services: SignInServices,
  { address, device }: Caller,
  sent: { ticket: string; response: PasskeyResponse },
): Promise<SignedIn> {
  const ticket = await openTicket(services, CHALLENGE, sent.ticket)
  if (!ticket) throw tookTooLong()
  const attempt = { address, username: sent.response.id }
  const { challenge } = ticket.content
  const proof = await provePasskey(services, attempt, { challenge, response: sent.response })
  return begin(services, attempt, { proof, device, method: 'passkey', tickets: [ticket] })
}

/**
 * What a browser needs to use a passkey of the account whose password was right a moment ago.
 * @throws {RequestError} `unauthorized` for a ticket that is over; `not_found` when the account has none that works on this host
 */
export async function offerPasskeyAfterPassword(
  services: Pick<Services, 'config' | 'db' | 'clock' | 'sealer'>,
  sent: string,
): Promise<PasskeyOptions> {
  const { account } = await requireSignInTicket(services, sent)
  const party = relyingPartyOf(services)
  const usable = await listUsablePasskeys(services.db, account.id, party.rpId)
  if (usable.length === 0) throw noUsablePasskey()
  const options = passkeyOptions(party, usable)
  const content = { challenge: options.challenge, accountId: account.id }
  return { ticket: await issueTicket(services, SECOND_CHALLENGE, content), options }
}

/** Signs in with a passkey after the password. @throws {RequestError} as {@link signInWithPasskey} */
export async function signInWithSecondPasskey(
  services: SignInServices,
  { address, device }: Caller,
  sent: { ticket: string; challengeTicket: string; response: PasskeyResponse },
): Promise<SignedIn> {
  const { account, ticket } = await requireSignInTicket(services, sent.ticket)
  const challenged = await openTicket(services, SECOND_CHALLENGE, sent.challengeTicket)
  if (challenged?.content.accountId !== account.id) throw tookTooLong()
  const attempt = { address, username: account.username }
  const { challenge } = challenged.content
  const proof = await provePasskey(services, attempt, { challenge, response: sent.response, accountId: account.id })
  return begin(services, attempt, { proof, device, method: 'second_factor', tickets: [ticket, challenged] })
}

async function requireSignInTicket(services: Pick<Services, 'db' | 'sealer' | 'clock'>, sent: string) {
  const opened = await openSignInTicket(services, sent)
  if (!opened) throw tookTooLong()
  return opened
}

async function begin(
  services: SignInServices,
  attempt: SignInAttempt,
  {
    proof,
    tickets,
    ...start
  }: {
    proof: Proof | undefined
    device: Device
    method: 'passkey' | 'second_factor'
    tickets: readonly OpenTicket<unknown>[]
  },
): Promise<SignedIn> {
  if (!proof) throw await refuse(services, attempt)
  const { db, clock } = services
  const { passkey, signCount } = proof
  const now = clock()
  await requireWayIn(services, passkey.account)
  const secrets = await startSession(db, passkey.account, {
    ...{ now, ...start },
    prove: async (trx) => {
      for (const ticket of tickets) if (!(await spendTicket(trx, ticket, now))) return false
      return countUse(trx, passkey, { signCount, now })
    },
  })
  if (!secrets) throw await refuse(services, attempt)
  await forgetAttempts(services, attempt)
  reportAccepted(services)
  return { account: accountOf(passkey.account), secrets }
}

/** The response to an account whose passkeys, if any, no browser offers on this host. */
export function noUsablePasskey(): RequestError {
  return notFound('Your passkeys were made for another address of this site. Please use another way.')
}

async function refuse(services: SignInServices, attempt: SignInAttempt): Promise<RequestError> {
  await reportRefused(services, attempt, 'wrong_passkey')
  return new RequestError('unauthorized', 'This passkey is not known here. Please use another way to sign in.')
}

function tookTooLong(): RequestError {
  return new RequestError('unauthorized', 'The sign-in took too long. Please try again.')
}
