import type { JobChanges, JobCreate } from '../../../contract/job.ts'
import { hashContent } from '../../platform/database/content-hash.ts'
import type { JobRow, NewJobRow } from '../../platform/database/tables.ts'

const COLUMN_OF = {
  title: 'title',
  jobType: 'job_type',
  location: 'location',
  department: 'department',
  salaryRange: 'salary_range',
  internalJobCode: 'internal_job_code',
  projectCode: 'project_code',
  description: 'description',
  requirements: 'requirements',
  benefits: 'benefits',
  status: 'status',
} as const satisfies Partial<Record<keyof JobChanges, keyof NewJobRow>>

const FIELD_COLUMNS = { ...COLUMN_OF, isActive: 'is_active' } as const satisfies Record<keyof JobChanges, keyof JobRow>

/** Visitors see a posting only while its status is active and it is switched on. */
export function isPublic(job: Pick<JobRow, 'status' | 'is_active'>): boolean {
  return job.status === 'active' && job.is_active === 1
}

/** The row of a new posting; one that starts out closed is switched off and carries its closed date. */
export function newJobRow(job: JobCreate, now: Date, idempotencyKey: string | null): NewJobRow {
  const isClosed = isClosedStatus(job.status)
  // The schema of a create has every column without a default, which the loop in columnsOf hides from the compiler.
  return {
    ...columnsOf(job),
    is_active: job.isActive && !isClosed ? 1 : 0,
    created_at: now.toISOString(),
    closed_date: isClosed ? now.toISOString() : null,
    cloned_from_id: job.clonedFromId ?? null,
    idempotency_key: idempotencyKey,
    content_hash: hashContent(job),
  } as NewJobRow
}

/**
 * The columns that an edit changes. A posting carries a closed date exactly while it is filled or cancelled, and
 * closing it switches it off; the switch alone never changes anything else.
 */
export function changedColumns(current: JobRow, changes: JobChanges, now: Date): Partial<NewJobRow> {
  const columns = columnsOf(changes)
  if (changes.isActive !== undefined) columns.is_active = changes.isActive ? 1 : 0
  if (changes.status === undefined || changes.status === current.status) return columns

  const isClosed = isClosedStatus(changes.status)
  if (isClosed) columns.is_active = 0
  return { ...columns, closed_date: isClosed ? (current.closed_date ?? now.toISOString()) : null }
}

/** The fields in which two states of a posting differ. */
export function changedFields(before: JobRow, after: JobRow): (keyof typeof FIELD_COLUMNS)[] {
  const fields = Object.keys(FIELD_COLUMNS) as (keyof typeof FIELD_COLUMNS)[]
  return fields.filter((field) => before[FIELD_COLUMNS[field]] !== after[FIELD_COLUMNS[field]])
}

function isClosedStatus(status: JobRow['status']): boolean {
  return status === 'filled' || status === 'cancelled'
}

function columnsOf(job: JobChanges): Partial<NewJobRow> {
  const fields = Object.keys(COLUMN_OF) as (keyof typeof COLUMN_OF)[]
  return Object.fromEntries(
    fields.filter((field) => job[field] !== undefined).map((field) => [COLUMN_OF[field], job[field]]),
  )
}
