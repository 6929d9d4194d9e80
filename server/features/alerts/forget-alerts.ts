import type { Kysely } from 'kysely'
import { ALERT_LIFE } from '../../../contract/wire/limits.ts'
import { skipLocked } from '../../platform/database/row-locks.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { deleteAlerts, selectAlertMails } from './alert-queries.ts'

const DAY_MS = 24 * 60 * 60_000
/** Days that the record of a mail is kept. */
const MAIL_DAYS = 30
/** Rows that one step deletes of each kind. */
const BATCH = 500

/**
 * Deletes what has ended: job alerts without confirmation or renewal, addresses that were refused a while ago, and old
 * mails. Reads first: SQLite locks the database even for a deletion of no row.
 */
export async function forgetEnded(db: Kysely<Tables>, now: Date): Promise<void> {
  if ((await selectEnded(db, now).limit(1).execute()).length > 0) {
    await db.transaction().execute(async (trx) => {
      // Skips what another process deletes, or a visitor renews.
      const ended = await selectEnded(trx, now).limit(BATCH).$call(skipLocked(trx)).execute()
      if (ended.length > 0) await deleteAlerts(trx, idsOf(ended), now)
    })
  }
  const old = await selectAlertMails(db)
    .select('id')
    .where('application_id', 'is', null)
    .where('created_at', '<=', daysBefore(now, MAIL_DAYS))
    .limit(BATCH)
    .execute()
  if (old.length > 0) await db.deleteFrom('mails').where('id', 'in', idsOf(old)).execute()
}

function selectEnded(db: Db, now: Date) {
  return db
    .selectFrom('job_alerts')
    .select('id')
    .where(({ eb, or }) =>
      or([eb('ends_at', '<=', now.toISOString()), eb('stopped_at', '<=', daysBefore(now, ALERT_LIFE.refusedDays))]),
    )
    .orderBy('id')
}

function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString()
}

function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id)
}
