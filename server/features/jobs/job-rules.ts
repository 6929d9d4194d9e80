import type { JobChanges, JobCreate } from '../../../contract/job.ts'
import { isOpenJob } from '../../../contract/vocabulary.ts'
import { hashContent } from '../../platform/database/content-hash.ts'
import type { JobRow, NewJobRow } from '../../platform/database/tables.ts'
import { columnsOf } from './job-fields.ts'

/** Whether a status closes a posting: it is then switched off and carries its closed date. */
const CLOSES = { active: false, draft: false, cancelled: true, filled: true } as const satisfies Record<
  JobRow['status'],
  boolean
>

/** Whether visitors see a stored posting and may apply for it. */
export function isPublic({ status, is_active }: Pick<JobRow, 'status' | 'is_active'>): boolean {
  return isOpenJob({ status, isActive: is_active === 1 })
}

/** The row of a new posting; one that starts out closed is switched off and carries its closed date. */
export function newJobRow(job: JobCreate, now: Date, idempotencyKey: string | null): NewJobRow {
  const isClosed = CLOSES[job.status]
  const columns = columnsOf(job)
  return {
    ...columns,
    is_active: isClosed ? 0 : columns.is_active,
    created_at: now.toISOString(),
    closed_date: isClosed ? now.toISOString() : null,
    cloned_from_id: job.clonedFromId ?? null,
    idempotency_key: idempotencyKey,
    content_hash: hashContent(job),
  }
}

/**
 * The columns that an edit changes. A posting carries a closed date exactly while it is filled or cancelled, and
 * closing it switches it off; the switch alone changes nothing else.
 */
export function changedColumns(current: JobRow, changes: JobChanges, now: Date): Partial<NewJobRow> {
  const columns = columnsOf(changes)
  if (changes.status === undefined || changes.status === current.status) return columns
  if (!CLOSES[changes.status]) return { ...columns, closed_date: null }
  return { ...columns, is_active: 0, closed_date: current.closed_date ?? now.toISOString() }
}
