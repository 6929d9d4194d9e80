import type { Kysely } from 'kysely'
import type { ChangePassword } from '../../contract/account.ts'
import type { Tables } from '../database/tables.ts'
import { RequestError } from '../http/request-error.ts'
import { deleteOtherSessions, findPasswordHash, replacePasswordHash } from './account-queries.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

/**
 * Changes the password of an account and ends every session of it but the caller's, together.
 * @param session the calling account and the hash of its token
 * @throws {RequestError} `password_wrong` when the current password is not right, or no longer
 */
export async function changePassword(
  db: Kysely<Tables>,
  { accountId, tokenHash }: { accountId: number; tokenHash: string },
  { currentPassword, newPassword }: ChangePassword,
): Promise<void> {
  // The slow work comes before the transaction, which would otherwise hold up every other write.
  const before = await findPasswordHash(db, accountId)
  if (before === undefined || !(await verifyPassword(before, currentPassword))) throw passwordWrong()
  const after = await hashPassword(newPassword)
  await db.transaction().execute(async (trx) => {
    if (!(await replacePasswordHash(trx, accountId, { before, after }))) throw passwordWrong()
    await deleteOtherSessions(trx, accountId, tokenHash)
  })
}

function passwordWrong(): RequestError {
  const message = 'The current password is not right. Please check it and try again.'
  return new RequestError('password_wrong', message, { issues: [{ path: 'currentPassword', message }] })
}
