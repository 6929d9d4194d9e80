import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { PublicJob } from '../../../contract/jobs/job.ts'
import type { PlaceAndPay } from '../../../contract/jobs/place-and-pay/job-pay.ts'
import {
  type PreparedJobs,
  preparePostings,
  type ReadPosting,
  readPosting,
} from '../../../contract/jobs/search/job-search.ts'
import type { Vocabulary } from '../../../contract/jobs/search/word-index.ts'
import type { Company } from '../../../contract/site/company.ts'
import type { Db, JobRow } from '../../platform/database/tables.ts'
import { doInSteps } from '../../platform/yielding.ts'
import { presentPublicJob } from './job-fields.ts'
import { listOpenIds, listOpenRows } from './job-queries.ts'
import { type StoredPlaceAndPay, storedPlaceAndPay } from './stored-place-and-pay.ts'

/** An open posting. The same object stays as long as visitors read the same of it. */
export type PublishedPosting = PlaceAndPay & {
  job: PublicJob
  /** When what visitors read of it last changed. */
  changedAt: string
}

/** Reads the open postings of a database, each of them anew only after a change. */
export type PostingReader = {
  /** The open postings, newest first. @param date closing dates are compared with it */
  read(date: string): Promise<PublishedPosting[]>
  /** Prepares postings for searches: the words of each are read once. */
  prepare(postings: readonly PublishedPosting[]): Promise<PreparedJobs>
}

/** Rows that are fetched at a time: reading thousands of long texts at once would hold up other requests. */
const ROWS_AT_ONCE = 250
/** Words that no posting has any more, at which all are read again. */
const MOST_UNUSED_WORDS = 100_000

/** Makes a reader. It keeps what it has read of the postings of the latest read. @param company its address tells what texts mean */
export function createPostingReader(db: Db, company: Company['address']): PostingReader {
  const placeAndPay = storedPlaceAndPay(company)
  let latest = new Map<number, { row: JobRow; posting: PublishedPosting }>()
  let vocabulary: Vocabulary = new Map()
  const read = new WeakMap<PublishedPosting, { posting: ReadPosting; by: Vocabulary }>()

  const readOnce = (published: PublishedPosting, by: Vocabulary): ReadPosting => {
    const earlier = read.get(published)
    if (earlier?.by === by) return earlier.posting
    const posting = readPosting(published, by)
    read.set(published, { posting, by })
    return posting
  }

  function* prepare(published: readonly PublishedPosting[]): Generator<void, PreparedJobs> {
    const by = vocabulary
    const postings: ReadPosting[] = []
    for (const each of published) {
      postings.push(readOnce(each, by))
      yield
    }
    const prepared = yield* preparePostings(postings, by)
    if (by.size - prepared.index.words.length > MOST_UNUSED_WORDS) vocabulary = new Map()
    return prepared
  }

  return {
    read: async (date) => {
      const ids = await listOpenIds(db, date)
      const current: typeof latest = new Map()
      for (let begin = 0; begin < ids.length; begin += ROWS_AT_ONCE) {
        for (const row of await listOpenRows(db, ids.slice(begin, begin + ROWS_AT_ONCE), date)) {
          const earlier = latest.get(row.id)
          const posting =
            earlier && isSameRow(earlier.row, row) ? earlier.posting : publish(row, placeAndPay, earlier?.posting)
          current.set(row.id, { row, posting })
        }
        // SQLite reads without a turn for others.
        await yieldToOthers()
      }
      latest = current
      return ids.flatMap((id) => current.get(id)?.posting ?? [])
    },
    prepare: (published) => doInSteps(prepare(published)),
  }
}

/** A posting as it is stored now; the one from before where visitors read the same. */
function publish(row: JobRow, placeAndPay: StoredPlaceAndPay, before: PublishedPosting | undefined): PublishedPosting {
  const changedAt = row.changed_at ?? row.published_at ?? row.created_at
  const posting = { job: presentPublicJob(row), changedAt, ...placeAndPay.of(row) }
  return before && JSON.stringify(before) === JSON.stringify(posting) ? before : posting
}

function isSameRow(one: JobRow, other: JobRow): boolean {
  const columns = Object.keys(one) as (keyof JobRow)[]
  return columns.every((column) => one[column] === other[column])
}
