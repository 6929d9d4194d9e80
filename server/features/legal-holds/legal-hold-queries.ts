import type { Selectable } from 'kysely'
import type { LegalHold, LegalHolds } from '../../../contract/personal-data/legal-holds.ts'
import { LEGAL_HOLD } from '../../../contract/personal-data/personal-data-limits.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'

/** A stored legal hold. */
export type LegalHoldRow = Selectable<Tables['legal_holds']>

/**
 * The legal holds of people. A hold counts until its row is deleted, which is within an hour after its last day. Rows are removed with the
 * applications locked, as setting a hold locks them too: once it is set, no row of the person goes.
 * @param emailKeys of their applications
 */
export async function findHolds(db: Db, emailKeys: readonly string[]): Promise<Map<string, LegalHold>> {
  if (emailKeys.length === 0) return new Map()
  const rows = await db.selectFrom('legal_holds').selectAll().where('email_key', 'in', emailKeys).execute()
  return new Map(rows.map((row) => [row.email_key, presentHold(row)]))
}

/** All legal holds, those that end first before the others, each with the newest application of its person. */
export async function listHolds(db: Db): Promise<LegalHolds['holds']> {
  const rows = await db.selectFrom('legal_holds').selectAll().orderBy('ends_on').orderBy('id').execute()
  const newest = await findNewest(
    db,
    rows.map(({ email_key }) => email_key),
  )
  return rows.map((row) => {
    const { id = null, name = null } = newest.get(row.email_key) ?? {}
    return { ...presentHold(row), applicationId: id, name }
  })
}

async function findNewest(db: Db, emailKeys: string[]): Promise<Map<string, { id: number; name: string }>> {
  if (emailKeys.length === 0) return new Map()
  const rows = await db
    .selectFrom('applications')
    .select(['id', 'name', 'email_key'])
    .where('email_key', 'in', emailKeys)
    .orderBy('id')
    .execute()
  return new Map(rows.map((row) => [row.email_key, row]))
}

/** Holds that are over on a day, some at a time. */
export function listEndedHolds(db: Db, today: string): Promise<LegalHoldRow[]> {
  return db
    .selectFrom('legal_holds')
    .selectAll()
    .where('ends_on', '<', today)
    .orderBy('id')
    .limit(LEGAL_HOLD.most)
    .execute()
}

function presentHold({ reason, ends_on, set_by, set_at }: LegalHoldRow): LegalHold {
  return { reason, endsOn: ends_on, by: set_by, at: set_at }
}
