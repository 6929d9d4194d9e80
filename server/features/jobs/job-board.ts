import type { PublicJob } from '../../../contract/job.ts'
import { isDatabaseUnavailable } from '../../platform/database/constraints.ts'
import type { Db } from '../../platform/database/tables.ts'
import { type PreparedAnswer, prepareAnswer } from '../../platform/http/prepared-answer.ts'
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
  /** False while the postings may be others by now: the database is away, or nobody tells of changes. */
  isCurrent(): boolean
  /** To be called after every committed change to any posting. */
  changed(): void
  /** Says whether changes that other processes make are told. Until they are again, postings are read every second. */
  setTold(isTold: boolean): void
}

type Loaded = { jobs: PublicJob[]; answer: PreparedAnswer; version: number }
type Loading = { loaded: Promise<Loaded>; endedAt: number }

/** How long postings are shown while nobody tells of changes, in milliseconds. */
const UNTOLD_MS = 1_000

/** Makes the job board of a database. While that is away, visitors see what the board showed last. */
export function createJobBoard(db: Db): JobBoard {
  let version = 1
  let loading: Loading | undefined
  let latest: Loaded | undefined
  let isStale = false
  let isTold = true

  const load = async (asked: number): Promise<Loaded> => {
    const jobs = (await listActiveJobs(db)).map(presentPublicJob)
    const answer = prepareAnswer(JSON.stringify(jobs), {
      contentType: 'application/json; charset=utf-8',
      cacheControl: 'no-cache',
    })
    const loaded = { jobs, answer, version: asked }
    // One that was asked for earlier may end later.
    if (!latest || asked >= latest.version) latest = loaded
    // What was made of the old postings meanwhile is not to be kept.
    if (isStale && asked === version) {
      version += 1
      isStale = false
    }
    return loaded
  }

  const begin = () => {
    const asked = version
    const loaded = load(asked).then(
      (read) => {
        begun.endedAt = performance.now()
        return read
      },
      (error) => {
        // A failed read is not kept, so that the next visitor tries again.
        if (loading === begun) loading = undefined
        if (!latest || !isDatabaseUnavailable(error)) throw error
        if (asked === version) isStale = true
        return latest
      },
    )
    const begun: Loading = { loaded, endedAt: Number.POSITIVE_INFINITY }
    return begun
  }

  const current = () => {
    if (!isTold && loading && performance.now() - loading.endedAt > UNTOLD_MS) loading = undefined
    loading ??= begin()
    return loading.loaded
  }
  const changed = () => {
    version += 1
    loading = undefined
  }

  return {
    jobs: async () => (await current()).jobs,
    answer: async () => (await current()).answer,
    version: () => version,
    isCurrent: () => isTold && !isStale,
    changed,
    setTold: (given) => {
      isTold = given
      changed()
    },
  }
}
