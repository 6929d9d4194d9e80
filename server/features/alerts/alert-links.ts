import type { Transaction } from 'kysely'
import { ALERT_PARAMETER, PAGE } from '../../../contract/wire/paths.ts'
import type { Db, JobAlertRow, Tables } from '../../platform/database/tables.ts'
import { hashSecret, isSecret, newSecret } from '../accounts/session-queries.ts'

/** The addresses that a mail about a job alert names. */
export type AlertLinks = { manage: string; unsubscribe: string }

/** Makes the links of one mail, and stores the hash of their token. */
export async function createAlertLinks(
  trx: Transaction<Tables>,
  alertId: number,
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<AlertLinks> {
  const token = newSecret()
  const row = { token_hash: hashSecret(token), alert_id: alertId, created_at: now.toISOString() }
  await trx.insertInto('job_alert_links').values(row).execute()
  return {
    manage: `${publicUrl}${PAGE.jobAlert}?${ALERT_PARAMETER}=${token}`,
    unsubscribe: `${publicUrl}${PAGE.endJobAlert}?${ALERT_PARAMETER}=${token}`,
  }
}

/** The job alert of a link; undefined for a wrong token, and once the alert has ended. */
export async function findLinkedAlert(db: Db, token: unknown, now: Date): Promise<JobAlertRow | undefined> {
  if (!isSecret(token)) return undefined
  return db
    .selectFrom('job_alerts')
    .innerJoin('job_alert_links', 'job_alert_links.alert_id', 'job_alerts.id')
    .selectAll('job_alerts')
    .where('token_hash', '=', hashSecret(token))
    .where('ends_at', '>', now.toISOString())
    .executeTakeFirst()
}
