import type { Generated } from 'kysely'
import type { Job } from '../../../../contract/jobs/job.ts'
import type { JOB_FIELDS, JobField } from '../../../../contract/jobs/posting-fields.ts'
import type { Flag, Instant, Version } from './column-types.ts'

/** What a column holds for a field: flags are stored as 0 or 1, and lists as JSON. */
type Stored<Value> = Value extends boolean ? Flag : Value extends readonly unknown[] ? Generated<string> : Value

/** What an admin writes, as its entries say. */
type JobColumns = { [Field in JobField as (typeof JOB_FIELDS)[Field]['column']]: Stored<Job[Field]> }

type JobsTable = JobColumns & {
  id: Generated<number>
  /**
   * Read from the texts and facts, as JSON: `PlaceAndPay` in `contract/jobs/place-and-pay/job-pay.ts`. Null before they were
   * read.
   */
  place_and_pay: Generated<string | null>
  /** What read them (`stored-place-and-pay.ts`); null before they were read. */
  place_and_pay_reader: Generated<string | null>
  created_at: Instant
  /** When the posting was first open. */
  published_at: Instant | null
  /** When what visitors read of the posting last changed; null while it never did. */
  changed_at: Instant | null
  /** The closing date at whose end the posting was announced to search engines as closed. */
  announced_closing: string | null
  closed_date: Instant | null
  cloned_from_id: number | null
  version: Version
  idempotency_key: string | null
  /** SHA-256 over what was sent at creation, so that a key reused with other content is detected. */
  content_hash: string
}

/** The postings. */
export type JobTables = {
  jobs: JobsTable
}
