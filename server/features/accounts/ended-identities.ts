import type { Transaction } from 'kysely'
import { withAsciiDomain } from '../../../contract/wire/email-address.ts'
import type { AccountRow, Db, Tables } from '../../platform/database/tables.ts'
import type { Services } from '../feature.ts'

/** Someone at a provider of company accounts, or a mailbox. */
type Identity = { issuer: string; subject: string } | { email: string }

/** To whom an account belonged, and until when. */
type Ending = { accountId: number; identities: readonly Identity[]; now: Date }

/**
 * Remembers to whom an account belonged that does not say so any more, in the transaction that takes it away. An owner may end the access of
 * that account later: its person must not come back by the domain of the address. Stored as keyed hashes, which name nobody.
 */
export async function rememberEnded(
  trx: Transaction<Tables>,
  hash: Services['hash'],
  { accountId, identities, now }: Ending,
): Promise<void> {
  const hashes = await hashesOf(trx, hash, identities)
  if (hashes.length === 0) return
  const rows = hashes.map((identity_hash) => ({ identity_hash, account_id: accountId, ended_at: now.toISOString() }))
  const inserted = trx.insertInto('ended_identities').values(rows)
  await inserted.onConflict((conflict) => conflict.column('identity_hash').doNothing()).execute()
}

/** Whether an account belonged to one of these before. */
export async function hasEnded(db: Db, hash: Services['hash'], identities: readonly Identity[]): Promise<boolean> {
  const ended = db.selectFrom('ended_identities').select('identity_hash')
  const found = ended.where('identity_hash', 'in', await hashesOf(db, hash, identities)).limit(1)
  return (await found.executeTakeFirst()) !== undefined
}

/**
 * Remembers the address that an account is about to lose. One that the person typed is not remembered: it may be that of someone
 * else, who could not join any more.
 */
export async function rememberAddress(
  trx: Transaction<Tables>,
  hash: Services['hash'],
  { id, email, is_email_given }: Pick<AccountRow, 'id' | 'email' | 'is_email_given'>,
  now: Date,
): Promise<void> {
  if (email !== null && is_email_given === 1)
    await rememberEnded(trx, hash, { accountId: id, identities: [{ email }], now })
}

function hashesOf(db: Db, hash: Services['hash'], identities: readonly Identity[]): Promise<string[]> {
  return Promise.all(
    identities.map((identity) =>
      'email' in identity
        ? hash(db, 'ended-address', withAsciiDomain(identity.email).toLowerCase())
        : hash(db, 'ended-identity', identity.issuer, identity.subject),
    ),
  )
}
