import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { BringBack, BroughtBack } from '../../../contract/personal-data/retention-rules.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Author } from '../applications/changes/apply-changes.ts'
import { bringBack } from '../applications/changes/set-aside.ts'
import { lockPeople } from '../applications/stored/email-key-queries.ts'
import type { Services } from '../feature.ts'
import { findKeys, findPeople, listKeysSetAside } from './person-queries.ts'

/** People in one transaction. */
const BATCH = 50

/** Brings people back who are set aside. The whole period of their applications is counted again from today. */
export async function bringPeopleBack(
  { db, today }: Pick<Services, 'db' | 'today'>,
  author: Author,
  whom: BringBack,
): Promise<BroughtBack> {
  const back = { people: 0, applications: 0 }
  const named = 'applications' in whom ? await findKeys(db, whom.applications) : []
  for (let after = ''; ; ) {
    const keys =
      'eraseOn' in whom
        ? await listKeysSetAside(db, { after, limit: BATCH, eraseOn: whom.eraseOn })
        : named.splice(0, BATCH)
    if (keys.length === 0) return back
    const counts = await db.transaction().execute((trx) => bringBatchBack(trx, author, keys, today().date))
    back.people += counts.filter(Boolean).length
    back.applications += counts.reduce((sum, count) => sum + count, 0)
    after = keys.at(-1) ?? ''
    await yieldToOthers()
  }
}

/** @returns how many applications of each person came back */
async function bringBatchBack(
  trx: Transaction<Tables>,
  author: Author,
  keys: readonly string[],
  today: string,
): Promise<number[]> {
  await lockPeople(trx, keys)
  const counts: number[] = []
  for (const applications of (await findPeople(trx, keys)).values()) {
    const ids = applications.map(({ id }) => id)
    counts.push((await bringBack(trx, author, ids, today)).length)
  }
  return counts
}
