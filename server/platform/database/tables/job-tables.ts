import type { Generated } from 'kysely'
import type { JobStatus } from '../../../../contract/jobs/job-statuses.ts'
import type { JOB_TYPES, PayPeriod, Workplace } from '../../../../contract/jobs/job-terms.ts'
import type { Flag, Instant, Version } from './column-types.ts'

type JobsTable = {
  id: Generated<number>
  title: string
  job_type: (typeof JOB_TYPES)[number]
  location: string
  department: string | null
  salary_range: string | null
  internal_job_code: string | null
  project_code: string | null
  description: string
  requirements: string
  benefits: string | null
  status: JobStatus
  is_active: Flag
  workplace: Workplace | null
  /** ISO 3166-1 alpha-2, as in `remote_countries`. */
  country: string | null
  region: string | null
  city: string | null
  postal_code: string | null
  /** JSON list. */
  remote_countries: Generated<string>
  /** In major units of `pay_currency`, which is ISO 4217. */
  pay_min: number | null
  pay_max: number | null
  pay_currency: string | null
  pay_period: PayPeriod | null
  /**
   * Read from the texts and facts above, as JSON: `PlaceAndPay` in `contract/jobs/place-and-pay/job-pay.ts`. Null before they
   * were read.
   */
  place_and_pay: Generated<string | null>
  /** What read them (`stored-place-and-pay.ts`); null before they were read. */
  place_and_pay_reader: Generated<string | null>
  travel: string | null
  rotation: string | null
  /** `YYYY-MM-DD`: the last open day in the time zone of the company. */
  closing_date: string | null
  /** JSON list. */
  hiring_steps: Generated<string>
  /** What the application form asks, as JSON: `questionSchema` in `contract/jobs/question.ts`. */
  questions: Generated<string>
  created_at: Instant
  /** When the posting was first open. */
  published_at: Instant | null
  /** When what visitors read of the posting last changed; null while it never did. */
  changed_at: Instant | null
  /** The closing date at whose end search engines were told that the posting has closed. */
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
