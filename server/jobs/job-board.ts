import type { PublicJob } from '../../contract/job.ts'
import { isDatabaseUnavailable } from '../database/constraints.ts'
import type { Db } from '../database/tables.ts'
import { type PreparedAnswer, prepareAnswer } from '../http/prepared-answer.ts'
import { presentPublicJob } from './job-presenter.ts'
import { listActiveJobs } from './job-queries.ts'

/** The postings that visitors see, read and written out once per change instead of once per request. */
export type JobBoard = {
  /** Public postings, newest first. */
  jobs(): Promise<PublicJob[]>
  /** The same as the body of `GET /api/jobs`. */
  answer(): Promise<PreparedAnswer>
  /** Grows with every change; whoever keeps something made from the postings compares it. */
  version(): number
  /** False while the database is away and the board shows what it showed last. */
  isCurrent(): boolean
  /** To be called after every committed change to any posting. */
  changed(): void
}

type Loaded = { jobs: PublicJob[]; answer: PreparedAnswer }

/** Makes the job board of a database. While that is away, visitors see what the board showed last. */
export function createJobBoard(db: Db): JobBoard {
  let version = 1
  let loading: Promise<Loaded> | undefined
  let latest: Loaded | undefined
  let isStale = false

  const load = async () => {
    const jobs = (await listActiveJobs(db)).map(presentPublicJob)
    const answer = prepareAnswer(JSON.stringify(jobs), {
      contentType: 'application/json; charset=utf-8',
      cacheControl: 'no-cache',
    })
    // What was made of the old postings meanwhile is not to be kept.
    if (isStale) version += 1
    isStale = false
    latest = { jobs, answer }
    return latest
  }

  const current = () => {
    // A failed read is not kept, so that the next visitor tries again.
    loading ??= load().catch((error) => {
      loading = undefined
      if (!latest || !isDatabaseUnavailable(error)) throw error
      isStale = true
      return latest
    })
    return loading
  }

  return {
    jobs: async () => (await current()).jobs,
    answer: async () => (await current()).answer,
    version: () => version,
    isCurrent: () => !isStale,
    changed: () => {
      version += 1
      loading = undefined
    },
  }
}
