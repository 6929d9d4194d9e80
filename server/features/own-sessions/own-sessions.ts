import type { Kysely } from 'kysely'
import type { OwnSessions } from '../../../contract/accounts/session-list.ts'
import { lockRow } from '../../platform/database/row-locks.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { notFound } from '../../platform/http/request-error.ts'
import { nameDevice } from '../accounts/devices/session-device.ts'
import { deleteOtherSessions, hashSecret, liveSessions } from '../accounts/session-queries.ts'
import { type Action, recordAction } from '../audit/audit-queries.ts'

/**
 * The live sessions of an account, that of the newest use first.
 * @param caller.token the secret of the session that asks
 */
export async function listOwnSessions(
  db: Db,
  { accountId, token, now }: { accountId: number; token: string; now: Date },
): Promise<OwnSessions> {
  const rows = await liveSessions(db, now)
    .select(['sessions.id', 'token_hash', 'user_agent', 'address', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .orderBy('last_used_at', 'desc')
    .orderBy('sessions.id', 'desc')
    .execute()
  const own = hashSecret(token)
  const sessions = rows.map((row) => ({
    id: row.id,
    device: nameDevice(row.user_agent),
    address: row.address,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    isThis: row.token_hash === own,
  }))
  return { sessions }
}

/** Ends a session of the own account. @throws {RequestError} `not_found`, also for another account's */
export async function endOwnSession(db: Kysely<Tables>, { by, id, now }: Action): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockRow(trx, 'accounts', by.id)
    const ended = trx.deleteFrom('sessions').where('id', '=', id).where('account_id', '=', by.id)
    if ((await ended.executeTakeFirst()).numDeletedRows === 0n) throw notFound('This session has ended already.')
    await recordAction(trx, { by, now, id: by.id, subject: 'account', event: { action: 'session_ended' } })
  })
}

/** Ends every session of the own account but that of the token. */
export async function endOtherSessions(
  db: Kysely<Tables>,
  { by, token, now }: Pick<Action, 'by' | 'now'> & { token: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockRow(trx, 'accounts', by.id)
    await deleteOtherSessions(trx, by.id, token)
    await recordAction(trx, { by, now, id: by.id, subject: 'account', event: { action: 'other_sessions_ended' } })
  })
}
