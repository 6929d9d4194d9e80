import type { Transaction } from 'kysely'
import type { JobEvent } from '../../../contract/applications/history.ts'
import type { JobCreate, JobUpdate } from '../../../contract/jobs/job.ts'
import { JOB_STATUS } from '../../../contract/jobs/job-statuses.ts'
import { isUniqueViolation } from '../../platform/database/constraints.ts'
import { notifyProcesses } from '../../platform/database/notifications.ts'
import { lockRow } from '../../platform/database/row-locks.ts'
import { isOutdated, nextVersion } from '../../platform/database/row-versions.ts'
import type { JobRow, NewJobRow, Tables } from '../../platform/database/tables.ts'
import { changedMeanwhile, idempotencyKeyReused } from '../../platform/http/request-error.ts'
import { type Action, recordAction } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { queueOpening, scheduleAnnouncement } from './announce-jobs.ts'
import { changedFields, presentJob } from './job-fields.ts'
import { deleteJob, findJob, findJobByIdempotencyKey, insertJob, updateJob } from './job-queries.ts'
import { changedColumns, newJobRow, requireConsistent } from './job-rules.ts'
import { JOBS_CHANGED } from './published-jobs.ts'
import { storedPlaceAndPay } from './stored-place-and-pay.ts'

/**
 * Cancels the interviews of the open applications of a posting that have not begun, in the transaction that fills it.
 * @returns the change of applications that an undo names; null without such an interview
 */
type CancelInterviewsOfFilled = (
  trx: Transaction<Tables>,
  jobId: number,
  author: Omit<Action, 'id'>,
) => Promise<number | null>

declare module '../feature.ts' {
  interface Services {
    cancelInterviewsOfFilled: CancelInterviewsOfFilled
    /** Cancels the messages of offered times that a posting has closed, and queues again those that it has opened. */
    keepPostingsOffersInStep(trx: Transaction<Tables>, jobId: number, now: Date): Promise<void>
  }
}

/** What a change of postings reads and makes outdated. */
export type ChangingJobs = Pick<
  Services,
  'db' | 'published' | 'today' | 'config' | 'outbox' | 'keepPostingsOffersInStep'
>

/** Records an event of a posting. Every change records at least one. */
type RecordEvent = (id: number, event: JobEvent) => Promise<void>

/**
 * Stores a posting, and records that it was created or cloned.
 * @param idempotencyKey of the request; a second request with the same key and content returns the first one's posting
 * @throws {RequestError} `idempotency_key_reused` when the key came before with other content; `invalid_request` when it
 * would be published after its closing date
 */
export async function createJob(
  services: ChangingJobs,
  action: Omit<Action, 'id'>,
  { job: content, idempotencyKey }: { job: JobCreate; idempotencyKey: string | null },
): Promise<JobRow> {
  const placeAndPay = storedPlaceAndPay(services.config.company.address).columnsOf(content)
  const row = { ...newJobRow(content, action.now, idempotencyKey), ...placeAndPay }
  try {
    return await commitJobChange(services, action, async (trx, record) => {
      const job = await insertJob(trx, row)
      requireConsistent(undefined, presentJob(job), services.today().date)
      const { cloned_from_id: fromId } = job
      const event: JobEvent = fromId === null ? { action: 'created' } : { action: 'cloned', fromId }
      await record(job.id, event)
      if (services.config.indexNow) await scheduleAnnouncement(trx, { after: job }, action.now)
      await queueOpening(trx, { after: job }, action.now)
      return job
    })
  } catch (error) {
    const earlier =
      idempotencyKey && isUniqueViolation(error) && (await findJobByIdempotencyKey(services.db, idempotencyKey))
    if (!earlier) throw error
    if (earlier.content_hash !== row.content_hash) throw idempotencyKeyReused()
    return earlier
  }
}

/**
 * Changes a posting, and records which fields differ afterwards.
 * @param update.version the version that the admin has read; without it the change applies to any version
 * @param update.interviews what filling does to the interviews of its open applications
 * @returns undefined when there is no such posting
 * @throws {RequestError} `changed_meanwhile` when something would change and another version is stored;
 * `invalid_request` when its pay would be inconsistent, or when it would be published after its closing date
 */
export function changeJob(
  services: ChangingJobs & Pick<Services, 'cancelInterviewsOfFilled'>,
  { id, ...action }: Action,
  { version, interviews, ...changes }: JobUpdate,
): Promise<{ job: JobRow; changeId: number | null } | undefined> {
  return commitJobChange(services, action, async (trx, record) => {
    const before = await lockJob(trx, id)
    if (!before) return undefined
    const next = nextVersion(before, changedColumns(before, changes, action.now))
    if (!next) return { job: before, changeId: null }
    if (isOutdated(before, version)) throw changedMeanwhile(presentJob(before))
    const after = await storeJob({ ...services, trx, record }, before, { next, now: action.now })
    requireConsistent(before, presentJob(after), services.today().date)
    const isEnding = endsInterviews(before, after, interviews)
    return { job: after, changeId: isEnding ? await services.cancelInterviewsOfFilled(trx, id, action) : null }
  })
}

/** What stores a change of a posting in a transaction. */
export type StoringJob = Pick<Services, 'config' | 'keepPostingsOffersInStep'> & {
  trx: Transaction<Tables>
  record: RecordEvent
}

/** What the event of a filling, or of its undo, says beside it. */
export type FillingMark = Omit<Extract<JobEvent, { action: 'filled' }>, 'action'>

/** Locks a posting against changes, and reads it. */
export async function lockJob(trx: Transaction<Tables>, id: number): Promise<JobRow | undefined> {
  await lockRow(trx, 'jobs', id)
  return findJob(trx, id)
}

/**
 * Fills a posting, which is locked, or takes that back.
 * @param filling.mark what its event says
 */
export async function storeFilling(
  storing: StoringJob,
  before: JobRow,
  { changes, mark, now }: { changes: Pick<JobUpdate, 'status' | 'isActive'>; mark: FillingMark; now: Date },
): Promise<JobRow> {
  const next = nextVersion(before, changedColumns(before, changes, now))
  return next ? storeJob(storing, before, { next, mark, now }) : before
}

async function storeJob(
  { trx, record, config, keepPostingsOffersInStep }: StoringJob,
  before: JobRow,
  { next, mark, now }: { next: Partial<NewJobRow>; mark?: FillingMark; now: Date },
): Promise<JobRow> {
  const changed = { ...before, ...next } as JobRow
  const columns = { ...next, ...storedPlaceAndPay(config.company.address).columnsOf(presentJob(changed)) }
  const after = { ...changed, ...columns } as JobRow
  await updateJob(trx, before.id, columns)
  await recordEvents(record, { before, after, mark })
  if (config.indexNow) await scheduleAnnouncement(trx, { before, after }, now)
  await queueOpening(trx, { before, after }, now)
  if (JOB_STATUS[before.status].isClosed !== JOB_STATUS[after.status].isClosed)
    await keepPostingsOffersInStep(trx, after.id, now)
  return after
}

/**
 * Deletes a posting and records that; does nothing when there is no such posting.
 * @param readVersion the version that the admin has read; without it any version is deleted
 * @throws {RequestError} `changed_meanwhile` when another version is stored
 */
export function removeJob(services: ChangingJobs, { id, ...action }: Action, readVersion?: number): Promise<void> {
  return commitJobChange(services, action, async (trx, record) => {
    const stored = await lockJob(trx, id)
    if (!stored) return
    if (isOutdated(stored, readVersion)) throw changedMeanwhile(presentJob(stored))
    await deleteJob(trx, id)
    await record(id, { action: 'deleted' })
    if (services.config.indexNow) await scheduleAnnouncement(trx, { before: stored }, action.now)
    await queueOpening(trx, { before: stored }, action.now)
  })
}

/** Commits a change of postings. Notifies every process, which then reads them again, unless nothing was recorded. */
export async function commitJobChange<Result>(
  { db, published, config, outbox }: ChangingJobs,
  { by, now }: Omit<Action, 'id'>,
  change: (trx: Transaction<Tables>, record: RecordEvent) => Promise<Result>,
): Promise<Result> {
  let isChanged = false
  const result = await db.transaction().execute(async (trx) => {
    const changed = await change(trx, (id, event) => {
      isChanged = true
      return recordAction(trx, { by, now, id, subject: 'job', event })
    })
    if (isChanged) await notifyProcesses(trx, JOBS_CHANGED)
    return changed
  })
  if (isChanged) {
    published.changed()
    if (config.indexNow) outbox.wakeSoon()
  }
  return result
}

type ChangedRows = { before: JobRow; after: JobRow; mark: FillingMark | undefined }

async function recordEvents(record: RecordEvent, rows: ChangedRows): Promise<void> {
  for (const event of eventsBetween(rows)) await record(rows.after.id, event)
}

/** The events of a change: filling and the switch have their own, everything else is an edit of some fields. */
function eventsBetween({ before, after, mark }: ChangedRows): JobEvent[] {
  const filling = mark !== undefined || isFilling(before, after)
  const fields = changedFields(before, after)
  // Filling also switches a posting off: one event covers both.
  const edited = filling ? fields.filter((field) => field !== 'status' && field !== 'isActive') : fields
  const isToggle = edited.length === 1 && edited[0] === 'isActive'
  const events: JobEvent[] = filling ? [{ action: 'filled', ...mark }] : []
  if (isToggle) return [...events, { action: after.is_active === 1 ? 'activated' : 'deactivated' }]
  return edited.length === 0 ? events : [...events, { action: 'edited', fields: edited }]
}

function endsInterviews(before: JobRow, after: JobRow, choice: JobUpdate['interviews'] = 'cancel'): boolean {
  return isFilling(before, after) && choice === 'cancel'
}

function isFilling(before: JobRow, after: JobRow): boolean {
  return after.status === 'filled' && before.status !== 'filled'
}
