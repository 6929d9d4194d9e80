import {
  type Job,
  type JobChanges,
  type JobField,
  type PublicJob,
  publicJobSchema,
} from '../../../contract/jobs/job.ts'
import type { JobRow, NewJobRow } from '../../platform/database/tables.ts'
import { askedQuestionsOf, questionsOf } from './job-questions.ts'

/** What a column holds for a value of the contract: flags are stored as 0 or 1, lists as JSON. */
type Stored<Value> = Value extends boolean ? 0 | 1 : Value extends readonly unknown[] ? string : Value
/** Columns that hold such values, no more and no less. */
type ColumnOf<Value> = {
  [Column in keyof JobRow]: [JobRow[Column], Value] extends [Value, JobRow[Column]] ? Column : never
}[keyof JobRow]

/** The column of every field that an admin writes. */
export const JOB_COLUMNS = {
  title: 'title',
  location: 'location',
  department: 'department',
  jobType: 'job_type',
  salaryRange: 'salary_range',
  internalJobCode: 'internal_job_code',
  projectCode: 'project_code',
  description: 'description',
  requirements: 'requirements',
  benefits: 'benefits',
  status: 'status',
  isActive: 'is_active',
  workplace: 'workplace',
  country: 'country',
  region: 'region',
  city: 'city',
  postalCode: 'postal_code',
  remoteCountries: 'remote_countries',
  payMin: 'pay_min',
  payMax: 'pay_max',
  payCurrency: 'pay_currency',
  payPeriod: 'pay_period',
  travel: 'travel',
  rotation: 'rotation',
  closingDate: 'closing_date',
  hiringSteps: 'hiring_steps',
  questions: 'questions',
} as const satisfies { [Field in JobField]: ColumnOf<Stored<Job[Field]>> }

const FIELDS = Object.keys(JOB_COLUMNS) as JobField[]
const PUBLIC_FIELDS = Object.keys(publicJobSchema.shape) as (keyof PublicJob)[]

/** The columns of some fields, each as optional as its field. */
type ColumnsOf<Fields> = {
  [Field in keyof Fields as Field extends JobField ? (typeof JOB_COLUMNS)[Field] : never]: Field extends JobField
    ? JobRow[(typeof JOB_COLUMNS)[Field]]
    : never
}

/** The columns of the fields that are given, as they are stored. */
export function columnsOf<Fields extends JobChanges>(fields: Fields): ColumnsOf<Fields> {
  const given = FIELDS.filter((field) => fields[field] !== undefined)
  return Object.fromEntries(given.map((field) => [JOB_COLUMNS[field], asStored(fields[field])])) as ColumnsOf<Fields>
}

/** The fields in which two rows of a posting differ. */
export function changedFields(before: JobRow, after: JobRow): JobField[] {
  return FIELDS.filter((field) => before[JOB_COLUMNS[field]] !== after[JOB_COLUMNS[field]])
}

/** Whether an edit of some columns changes what visitors read of a posting. */
export function changesWhatVisitorsRead(before: JobRow, columns: Partial<NewJobRow>): boolean {
  return FIELDS.filter((field) => field in publicJobSchema.shape).some((field) => {
    const column = JOB_COLUMNS[field]
    return columns[column] !== undefined && columns[column] !== before[column]
  })
}

/** A posting as a signed-in admin reads it. */
export function presentJob(row: JobRow): Job {
  // The type of JOB_COLUMNS holds every column to its field; a loop hides that from the compiler.
  const stored: object = Object.fromEntries(FIELDS.map((field) => [field, row[JOB_COLUMNS[field]]]))
  return {
    id: row.id,
    ...(stored as Omit<Pick<Job, JobField>, 'isActive' | 'remoteCountries' | 'hiringSteps' | 'questions'>),
    isActive: row.is_active === 1,
    remoteCountries: JSON.parse(row.remote_countries) as string[],
    hiringSteps: JSON.parse(row.hiring_steps) as string[],
    questions: questionsOf(row),
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
