import type { Kysely, Transaction } from 'kysely'
import type { JobAlertFacets } from '../../../contract/job-alert.ts'
import { ALERT_LIFE } from '../../../contract/limits.ts'
import type { Clock } from '../../platform/clock.ts'
import { acquireLock } from '../../platform/database/row-locks.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { handleTask } from '../../platform/outbox/task-kinds.ts'
import { facetColumns, listByAddress, queueAlertMail } from './alert-queries.ts'
import { requestAlertTask } from './alert-tasks.ts'

const DAY_MS = 24 * 60 * 60_000
/** Confirmations that one address gets in a day: a stranger can enter any address. */
const CONFIRMATIONS_PER_DAY = 3

/** What a visitor asks for. */
type AlertRequest = { requestId: string; email: string; facets: JobAlertFacets }

/** What requests for job alerts need. */
export type AlertRequesting = { db: Kysely<Tables>; clock: Clock; publicUrl: string }

/** The handler of the requests for job alerts, by its kind. */
export function createRequestTasks(parts: AlertRequesting) {
  return { [requestAlertTask.kind]: handleTask(requestAlertTask, (request) => requestConfirmation(parts, request)) }
}

/**
 * Stores an unconfirmed job alert with its confirmation mail. An address that was refused, or that has had too many
 * confirmations today, gets nothing, and nothing is stored.
 */
function requestConfirmation({ db, clock, publicUrl }: AlertRequesting, request: AlertRequest): Promise<void> {
  const { email, requestId } = request
  const now = clock()
  return db.transaction().execute(async (trx) => {
    await lockAddress(trx, email)
    const rows = await listByAddress(trx, email)
    // The task runs again when its process has died after the commit.
    if (rows.some(({ stopped_at, request_id }) => stopped_at !== null || request_id === requestId)) return
    if ((await countConfirmations(trx, email, now)) >= CONFIRMATIONS_PER_DAY) return
    const alertId = await insertUnconfirmed(trx, request, now)
    const day = now.toISOString().slice(0, 10)
    await queueAlertMail(trx, { alertId, kind: 'confirmation', day }, { publicUrl, now })
  })
}

/** Lets transactions about one address take turns. */
export function lockAddress(trx: Transaction<Tables>, email: string): Promise<void> {
  return acquireLock(trx, `job alerts of ${email}`)
}

async function insertUnconfirmed(
  trx: Transaction<Tables>,
  { requestId, email, facets }: AlertRequest,
  now: Date,
): Promise<number> {
  const { id } = await trx
    .insertInto('job_alerts')
    .values({
      email,
      request_id: requestId,
      ...facetColumns(facets),
      created_at: now.toISOString(),
      confirmed_at: null,
      ends_at: new Date(now.getTime() + ALERT_LIFE.unconfirmedDays * DAY_MS).toISOString(),
      seen_until: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function countConfirmations(db: Db, email: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('job_alert_mails')
    .innerJoin('job_alerts', 'job_alerts.id', 'job_alert_mails.alert_id')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('email', '=', email)
    .where('kind', '=', 'confirmation')
    .where('job_alert_mails.created_at', '>', new Date(now.getTime() - DAY_MS).toISOString())
    .executeTakeFirstOrThrow()
  return Number(count)
}
