import { hashSecret, newSecret } from '../../server/features/accounts/session-queries.ts'
import type { Db } from '../../server/platform/database/tables.ts'

/**
 * Stores a question of the first account to a colleague about an application, with a device that has opened its link.
 * @returns the token of the link, and the secret of the device
 */
export async function insertColleague(db: Db, application_id: number): Promise<{ token: string; device: string }> {
  const [token, device] = [newSecret(), newSecret()]
  // Long ago: those of a day are counted.
  const created_at = '2020-01-01T00:00:00.000Z'
  const question = {
    ...{ application_id, email: 'lena@example.com', question: 'Would you talk to them?', created_at },
    ...{ asked_by: 'admin', asked_by_id: 1, token_hash: hashSecret(token), expires_at: '2099-01-01T00:00:00.000Z' },
  }
  const { id } = await db.insertInto('colleague_questions').values(question).returning('id').executeTakeFirstOrThrow()
  const opened = { device_hash: hashSecret(device), question_id: id, created_at }
  await db.insertInto('colleague_devices').values(opened).execute()
  return { token, device }
}
