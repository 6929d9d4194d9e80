import type { Kysely } from 'kysely'
import type { ApplicationEvent } from '../../../contract/history.ts'
import { lockRow } from '../../platform/database/row-locks.ts'
import { isOutdated, nextVersion } from '../../platform/database/row-versions.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { eraseDeleted } from '../../platform/database/watch-database.ts'
import { changedMeanwhile, notFound, type RequestError } from '../../platform/http/request-error.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import { type Action, recordAction } from '../audit/audit-queries.ts'
import { scheduleDeletion } from '../resumes/resume-tasks.ts'
import { presentApplication } from './application-presenter.ts'
import {
  type ApplicationChanges,
  type ApplicationWithResume,
  deleteApplication,
  findApplication,
  updateApplication,
} from './application-queries.ts'

/**
 * Changes an application and records what has become different.
 * @param readVersion the version that the admin has seen; without it the change is made to whatever is stored
 * @throws {RequestError} `not_found`, or `changed_meanwhile` where something would change and another version is stored
 */
export function changeApplication(
  db: Kysely<Tables>,
  { by, id, now }: Action,
  changes: ApplicationChanges,
  readVersion?: number,
): Promise<ApplicationWithResume> {
  return db.transaction().execute(async (trx) => {
    await lockRow(trx, 'applications', id)
    const before = await findApplication(trx, id)
    if (!before) throw applicationGone()
    const next = nextVersion(before, changes)
    if (!next) return before
    if (isOutdated(before, readVersion)) throw changedMeanwhile(presentApplication(before))
    const after = await updateApplication(trx, before, next)
    for (const event of eventsBetween(before, after)) {
      await recordAction(trx, { by, now, id, subject: 'application', event })
    }
    return after
  })
}

/** Removes an application, schedules the deletion of its files, and records that; nothing where there is none. */
export async function removeApplication(
  { db, outbox }: { db: Kysely<Tables>; outbox: Pick<Outbox, 'wake'> },
  { by, id, now }: Action,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockRow(trx, 'applications', id)
    const application = await findApplication(trx, id)
    if (!application) return
    await scheduleDeletion(trx, id, now)
    await deleteApplication(trx, application)
    await recordAction(trx, { by, now, id, subject: 'application', event: { action: 'deleted' } })
  })
  eraseDeleted(db)
  outbox.wake()
}

/** Refuses a request for an application that was deleted. */
export function applicationGone(): RequestError {
  return notFound('This application no longer exists.')
}

/** What a change did, without the texts and dates themselves. */
function eventsBetween(before: ApplicationWithResume, after: ApplicationWithResume): ApplicationEvent[] {
  const events: ApplicationEvent[] = []
  if (after.status !== before.status) events.push({ action: 'status_changed', from: before.status, to: after.status })
  if (after.feedback !== before.feedback) events.push({ action: 'feedback_changed' })
  if (after.interview_date !== before.interview_date) events.push({ action: 'interview_date_changed' })
  if (after.archived !== before.archived) events.push({ action: after.archived === 1 ? 'archived' : 'unarchived' })
  if (after.quarantined < before.quarantined) events.push({ action: 'released' })
  return events
}
