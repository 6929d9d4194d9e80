import type { Kysely } from 'kysely'
import * as z from 'zod'
import { PASSKEYS } from '../../../contract/accounts/passkey-limits.ts'
import type { AddedPasskey, AddPasskey, NewPasskeyOptions } from '../../../contract/accounts/passkeys.ts'
import { lockRow } from '../../platform/database/row-locks.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { notFound, RequestError } from '../../platform/http/request-error.ts'
import type { Account } from '../accounts/account-queries.ts'
import { issueTicket, openTicket, spendTicket, type TicketKind } from '../accounts/one-time-tickets.ts'
import { requireAnotherWayIn } from '../accounts/only-way-in.ts'
import { afterFactorRemoved } from '../accounts/second-factor-rule.ts'
import { recordAndMail } from '../accounts/security-mails/security-mails.ts'
import { type Action, recordAction } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { changeOwnFactors, type FactorServices, makeFirstCodes, type Owner } from '../second-factors/change-factors.ts'
import { CEREMONY_MS, newPasskeyOptions } from './ceremony-options.ts'
import { listUsablePasskeys } from './passkey-queries.ts'
import { relyingPartyOf } from './relying-party.ts'

/** Proves which challenge was set to whom. */
const NEW_PASSKEY: TicketKind<{ accountId: number; challenge: string }> = {
  use: 'new-passkey',
  content: z.object({ accountId: z.number(), challenge: z.string() }),
  lifeMs: CEREMONY_MS,
}

/** What the browser of a person needs to make a passkey. Nothing is stored. */
export async function offerNewPasskey(
  services: Pick<Services, 'config' | 'db' | 'clock' | 'hash' | 'sealer'>,
  { id, username, displayName }: Account,
): Promise<NewPasskeyOptions> {
  const party = relyingPartyOf(services)
  const handle = await userHandleOf(services, id)
  const user = { id: handle, name: username, displayName: displayName ?? username }
  const existing = await listUsablePasskeys(services.db, id, party.rpId)
  const options = newPasskeyOptions(party, { user, existing })
  const ticket = await issueTicket(services, NEW_PASSKEY, { accountId: id, challenge: options.challenge })
  return { ticket, options }
}

/** How devices know an account: always the same, and it says nothing about the person. */
export async function userHandleOf({ db, hash }: Pick<Services, 'db' | 'hash'>, accountId: number): Promise<string> {
  return Buffer.from(await hash(db, 'passkey-user', String(accountId)), 'hex').toString('base64url')
}

/**
 * Stores a passkey that a browser has made for a person, and ends the other sessions of the account.
 * @returns its number, and recovery codes where the account had none
 * @throws {RequestError} `passkey_refused`; `passkey_known`; `too_many_passkeys`; `unauthorized` for a session that ended meanwhile
 */
export async function addPasskey(
  services: FactorServices & Pick<Services, 'clock' | 'sealer'>,
  owner: Owner,
  { ticket, name, response }: AddPasskey,
): Promise<AddedPasskey> {
  const { by, now } = owner
  const party = relyingPartyOf(services)
  const opened = await openTicket(services, NEW_PASSKEY, ticket)
  if (opened?.content.accountId !== by.id) throw tookTooLong()
  const { verifyNewPasskey } = await import('./verify-ceremonies.ts')
  const made = await verifyNewPasskey(party, { challenge: opened.content.challenge, response })
  if (!made) throw new RequestError('passkey_refused', 'This passkey cannot be used here. Please try another device.')
  return changeOwnFactors(services, owner, async (trx) => {
    if (!(await spendTicket(trx, opened, now))) throw tookTooLong()
    const had = await trx.selectFrom('passkeys').select('id').where('account_id', '=', by.id).execute()
    if (had.length >= PASSKEYS.most) throw tooManyPasskeys()
    const stored = await trx
      .insertInto('passkeys')
      .values({
        account_id: by.id,
        credential_id: made.id,
        public_key: Buffer.from(made.publicKey).toString('base64url'),
        sign_count: made.signCount,
        transports: JSON.stringify(response.transports),
        rp_id: party.rpId,
        name,
        created_at: now.toISOString(),
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!stored) throw new RequestError('passkey_known', 'This passkey was added already.')
    await recordAndMail(trx, services, owner, 'passkey_added')
    return { id: stored.id, ...(await makeFirstCodes(trx, owner)) }
  })
}

/** Changes what a passkey of the own account is called. @throws {RequestError} `not_found`, also for another account's */
export async function renamePasskey(db: Kysely<Tables>, { by, id, now }: Action, name: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockRow(trx, 'accounts', by.id)
    const renamed = trx.updateTable('passkeys').set({ name }).where('id', '=', id).where('account_id', '=', by.id)
    if ((await renamed.executeTakeFirst()).numUpdatedRows === 0n) throw noSuchPasskey()
    await recordAction(trx, { by, now, id: by.id, subject: 'account', event: { action: 'passkey_renamed' } })
  })
}

/**
 * Removes a passkey of the own account, and ends its other sessions. The last factor takes the recovery codes with it.
 * @throws {RequestError} `not_found`, also for another account's; `last_factor` while everybody needs one; `last_way_in` where the person could not sign
 * in any more; `unauthorized` for a session that ended meanwhile
 */
export async function removePasskey(
  services: FactorServices & Pick<Services, 'onlyCompanyAccounts'>,
  owner: Owner,
  id: number,
): Promise<void> {
  const { by } = owner
  const { config } = services
  const isOnly = await services.onlyCompanyAccounts()
  await changeOwnFactors(services, owner, async (trx) => {
    const removed = await trx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('account_id', '=', by.id)
      .returning('rp_id')
      .executeTakeFirst()
    if (!removed) throw noSuchPasskey()
    if (removed.rp_id === relyingPartyOf({ config }).rpId) await requireAnotherWayIn(trx, by.id, { config, isOnly })
    await afterFactorRemoved(trx, by.id)
    await recordAndMail(trx, services, owner, 'passkey_removed')
  })
}

function noSuchPasskey(): RequestError {
  return notFound('This passkey was removed already.')
}

function tookTooLong(): RequestError {
  return new RequestError('passkey_refused', 'Adding the passkey took too long. Please try again.')
}

function tooManyPasskeys(): RequestError {
  return new RequestError('too_many_passkeys', `You have ${PASSKEYS.most} passkeys. Remove one first.`)
}
