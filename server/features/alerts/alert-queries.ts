import { type SqlBool, sql, type Transaction } from 'kysely'
import type { JobAlert, JobAlertList, JobAlertListQuery } from '../../../contract/jobs/search/job-alert.ts'
import { ALERT_MAIL_KINDS, type AlertMailKind, type AlertMailState } from '../../../contract/messages/mail-terms.ts'
import { ALERTS_PAGE_SIZE } from '../../../contract/wire/limits.ts'
import type { Db, JobAlertRow, Tables } from '../../platform/database/tables.ts'
import { newMessageId, queueMails } from '../../platform/mail/mail-queue.ts'
import { PRIORITY } from '../../platform/outbox/task-kinds.ts'
import { recordErasures } from '../erasure-ledger/record-erasures.ts'
import { facetsOf } from './openings/fits-alert.ts'

/**
 * Queues a mail, unless the job alert has one of this kind and day already. It gives way to all other mail.
 * @param mail.share of the customer prefix that asked for it
 */
export async function queueAlertMail(
  trx: Transaction<Tables>,
  { alertId, kind, day, share = null }: { alertId: number; kind: AlertMailKind; day: string; share?: string | null },
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<void> {
  const cause = { kind, reason: `${kind}:${alertId}:${day}`, alert_id: alertId, day }
  const mail = { ...cause, state: 'waiting' as const, message_id: newMessageId(publicUrl) }
  await queueMails(trx, [mail], { now, place: { priority: PRIORITY.last, share } })
}

/** The mails about job alerts. */
export function selectAlertMails(db: Db) {
  return db.selectFrom('mails').where('kind', 'in', ALERT_MAIL_KINDS)
}

/** Every row of an address, confirmed or not. */
export function listByAddress(db: Db, email: string): Promise<JobAlertRow[]> {
  return db.selectFrom('job_alerts').selectAll().where('email', '=', email).orderBy('id').execute()
}

/** The address of a job alert; undefined when there is no such job alert. */
export async function findAddress(db: Db, id: number): Promise<string | undefined> {
  return (await db.selectFrom('job_alerts').select('email').where('id', '=', id).executeTakeFirst())?.email
}

/** Deletes all that is stored about an address, with its mails and links. No restored backup brings it back. */
export async function deleteAddress(trx: Transaction<Tables>, email: string, now: Date): Promise<void> {
  const ended = await trx.deleteFrom('job_alerts').where('email', '=', email).returning(['id', 'created_at']).execute()
  await recordErasures(trx, { kind: 'job_alert_ended', now }, ended)
}

/** Deletes job alerts, at least one, in the same way. */
export async function deleteAlerts(trx: Transaction<Tables>, ids: readonly number[], now: Date): Promise<void> {
  const ended = await trx.deleteFrom('job_alerts').where('id', 'in', ids).returning(['id', 'created_at']).execute()
  await recordErasures(trx, { kind: 'job_alert_ended', now }, ended)
}

/** One page of the job alerts, newest first, each with its latest mail. */
export async function listAlerts(db: Db, { address, before }: JobAlertListQuery): Promise<JobAlertList> {
  const rows = await db
    .selectFrom('job_alerts')
    .selectAll()
    .$if(Boolean(address), (all) => all.where(containing(address?.toLowerCase() ?? '')))
    .$if(before !== undefined, (all) => all.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(ALERTS_PAGE_SIZE + 1)
    .execute()
  const page = rows.slice(0, ALERTS_PAGE_SIZE)
  const mails = await listLatestMails(
    db,
    page.map(({ id }) => id),
  )
  return {
    alerts: page.map((row) => presentAlert(row, mails.get(row.id))),
    more: rows.length > ALERTS_PAGE_SIZE,
    counts: await countAlerts(db),
  }
}

/** Without a pattern: an address may have `_` and `%`, which LIKE would read as wildcards. */
function containing(part: string) {
  return sql<SqlBool>`replace(email, ${part}, '') <> email`
}

async function listLatestMails(db: Db, alertIds: readonly number[]) {
  if (alertIds.length === 0) return new Map<number | null, never>()
  const latest = db.selectFrom('mails').select(({ fn }) => fn.max('id').as('id'))
  const rows = await db
    .selectFrom('mails')
    .select(['alert_id', 'kind', 'state', 'created_at as createdAt', 'response'])
    .$narrowType<{ kind: AlertMailKind; state: AlertMailState }>()
    .where('id', 'in', latest.where('alert_id', 'in', alertIds).groupBy('alert_id'))
    .execute()
  return new Map(rows.map(({ alert_id, ...mail }) => [alert_id, mail]))
}

async function countAlerts(db: Db): Promise<JobAlertList['counts']> {
  const count = (state: JobAlert['state']) =>
    sql<number>`coalesce(sum(case when ${STATE_CONDITIONS[state]} then 1 else 0 end), 0)`
  const counts = await db
    .selectFrom('job_alerts')
    .select([count('active').as('active'), count('unconfirmed').as('unconfirmed'), count('stopped').as('stopped')])
    .executeTakeFirstOrThrow()
  return { active: Number(counts.active), unconfirmed: Number(counts.unconfirmed), stopped: Number(counts.stopped) }
}

const STATE_CONDITIONS = {
  active: sql`stopped_at is null and confirmed_at is not null`,
  unconfirmed: sql`stopped_at is null and confirmed_at is null`,
  stopped: sql`stopped_at is not null`,
}

function stateOf({ stopped_at, confirmed_at }: JobAlertRow): JobAlert['state'] {
  if (stopped_at !== null) return 'stopped'
  return confirmed_at === null ? 'unconfirmed' : 'active'
}

function presentAlert(row: JobAlertRow, lastMail: JobAlert['lastMail'] = null): JobAlert {
  return {
    id: row.id,
    email: row.email,
    ...facetsOf(row),
    state: stateOf(row),
    createdAt: row.created_at,
    endsAt: row.ends_at,
    lastMail,
  }
}
