import { randomInt } from 'node:crypto'
import type { Transaction } from 'kysely'
import {
  RECOVERY_CODE_ALPHABET,
  RECOVERY_CODE_GROUPS,
  RECOVERY_CODES,
} from '../../../contract/accounts/second-factors.ts'
import { countRows } from '../../platform/database/count-rows.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { hashSecret } from '../accounts/session-queries.ts'

/** How many recovery codes of an account are left. */
export function countRecoveryCodes(db: Db, accountId: number): Promise<number> {
  return countRows(db.selectFrom('recovery_codes').where('account_id', '=', accountId).where('used_at', 'is', null))
}

/** Gives an account new recovery codes; those of before end. @returns the codes, of which only hashes are stored */
export async function replaceRecoveryCodes(trx: Transaction<Tables>, accountId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await trx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  const rows = codes.map((code) => ({
    ...{ account_id: accountId, code_hash: hashSecret(code.replaceAll('-', '')), used_at: null },
  }))
  await trx.insertInto('recovery_codes').values(rows).execute()
  return codes
}

/** Uses a recovery code up. @returns false for a wrong one, and for one that was used */
export async function spendRecoveryCode(
  trx: Transaction<Tables>,
  { accountId, code, now }: { accountId: number; code: string; now: Date },
): Promise<boolean> {
  const used = await trx
    .updateTable('recovery_codes')
    .set({ used_at: now.toISOString() })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hashSecret(code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

function newRecoveryCode(): string {
  const { count, length } = RECOVERY_CODE_GROUPS
  const group = () =>
    Array.from({ length }, () => RECOVERY_CODE_ALPHABET[randomInt(RECOVERY_CODE_ALPHABET.length)]).join('')
  return Array.from({ length: count }, group).join('-')
}
