import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import * as z from 'zod'
import type {
  ConfirmTotp,
  MadeRecoveryCodes,
  NewTotp,
  OwnSecondFactors,
} from '../../../contract/accounts/second-factors.ts'
import { lockRow } from '../../platform/database/row-locks.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { notFound, RequestError } from '../../platform/http/request-error.ts'
import { type Account, listSecondFactors } from '../accounts/account-queries.ts'
import { deviceOf } from '../accounts/devices/session-device.ts'
import { issueTicket, openTicket, spendTicket, type TicketKind } from '../accounts/one-time-tickets.ts'
import { afterFactorRemoved } from '../accounts/second-factor-rule.ts'
import { type OwnChange, recordAndMail, type SecurityMailServices } from '../accounts/security-mails/security-mails.ts'
import { deleteOtherSessions } from '../accounts/session-queries.ts'
import { bearerToken, signedIn, unauthorized } from '../accounts/sessions.ts'
import { recordAction } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { sealTotpSecret, wrongCode } from './check-code.ts'
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'

/** Who changes the own second factors, with the token of the session. */
export type Owner = OwnChange & { by: Account; token: string }

/** What a change of the own factors takes. */
export type FactorServices = SecurityMailServices & Pick<Services, 'db' | 'outbox'>

/** Whose request changes the own account. */
export function ownerOf(request: FastifyRequest, { clock }: Pick<Services, 'clock'>): Owner {
  return { by: signedIn(request), token: bearerToken(request) as string, device: deviceOf(request), now: clock() }
}

/** Carries the secret of an app until its first code is right: nothing is stored before. */
const NEW_TOTP: TicketKind<{ accountId: number; secret: string }> = {
  use: 'new-totp',
  content: z.object({ accountId: z.number(), secret: z.string() }),
  lifeMs: 10 * 60_000,
}

/** What an account can prove itself with after its password. */
export async function listOwnFactors(db: Db, accountId: number): Promise<OwnSecondFactors> {
  const totp = await db
    .selectFrom('totp_secrets')
    .select('confirmed_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return {
    totp: totp?.confirmed_at ? { since: totp.confirmed_at } : null,
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      ...{ id, name, createdAt: created_at, lastUsedAt: last_used_at },
    })),
    recoveryCodes: { left: await countRecoveryCodes(db, accountId) },
  }
}

/** Makes the secret of a new authenticator app; the one that the account has goes on until the first code of the new one. */
export async function beginTotp(
  services: Pick<Services, 'sealer' | 'clock' | 'config'>,
  by: Account,
): Promise<NewTotp> {
  const { newTotpSecret, describeTotp } = await import('./totp.ts')
  const secret = newTotpSecret()
  const ticket = await issueTicket(services, NEW_TOTP, { accountId: by.id, secret })
  return { ticket, ...describeTotp({ issuer: services.config.company.name, label: by.username }, secret) }
}

/**
 * Sets the authenticator app of the own account by its first code, and ends its other sessions.
 * @returns recovery codes, where the account had none
 * @throws {RequestError} `code_wrong`; `unauthorized` for a session that ended meanwhile; `invalid_request` for a ticket that is over
 */
export async function setTotp(
  services: FactorServices & Pick<Services, 'sealer' | 'clock'>,
  owner: Owner,
  { ticket: sent, code }: ConfirmTotp,
): Promise<MadeRecoveryCodes> {
  const { by, now } = owner
  const ticket = await openTicket(services, NEW_TOTP, sent)
  if (ticket?.content.accountId !== by.id) throw setupOver()
  const { secret } = ticket.content
  const { stepOfCode } = await import('./totp.ts')
  const step = await stepOfCode(secret, code, now)
  if (step === undefined) throw wrongCode('code')
  const at = now.toISOString()
  const app = { sealed_secret: await sealTotpSecret(services, by.id, secret), last_step: step, confirmed_at: at }
  return changeOwnFactors(services, owner, async (trx) => {
    if (!(await spendTicket(trx, ticket, now))) throw setupOver()
    await trx
      .insertInto('totp_secrets')
      .values({ account_id: by.id, ...app, created_at: at })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ ...app, created_at: at }))
      .execute()
    await recordAndMail(trx, services, owner, 'totp_added')
    return makeFirstCodes(trx, owner)
  })
}

/** Gives an account with a new factor recovery codes, where it has none. */
export async function makeFirstCodes(trx: Transaction<Tables>, owner: Owner): Promise<MadeRecoveryCodes> {
  const hasCodes = (await countRecoveryCodes(trx, owner.by.id)) > 0
  if (hasCodes) return { recoveryCodes: null }
  // The person has been told of the factor.
  const { by, now } = owner
  await recordAction(trx, { by, now, id: by.id, subject: 'account', event: { action: 'recovery_codes_made' } })
  return { recoveryCodes: await replaceRecoveryCodes(trx, by.id) }
}

/**
 * Removes the authenticator app of the own account, and ends its other sessions. The last factor takes the recovery codes with it.
 * @throws {RequestError} `not_found` where there is none; `last_factor` while everybody needs one; `unauthorized` for a session that ended meanwhile
 */
export async function removeTotp(services: FactorServices, owner: Owner): Promise<void> {
  const { by } = owner
  await changeOwnFactors(services, owner, async (trx) => {
    const removed = await trx.deleteFrom('totp_secrets').where('account_id', '=', by.id).executeTakeFirst()
    if (removed.numDeletedRows === 0n) throw notFound('Your account has no authenticator app.')
    await recordAndMail(trx, services, owner, 'totp_removed')
    await afterFactorRemoved(trx, by.id)
  })
}

/**
 * Gives the own account new recovery codes; those of before end.
 * @throws {RequestError} `not_found` where the account has no factor that a code could stand in for; `unauthorized` for a session that
 * ended meanwhile
 */
export function renewRecoveryCodes(services: FactorServices, owner: Owner): Promise<MadeRecoveryCodes> {
  return changeOwnFactors(services, owner, async (trx) => {
    if ((await listSecondFactors(trx, owner.by.id)).length === 0)
      throw notFound('Add an authenticator app or a passkey first: a recovery code stands in for one.')
    await recordAndMail(trx, services, owner, 'recovery_codes_made')
    return { recoveryCodes: await replaceRecoveryCodes(trx, owner.by.id) }
  })
}

/** Changes the own factors in one transaction, which ends the other sessions of the account. */
export async function changeOwnFactors<Result>(
  { db, outbox }: Pick<Services, 'db' | 'outbox'>,
  { by, token }: Owner,
  change: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  const result = await db.transaction().execute(async (trx) => {
    await lockRow(trx, 'accounts', by.id)
    if (!(await deleteOtherSessions(trx, by.id, token))) throw unauthorized()
    return change(trx)
  })
  outbox.wake()
  return result
}

function setupOver(): RequestError {
  return new RequestError('invalid_request', 'Setting up the app took too long. Please begin again.')
}
