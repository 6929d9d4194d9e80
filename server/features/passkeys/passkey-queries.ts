import type { Selectable, Transaction } from 'kysely'
import type { OwnPasskey } from '../../../contract/accounts/passkeys.ts'
import { countRows } from '../../platform/database/count-rows.ts'
import type { AccountRow, Db, Tables } from '../../platform/database/tables.ts'
import type { KnownCredential } from './ceremony-options.ts'
import type { Credential } from './verify-ceremonies.ts'

type PasskeyRow = Selectable<Tables['passkeys']>

/** The passkey of someone who may sign in. */
export type OwnedPasskey = { id: number; account: AccountRow; credential: Credential }

/** The passkeys of an account, the oldest first. */
export async function listPasskeys(db: Db, accountId: number): Promise<PasskeyRow[]> {
  return db.selectFrom('passkeys').selectAll().where('account_id', '=', accountId).orderBy('id').execute()
}

/** A passkey as its owner sees it. */
export function presentPasskey(row: PasskeyRow, rpId: string): OwnPasskey {
  const { id, name, created_at, last_used_at, rp_id } = row
  return { id, name, createdAt: created_at, lastUsedAt: last_used_at, worksHere: rp_id === rpId }
}

/** Those passkeys of an account that its owner can use on this host. */
export async function listUsablePasskeys(db: Db, accountId: number, rpId: string): Promise<KnownCredential[]> {
  const rows = await listPasskeys(db, accountId)
  return rows
    .filter(({ rp_id }) => rp_id === rpId)
    .map(({ credential_id, transports }) => ({ id: credential_id, transports: JSON.parse(transports) as string[] }))
}

/** The passkey with an id of its browser, of someone who may sign in. One statement, whether or not there is one. */
export async function findPasskey(
  db: Db,
  credentialId: string,
  owner: { accountId: number } | undefined,
): Promise<OwnedPasskey | undefined> {
  const row = await db
    .selectFrom('passkeys')
    .innerJoin('accounts', 'accounts.id', 'passkeys.account_id')
    .selectAll('accounts')
    .select(['passkeys.id as passkey_id', 'public_key', 'sign_count'])
    .where('credential_id', '=', credentialId)
    .where('deactivated_at', 'is', null)
    .$if(owner !== undefined, (rows) => rows.where('account_id', '=', owner?.accountId ?? 0))
    .executeTakeFirst()
  if (!row) return undefined
  const { passkey_id, public_key, sign_count, ...account } = row
  const publicKey = Uint8Array.from(Buffer.from(public_key, 'base64url'))
  return { id: passkey_id, account, credential: { id: credentialId, publicKey, signCount: sign_count } }
}

/** Stores that a passkey was used. @returns false when it is gone, or was used by another sign-in since it was read */
export async function countUse(
  trx: Transaction<Tables>,
  { id, credential }: OwnedPasskey,
  { signCount, now }: { signCount: number; now: Date },
): Promise<boolean> {
  const used = await trx
    .updateTable('passkeys')
    .set({ sign_count: signCount, last_used_at: now.toISOString() })
    .where('id', '=', id)
    .where('sign_count', '=', credential.signCount)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/** How many passkeys no browser offers on this host, because they were made for another one. */
export function countPasskeysOfOtherHosts(db: Db, rpId: string): Promise<number> {
  return countRows(db.selectFrom('passkeys').where('rp_id', '!=', rpId))
}
