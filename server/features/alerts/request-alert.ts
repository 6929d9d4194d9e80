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
/** Confirmations that one mailbox gets in a day: a stranger can enter any address. */
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
 * Stores an unconfirmed job alert with its confirmation mail. An address that was refused, or whose mailbox has had too many
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

/** Lets transactions about one mailbox take turns. */
export function lockAddress(trx: Transaction<Tables>, email: string): Promise<void> {
  return acquireLock(trx, `job alerts of ${mailboxOf(email).join('@')}`)
}

/**
 * The mailbox of an address, as the part before its tag and the domain: mail to `ana+jobs@example.com` arrives where mail
 * to `ana@example.com` does (RFC 5233), and a stranger could make up any number of tags.
 */
function mailboxOf(email: string): [local: string, domain: string] {
  const at = email.lastIndexOf('@')
  const plus = email.indexOf('+', 1)
  return [email.slice(0, plus > 0 && plus < at ? plus : at), email.slice(at + 1)]
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

/** With those to other addresses of the mailbox. */
async function countConfirmations(db: Db, email: string, now: Date): Promise<number> {
  const [local, domain] = mailboxOf(email)
  const { count } = await db
    .selectFrom('job_alert_mails')
    .innerJoin('job_alerts', 'job_alerts.id', 'job_alert_mails.alert_id')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where(({ eb, or, and }) =>
      // A comma follows the plus sign, so that the index of addresses is read.
      or([
        eb('email', '=', `${local}@${domain}`),
        and([eb('email', '>', `${local}+`), eb('email', '<', `${local},`), eb('email', 'like', `%@${domain}`)]),
      ]),
    )
    .where('kind', '=', 'confirmation')
    .where('job_alert_mails.created_at', '>', new Date(now.getTime() - DAY_MS).toISOString())
    .executeTakeFirstOrThrow()
  return Number(count)
}
