import type { Job, JobChanges, JobCreate } from '../../../contract/jobs/job.ts'
import { payFaults } from '../../../contract/jobs/job-facts.ts'
import { isOpenJob, isPastClosing, JOB_STATUS } from '../../../contract/jobs/job-statuses.ts'
import { hashContent } from '../../platform/database/content-hash.ts'
import type { JobRow, NewJobRow } from '../../platform/database/tables.ts'
import { invalidRequest } from '../../platform/http/error-handler.ts'
import { changesWhatVisitorsRead, columnsOf } from './job-fields.ts'

const TOO_LATE = 'Must be today or later for a posting that is open'

/**
 * Whether visitors see a stored posting and may apply for it.
 * @param today the date where the company is
 */
export function isPublic(job: Pick<JobRow, 'status' | 'is_active' | 'closing_date'>, today: string): boolean {
  return isSwitchedOn(job) && !isPastClosing({ closingDate: job.closing_date }, today)
}

function isSwitchedOn({ status, is_active }: Pick<JobRow, 'status' | 'is_active'>): boolean {
  return isOpenJob({ status, isActive: is_active === 1 })
}

/**
 * Whether the page of a posting that is not open stays: visitors could once read it, and it is filled, cancelled, or past
 * its closing date. One that was switched off or is a draft again may come back, and says nothing meanwhile.
 */
export function keepsPage({ status, is_active, closing_date, published_at }: JobRow): boolean {
  const isPastClosing = closing_date !== null && isOpenJob({ status, isActive: is_active === 1 })
  return published_at !== null && (JOB_STATUS[status].isClosed || isPastClosing)
}

/** The row of a new posting; one that starts out closed is switched off and carries its closed date. */
export function newJobRow(job: JobCreate, now: Date, idempotencyKey: string | null): NewJobRow {
  const isClosed = JOB_STATUS[job.status].isClosed
  const columns = columnsOf(job)
  const row = { ...columns, is_active: isClosed ? 0 : columns.is_active }
  return {
    ...row,
    created_at: now.toISOString(),
    published_at: isSwitchedOn(row) ? now.toISOString() : null,
    closed_date: isClosed ? now.toISOString() : null,
    cloned_from_id: job.clonedFromId ?? null,
    idempotency_key: idempotencyKey,
    content_hash: hashContent(job),
  }
}

/** The columns that an edit changes, with the time when visitors began to read something else. */
export function changedColumns(current: JobRow, changes: JobChanges, now: Date): Partial<NewJobRow> {
  const columns = openingColumns(current, changes, now)
  return changesWhatVisitorsRead(current, columns) ? { ...columns, changed_at: now.toISOString() } : columns
}

/** The first time that an edit opens the posting is kept. */
function openingColumns(current: JobRow, changes: JobChanges, now: Date): Partial<NewJobRow> {
  const columns = closingColumns(current, changes, now)
  const isFirstOpening = current.published_at === null && isSwitchedOn({ ...current, ...columns })
  return isFirstOpening ? { ...columns, published_at: now.toISOString() } : columns
}

/**
 * A posting carries a closed date exactly while it is filled or cancelled, and closing it switches it off; the switch
 * alone changes nothing else.
 */
function closingColumns(current: JobRow, changes: JobChanges, now: Date) {
  const columns = columnsOf(changes)
  if (changes.status === undefined || changes.status === current.status) return columns
  if (!JOB_STATUS[changes.status].isClosed) return { ...columns, closed_date: null }
  return { ...columns, is_active: 0 as const, closed_date: current.closed_date ?? now.toISOString() }
}

/**
 * Refuses a pay that would be reversed, or without currency or period, and a posting that would be published after its
 * closing date. One that has closed by its date can still be edited.
 * @param before the posting as it was; undefined for a new one
 * @param today the date where the company is
 * @throws {RequestError} `invalid_request`
 */
export function requireConsistent(before: JobRow | undefined, after: Job, today: string): void {
  const faults = payFaults(after)
  const wasPublished = before !== undefined && isSwitchedOn(before) && before.closing_date === after.closingDate
  if (!wasPublished && isOpenJob(after) && isPastClosing(after, today)) {
    faults.push({ path: 'closingDate', message: TOO_LATE })
  }
  if (faults.length > 0) throw invalidRequest(faults)
}
