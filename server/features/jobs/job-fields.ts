import { type Job, type JobChanges, type PublicJob, publicJobSchema } from '../../../contract/jobs/job.ts'
import { JOB_FIELD_NAMES, JOB_FIELDS, type JobField, type JobFieldKind } from '../../../contract/jobs/posting-fields.ts'
import type { JobRow, NewJobRow } from '../../platform/database/tables.ts'
import { askedQuestionsOf } from './job-questions.ts'

type Columns = { readonly [Field in JobField]: (typeof JOB_FIELDS)[Field]['column'] }

/** The column of every field that an admin writes. */
export const JOB_COLUMNS = Object.fromEntries(
  JOB_FIELD_NAMES.map((field) => [field, JOB_FIELDS[field].column]),
) as Columns

const PUBLIC_FIELDS = Object.keys(publicJobSchema.shape) as (keyof PublicJob)[]

/** The columns of some fields, each as optional as its field. */
type ColumnsOf<Fields> = {
  [Field in keyof Fields as Field extends JobField ? (typeof JOB_COLUMNS)[Field] : never]: Field extends JobField
    ? JobRow[(typeof JOB_COLUMNS)[Field]]
    : never
}

/** The columns of the fields that are given, as they are stored. */
export function columnsOf<Fields extends JobChanges>(fields: Fields): ColumnsOf<Fields> {
  const given = JOB_FIELD_NAMES.filter((field) => fields[field] !== undefined)
  return Object.fromEntries(given.map((field) => [JOB_COLUMNS[field], asStored(fields[field])])) as ColumnsOf<Fields>
}

/** The fields in which two rows of a posting differ. */
export function changedFields(before: JobRow, after: JobRow): JobField[] {
  return JOB_FIELD_NAMES.filter((field) => before[JOB_COLUMNS[field]] !== after[JOB_COLUMNS[field]])
}

/** Whether an edit of some columns changes what visitors read of a posting. */
export function changesWhatVisitorsRead(before: JobRow, columns: Partial<NewJobRow>): boolean {
  return JOB_FIELD_NAMES.filter((field) => field in publicJobSchema.shape).some((field) => {
    const column = JOB_COLUMNS[field]
    return columns[column] !== undefined && columns[column] !== before[column]
  })
}

/** What is read from columns that hold something else than the field. */
const READ: { [Kind in JobFieldKind]?: (stored: unknown) => unknown } = {
  flag: (stored) => stored === 1,
  countries: (stored) => JSON.parse(stored as string),
  steps: (stored) => JSON.parse(stored as string),
  questions: (stored) => JSON.parse(stored as string),
  criteria: (stored) => JSON.parse(stored as string),
}

/** A posting as a signed-in admin reads it. */
export function presentJob(row: JobRow): Job {
  // The types of the columns are made from those of the fields; a loop hides that from the compiler.
  const fields: object = Object.fromEntries(
    JOB_FIELD_NAMES.map((field) => {
      const stored = row[JOB_COLUMNS[field]]
      const read = READ[JOB_FIELDS[field].kind]
      return [field, read ? read(stored) : stored]
    }),
  )
  return {
    id: row.id,
    ...(fields as Pick<Job, JobField>),
    askedQuestions: askedQuestionsOf(row),
    createdAt: row.created_at,
    publishedAt: row.published_at,
    closedDate: row.closed_date,
    clonedFromId: row.cloned_from_id,
    version: row.version,
  }
}

/** A posting as every visitor may read it: without internal code, project code or history. */
export function presentPublicJob(row: JobRow): PublicJob {
  const job = presentJob(row)
  const read: object = Object.fromEntries(PUBLIC_FIELDS.map((field) => [field, job[field]]))
  return read as PublicJob
}

function asStored(value: JobChanges[JobField]) {
  if (Array.isArray(value)) return JSON.stringify(value)
  return typeof value === 'boolean' ? Number(value) : value
}
