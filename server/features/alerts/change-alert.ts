import type { Kysely, Transaction } from 'kysely'
import { ALERT_LIFE } from '../../../contract/wire/limits.ts'
import type { JobAlertRow, Tables } from '../../platform/database/tables.ts'
import { type Action, recordAction } from '../audit/audit-queries.ts'
import { findLinkedAlert } from './alert-links.ts'
import { deleteAddress, findAddress, listByAddress } from './alert-queries.ts'
import { facetColumns, facetsOf } from './openings/fits-alert.ts'
import { lockAddress } from './request-alert.ts'

/** Who changes a job alert: the holder of the token of one of its links. */
export type LinkedAlertChange = { db: Kysely<Tables>; token: unknown; now: Date }

/**
 * Confirms the job alert of a link, or renews it: it lasts twelve months from now. A confirmed one replaces the one that
 * the address had. The holder of a mailed link has a mailbox that takes mail: the address counts as refused no longer.
 * @returns false when the link is not valid
 */
export function confirmAlert(change: LinkedAlertChange): Promise<boolean> {
  const { now } = change
  return withLinked(change, async (trx, alert) => {
    const confirmed = (await listByAddress(trx, alert.email)).find(({ confirmed_at }) => confirmed_at !== null)
    await trx.updateTable('job_alerts').set({ stopped_at: null }).where('email', '=', alert.email).execute()
    const times = { confirmed_at: now.toISOString(), ends_at: monthsLater(now, ALERT_LIFE.months).toISOString() }
    if (confirmed && confirmed.id !== alert.id) {
      // The row that stays keeps what was sent to the address, so that it still gets one mail a day.
      await trx
        .updateTable('job_alerts')
        .set({ ...facetColumns(facetsOf(alert)), ...times })
        .where('id', '=', confirmed.id)
        .execute()
      await trx
        .updateTable('job_alert_links')
        .set({ alert_id: confirmed.id })
        .where('alert_id', '=', alert.id)
        .execute()
      await trx.deleteFrom('job_alerts').where('id', '=', alert.id).execute()
      return
    }
    const begins = alert.confirmed_at === null && { seen_until: now.toISOString() }
    await trx
      .updateTable('job_alerts')
      .set({ ...times, ...begins })
      .where('id', '=', alert.id)
      .execute()
  })
}

/** Ends the job alerts of the address that a link belongs to, and deletes the address. A wrong link changes nothing. */
export function endAlert(change: LinkedAlertChange): Promise<boolean> {
  return withLinked(change, (trx, { email }) => deleteAddress(trx, email, change.now))
}

/**
 * Deletes all that is stored about the address of a job alert, and records that without the address. Does nothing when
 * there is no such job alert, so that a repeated request succeeds.
 */
export function deleteAlert(db: Kysely<Tables>, { by, id, now }: Action): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const email = await findAddress(trx, id)
    if (email === undefined) return
    await deleteAddress(trx, email, now)
    await recordAction(trx, { by, now, id: by.id, subject: 'account', event: { action: 'job_alert_deleted' } })
  })
}

function withLinked(
  { db, token, now }: LinkedAlertChange,
  make: (trx: Transaction<Tables>, alert: JobAlertRow) => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const linked = await findLinkedAlert(trx, token, now)
    if (!linked) return false
    await lockAddress(trx, linked.email)
    // Ended or replaced while this transaction waited for its turn.
    const alert = await findLinkedAlert(trx, token, now)
    if (!alert) return false
    await make(trx, alert)
    return true
  })
}

function monthsLater(now: Date, months: number): Date {
  const later = new Date(now)
  later.setUTCMonth(later.getUTCMonth() + months)
  return later
}
