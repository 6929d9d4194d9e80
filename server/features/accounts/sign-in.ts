import type { Kysely, Transaction } from 'kysely'
import * as z from 'zod'
import type { SecondFactorNeeded } from '../../../contract/accounts/sign-in-methods.ts'
import { lockRow } from '../../platform/database/row-locks.ts'
import type { AccountRow, Tables } from '../../platform/database/tables.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { recordAction } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import {
  type Account,
  accountOf,
  findAccountByName,
  findActiveAccount,
  findPasswordHash,
  listSecondFactors,
} from './account-queries.ts'
import { reportAccepted, reportRefused, type SignInAttempt } from './attempts/sign-in-events.ts'
import type { Device } from './devices/session-device.ts'
import { issueTicket, type OpenTicket, openTicket, type TicketKind } from './one-time-tickets.ts'
import { requireWayIn } from './only-way-in.ts'
import {
  createSession,
  deleteExpiredSessions,
  endAccess,
  hashSecret,
  type SessionSecrets,
  type SessionStart,
} from './session-queries.ts'
import { verifyPassword } from './verify-password.ts'

/** A session that has begun, and whose it is. */
export type SignedIn = { account: Account; secrets: SessionSecrets }

/** What a sign-in with a right password leads to: a session, or a ticket for the second factor that the account has. */
type SignInOutcome = SignedIn | SecondFactorNeeded

/** Proves that a password was right a moment ago. It ends with that password. */
const SIGN_IN_TICKET: TicketKind<{ accountId: number; password: string }> = {
  use: 'sign-in',
  content: z.object({ accountId: z.number(), password: z.string() }),
  lifeMs: 10 * 60_000,
}

/**
 * Signs in with username and password, and starts a session; an account with a second factor gets a ticket for that in its place.
 * @throws {RequestError} `unauthorized` for a wrong password, an unknown username or a deactivated account, with the same message;
 * `single_sign_on_only`; `too_many_requests` and `unavailable` as {@link verifyPassword}
 */
export async function signIn(
  services: Pick<Services, 'db' | 'clock' | 'hash' | 'log' | 'sealer' | 'signInEvents' | 'onlyCompanyAccounts'>,
  attempt: SignInAttempt,
  { password, device }: { password: string; device?: Device },
): Promise<SignInOutcome> {
  const { db, clock } = services
  const named = await findAccountByName(db, attempt.username)
  // A deactivated account costs, counts and says what no account does, whatever the password.
  const account = named?.deactivated_at === null ? named : undefined
  const isRight = await verifyPassword(services, { attempt, account, password })
  if (!account || !isRight) throw wrongCredentials()
  await requireWayIn(services, account)
  const methods = await listSecondFactors(db, account.id)
  if (methods.length > 0) {
    const content = { accountId: account.id, password: hashSecret(account.password_hash) }
    return { secondFactor: { ticket: await issueTicket(services, SIGN_IN_TICKET, content), methods } }
  }
  const secrets = await startSession(db, account, { now: clock(), device })
  if (!secrets) {
    await reportRefused(services, attempt, 'wrong_password')
    throw wrongCredentials()
  }
  reportAccepted(services)
  return { account: accountOf(account), secrets }
}

/** The account whose password a ticket proves, with the ticket, to be spent in the transaction that starts its session. */
export async function openSignInTicket(
  services: Pick<Services, 'db' | 'sealer' | 'clock'>,
  sent: string,
): Promise<{ account: AccountRow; ticket: OpenTicket<unknown> } | undefined> {
  const ticket = await openTicket(services, SIGN_IN_TICKET, sent)
  if (!ticket) return undefined
  const { accountId, password } = ticket.content
  const account = await findActiveAccount(services.db, accountId)
  return account && hashSecret(account.password_hash) === password ? { account, ticket } : undefined
}

/**
 * Starts a session after it was verified whose it is.
 * @param start.method left out: the password was enough
 * @param start.prove does in the same transaction what may be done once, such as spending a ticket; false where it was done before
 * @returns undefined when the password has changed since, so that no session of the old one outlives the change
 */
export function startSession(
  db: Kysely<Tables>,
  account: AccountRow,
  { now, prove, ...start }: SessionStart & { now: Date; prove?: (trx: Transaction<Tables>) => Promise<boolean> },
): Promise<SessionSecrets | undefined> {
  return db.transaction().execute(async (trx) => {
    await lockRow(trx, 'accounts', account.id)
    if ((await findPasswordHash(trx, account.id)) !== account.password_hash) return undefined
    // One may have been added since the password was verified.
    const needsFactor = start.method === undefined && (await listSecondFactors(trx, account.id)).length > 0
    if (needsFactor || (await prove?.(trx)) === false) return undefined
    const secrets = await createSession(trx, account.id, now, start)
    await recordAction(trx, {
      by: accountOf(account),
      now,
      id: account.id,
      subject: 'account',
      event: { action: 'signed_in' },
    })
    await deleteExpiredSessions(trx, now)
    return secrets
  })
}

/** Ends every session of an account, and its private calendar feed. */
export async function signOutEverywhere(db: Kysely<Tables>, by: Account, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockRow(trx, 'accounts', by.id)
    await endAccess(trx, { id: by.id, by, now })
    await recordAction(trx, { by, now, id: by.id, subject: 'account', event: { action: 'signed_out_everywhere' } })
  })
}

function wrongCredentials(): RequestError {
  return new RequestError('unauthorized', 'Invalid username or password.')
}
