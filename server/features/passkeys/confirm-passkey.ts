import type { Transaction } from 'kysely'
import * as z from 'zod'
import type { PasskeyOptions, PasskeyResponse } from '../../../contract/accounts/passkeys.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import type { Account } from '../accounts/account-queries.ts'
import { forgetAttempts } from '../accounts/attempts/failed-attempts.ts'
import { reportRefused } from '../accounts/attempts/sign-in-events.ts'
import { issueTicket, openTicket, spendTicket, type TicketKind } from '../accounts/one-time-tickets.ts'
import type { Services } from '../feature.ts'
import { CEREMONY_MS, passkeyOptions } from './ceremony-options.ts'
import { countUse, listUsablePasskeys } from './passkey-queries.ts'
import { noUsablePasskey } from './passkey-sign-in.ts'
import { type ProofServices, provePasskey } from './prove-passkey.ts'
import { relyingPartyOf } from './relying-party.ts'

/** Proves which challenge was set to whom, while signed in. */
const CONFIRMATION: TicketKind<{ challenge: string; accountId: number }> = {
  use: 'confirming-passkey',
  content: z.object({ challenge: z.string(), accountId: z.number() }),
  lifeMs: CEREMONY_MS,
}

/** What a browser needs to use a passkey of the signed-in person. @throws {RequestError} `not_found` when none works on this host */
export async function offerPasskeyConfirmation(
  services: Pick<Services, 'config' | 'db' | 'clock' | 'sealer'>,
  { id }: Account,
): Promise<PasskeyOptions> {
  const party = relyingPartyOf(services)
  const usable = await listUsablePasskeys(services.db, id, party.rpId)
  if (usable.length === 0) throw noUsablePasskey()
  const options = passkeyOptions(party, usable)
  const content = { challenge: options.challenge, accountId: id }
  return { ticket: await issueTicket(services, CONFIRMATION, content), options }
}

/**
 * Checks that the signed-in person has used a passkey of the own account just now.
 * @returns what uses the proof up, in the transaction of what it proves, and what is done once that is stored
 * @throws {RequestError} `passkey_refused`; `too_many_requests`
 */
export async function checkConfirmingPasskey(
  services: ProofServices,
  { by, address }: { by: Account; address: string },
  { ticket: sent, response }: { ticket: string; response: PasskeyResponse },
): Promise<{ spend: (trx: Transaction<Tables>, now: Date) => Promise<void>; onStored: () => Promise<void> }> {
  const ticket = await openTicket(services, CONFIRMATION, sent)
  if (ticket?.content.accountId !== by.id) throw refused('Confirming took too long. Please try again.')
  const attempt = { address, username: by.username }
  const { challenge } = ticket.content
  const proof = await provePasskey(services, attempt, { challenge, response, accountId: by.id })
  if (!proof) {
    await reportRefused(services, attempt, 'wrong_passkey')
    throw notYours()
  }
  return {
    spend: async (trx, now) => {
      const isSpent = await spendTicket(trx, ticket, now)
      if (!isSpent || !(await countUse(trx, proof.passkey, { signCount: proof.signCount, now }))) throw notYours()
    },
    onStored: () => forgetAttempts(services, attempt),
  }
}

function notYours(): RequestError {
  return refused('This passkey is not one of yours here. Please use another way.')
}

function refused(message: string): RequestError {
  return new RequestError('passkey_refused', message)
}
