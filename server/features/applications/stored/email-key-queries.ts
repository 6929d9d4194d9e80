import type { Transaction } from 'kysely'
import { lockInOrder } from '../../../platform/database/row-locks.ts'
import type { Db, Tables } from '../../../platform/database/tables.ts'
import { applicationGone } from './application-queries.ts'

/**
 * Applications of one person are those with the same email address, in any case of letters: their column `email_key`, which
 * `emailKeyOf` makes.
 */

/** The key of the person of an application. @throws {RequestError} `not_found` where the application is not stored */
export async function requireEmailKey(db: Db, applicationId: number): Promise<string> {
  const key = await findEmailKey(db, applicationId)
  if (key === undefined) throw applicationGone()
  return key
}

/** The same; undefined where the application is not stored. */
export async function findEmailKey(db: Db, applicationId: number): Promise<string | undefined> {
  const person = db.selectFrom('applications').select('email_key').where('id', '=', applicationId)
  return (await person.executeTakeFirst())?.email_key
}

/** The ids of all applications of some people, in their order. */
export async function listIdsOfPeople(db: Db, emailKeys: readonly string[]): Promise<number[]> {
  if (emailKeys.length === 0) return []
  const rows = db.selectFrom('applications').select('id').where('email_key', 'in', emailKeys).orderBy('id')
  return (await rows.execute()).map(({ id }) => id)
}

/** Locks all applications of some people. @returns their ids, in their order; some may have been removed meanwhile */
export async function lockPeople(trx: Transaction<Tables>, emailKeys: readonly string[]): Promise<number[]> {
  const ids = await listIdsOfPeople(trx, emailKeys)
  await lockInOrder(trx, 'applications', ids)
  return ids
}

/** Which of some applications belong to people who are held for a legal matter, with the last day of the hold. */
export async function findHeld(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const held = db
    .selectFrom('applications')
    .innerJoin('legal_holds', 'legal_holds.email_key', 'applications.email_key')
    .select(['applications.id', 'legal_holds.ends_on'])
    .where('applications.id', 'in', ids)
  return new Map((await held.execute()).map(({ id, ends_on }) => [id, ends_on]))
}
