import type { Transaction } from 'kysely'
import type { JobEvent } from '../../../contract/history.ts'
import type { JobUpdate } from '../../../contract/job.ts'
import { notifyJobsChanged } from '../../platform/database/postgres/job-notifications.ts'
import { lockRow } from '../../platform/database/row-locks.ts'
import { isOutdated, nextVersion } from '../../platform/database/row-versions.ts'
import type { Db, JobRow, NewJobRow, Tables } from '../../platform/database/tables.ts'
import { changedMeanwhile } from '../../platform/http/request-error.ts'
import type { Account } from '../accounts/account-queries.ts'
import { recordAction } from '../audit/audit-queries.ts'
import { presentJob } from './job-presenter.ts'
import { deleteJob, findJob, insertJob, updateJob } from './job-queries.ts'
import { changedColumns, changedFields } from './job-rules.ts'
import type { PublishedJobs } from './published-jobs.ts'

/** What every change of a posting needs. */
type Postings = { db: Db; published: PublishedJobs }

/** Which admin acts, and when. */
type Act = { by: Account; now: Date }

/** Stores a posting and records whether it is new or a clone. */
export function storeJob(postings: Postings, { by, now }: Act, row: NewJobRow): Promise<JobRow> {
  return commitChange(postings, async (trx) => {
    const job = await insertJob(trx, row)
    const { cloned_from_id: fromId } = job
    const event: JobEvent = fromId === null ? { action: 'created' } : { action: 'cloned', fromId }
    await recordAction(trx, { by, now, id: job.id, subject: 'job', event })
    return job
  })
}

/**
 * Changes a posting and records what has become different.
 * @param update.version the version that the admin has seen; without it the change is made to whatever is stored
 * @returns undefined when there is none
 * @throws {RequestError} `changed_meanwhile` where something would change and another version is stored
 */
export function changeJob(
  postings: Postings,
  { by, now, id }: Act & { id: number },
  { version, ...changes }: JobUpdate,
): Promise<JobRow | undefined> {
  return commitChange(postings, async (trx) => {
    await lockRow(trx, 'jobs', id)
    const before = await findJob(trx, id)
    const next = before && nextVersion(before, changedColumns(before, changes, now))
    if (!next) return before
    if (isOutdated(before, version)) throw changedMeanwhile(presentJob(before))
    const after = await updateJob(trx, id, next)
    if (!after) return undefined
    for (const event of eventsBetween(before, after)) await recordAction(trx, { by, now, id, subject: 'job', event })
    return after
  })
}

/** Removes a posting and records that; nothing when there is none. */
export function removeJob(postings: Postings, { by, now, id }: Act & { id: number }): Promise<void> {
  return commitChange(postings, async (trx) => {
    await lockRow(trx, 'jobs', id)
    if (!(await findJob(trx, id))) return
    await deleteJob(trx, id)
    await recordAction(trx, { by, now, id, subject: 'job', event: { action: 'deleted' } })
  })
}

/** Commits a change of postings; from then on every process reads them again. */
async function commitChange<Result>(
  { db, published }: Postings,
  change: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  const result = await db.transaction().execute(async (trx) => {
    const changed = await change(trx)
    await notifyJobsChanged(trx)
    return changed
  })
  published.changed()
  return result
}

/** What a change did: filling and the switch by their own words, everything else as an edit of some fields. */
function eventsBetween(before: JobRow, after: JobRow): JobEvent[] {
  const isFilling = after.status === 'filled' && before.status !== 'filled'
  const fields = changedFields(before, after)
  // Filling switches a posting off, which is no edit of its own.
  const edited = isFilling ? fields.filter((field) => field !== 'status' && field !== 'isActive') : fields
  const isToggle = edited.length === 1 && edited[0] === 'isActive'
  const events: JobEvent[] = isFilling ? [{ action: 'filled' }] : []
  if (isToggle) return [...events, { action: after.is_active === 1 ? 'activated' : 'deactivated' }]
  return edited.length === 0 ? events : [...events, { action: 'edited', fields: edited }]
}
