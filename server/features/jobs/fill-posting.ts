import type { UndoneChange } from '../../../contract/applications/application-changes.ts'
import type { JobRow } from '../../platform/database/tables.ts'
import { type FillingMark, lockJob, type StoringJob, storeFilling } from './change-job.ts'

/** A posting that was filled: what it had before, and by which account and request, so that a repetition is known. */
export type FilledPosting = {
  id: number
  before: Pick<JobRow, 'status' | 'is_active' | 'closed_date'>
  by: number
  /** SHA-256 over the body of the request. */
  requested: string
}

/** Fills a posting, which is locked. @param filling.mark what its event says beside it */
export function fillPosting(
  storing: StoringJob,
  before: JobRow,
  { mark, now }: { mark: FillingMark; now: Date },
): Promise<JobRow> {
  return storeFilling(storing, before, { changes: { status: 'filled' }, mark, now })
}

/**
 * Gives a posting back what it had before it was filled, unless it was changed since: opened, closed in another way, or
 * filled again. Its closing date may have passed meanwhile: then it has closed by its date.
 * @param filled.at when it was filled
 */
export async function reopenFilled(
  storing: StoringJob,
  { id, before }: FilledPosting,
  { at, now }: { at: Date; now: Date },
): Promise<NonNullable<UndoneChange['posting']>> {
  const stored = await lockJob(storing.trx, id)
  if (!stored) return { title: null, outcome: 'not_found' }
  const { title, status, closed_date } = stored
  const isAsFilled = status === 'filled' && closed_date === (before.closed_date ?? at.toISOString())
  if (!isAsFilled) return { title, outcome: 'changed_meanwhile' }
  const changes = { status: before.status, isActive: before.is_active === 1 }
  await storeFilling(storing, stored, { changes, mark: { undone: true }, now })
  return { title, outcome: 'reopened' }
}
