import type { Transaction } from 'kysely'
import * as z from 'zod'
import { JOB_TYPES } from '../../../contract/jobs/job-terms.ts'
import type { JobAlertFacets } from '../../../contract/jobs/search/job-alert.ts'
import { ALERT_LIFE } from '../../../contract/wire/limits.ts'
import { acquireLock } from '../../platform/database/row-locks.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { defineTask, handleTask, type TaskHandler } from '../../platform/outbox/task-kinds.ts'
import type { Services } from '../feature.ts'
import { listByAddress, queueAlertMail } from './alert-queries.ts'
import { facetColumns } from './openings/fits-alert.ts'

const DAY_MS = 24 * 60 * 60_000

/** Asks for the confirmation of a job alert. A task, so that the request takes as long whatever the address is. */
export const requestAlertTask = defineTask(
  'request-job-alert',
  z.object({
    requestId: z.string(),
    email: z.string(),
    facets: z.object({
      department: z.string().nullable(),
      jobType: z.enum(JOB_TYPES).nullable(),
      place: z.string().nullable(),
      remote: z.boolean(),
      words: z.string().nullable(),
    }),
  }),
)

/** What a visitor asks for, and the share of the customer prefix. */
type AlertRequest = { requestId: string; email: string; facets: JobAlertFacets; share: string | null }

/** Handles the requests for job alerts. */
export function requestAlertHandler(services: Pick<Services, 'db' | 'clock' | 'config' | 'mailboxes'>): TaskHandler {
  return handleTask(requestAlertTask, (request, { share }) => requestConfirmation(services, { ...request, share }))
}

/**
 * Stores an unconfirmed job alert with its confirmation mail. An address that was refused, or whose mailbox is beyond its
 * limit, gets nothing, and nothing is stored.
 */
function requestConfirmation(
  { db, clock, config, mailboxes }: Pick<Services, 'db' | 'clock' | 'config' | 'mailboxes'>,
  request: AlertRequest,
): Promise<void> {
  const { email, requestId, share } = request
  const now = clock()
  return db.transaction().execute(async (trx) => {
    await lockAddress(trx, email)
    const rows = await listByAddress(trx, email)
    // The task runs again when its process has died after the commit.
    if (rows.some(({ stopped_at, request_id }) => stopped_at !== null || request_id === requestId)) return
    if (!(await mailboxes.take(trx, email, now))) return
    const alertId = await insertUnconfirmed(trx, request, now)
    const day = now.toISOString().slice(0, 10)
    await queueAlertMail(trx, { alertId, kind: 'confirmation', day, share }, { publicUrl: config.publicUrl, now })
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
