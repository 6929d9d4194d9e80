import type { Company } from '../../../contract/company.ts'
import type { PublicJob } from '../../../contract/job.ts'
import { type JobFilter, writeJobFilter } from '../../../contract/job-filter.ts'
import type { JobListPage } from '../../../contract/job-list.ts'
import { type PreparedJobs, prepareJobs, searchJobs } from '../../../contract/job-search.ts'
import type { AnswerPromise } from '../../../contract/promise.ts'
import type { SiteTexts } from '../../../contract/site-texts.ts'
import { isPastClosing } from '../../../contract/vocabulary.ts'
import type { CalendarDay, Today } from '../../platform/calendar-day.ts'
import { isDatabaseUnavailable } from '../../platform/database/constraints.ts'
import type { Db, JobRow } from '../../platform/database/tables.ts'
import type { CachedResponse } from '../../platform/http/cached-response.ts'
import { readSettings } from '../settings/settings-queries.ts'
import { readSiteTexts } from '../site-texts/site-text-queries.ts'
import { presentPublicJob } from './job-fields.ts'
import { listOpenJobs } from './job-queries.ts'

/** The postings, the promise and the texts that visitors see, as read at one time, and the responses made from them. */
export type PublishedSnapshot = {
  /** Public postings, newest first. */
  jobs: PublicJob[]
  /** When what visitors read of each posting last changed, by its id. */
  changes: ReadonlyMap<number, string>
  /** The same as the body of `GET /api/jobs`. */
  json: string
  /** What applicants are promised, and how it is kept. */
  promise: AnswerPromise
  /** Texts of the site that owners edit. */
  texts: SiteTexts
  /** Sites that may show the list of open positions in a frame. */
  embeddingSites: readonly string[]
  /** One page of the postings that fit a filter, in time linear in the text of all postings. */
  search(filter: JobFilter, company: Company): JobListPage
  /** Returns the cached response of that name, or makes it. A failure is not cached. */
  response(name: string, make: () => Promise<CachedResponse>): Promise<CachedResponse>
}

/** The current snapshot, read once per change instead of once per request. */
export type PublishedJobs = {
  /** Returns the latest snapshot while the database is unavailable. */
  current(): Promise<PublishedSnapshot>
  /** Must be called after every committed change to a posting, to the settings or texts, or of the median. */
  changed(): void
  /**
   * Sets whether this process receives change notifications of other processes. While it does not, it reads the postings
   * again every second.
   */
  setListening(isListening: boolean): void
}

/** Topic of the notification that postings have changed. */
export const JOBS_CHANGED = 'jobs-changed'

/** Age of a snapshot, in milliseconds, at which it is read again while no notifications arrive. */
const POLL_MS = 1_000
/** Responses per snapshot: a site with thousands of postings caches the latest pages, some 30 kB each when compressed too. */
const MAX_RESPONSES = 1_000

/** What a snapshot depends on besides the database. */
type Surroundings = {
  /** Closing dates are compared with it. */
  today: Today
  /** The measured median of the promise, at the latest measurement. */
  medianDays?: () => number | null
  /** Told of stored settings and texts that cannot be read, once as long as they stay the same. */
  warn?: (message: string) => void
}

/** Creates the snapshots of a database. A snapshot lasts for one day at most, so that closing dates take effect. */
export function createPublishedJobs(db: Db, { today, medianDays = () => null, warn }: Surroundings): PublishedJobs {
  const warned = new Set<string>()
  const unreadable = (what: string) => (fields: string[]) => {
    const message = `Stored ${what} that cannot be read have their default: ${fields.join(', ')}. They stay stored until they are saved again.`
    if (!warned.has(message)) warn?.(message)
    warned.add(message)
  }
  let reads = 0
  let reading: { snapshot: Promise<PublishedSnapshot>; endedAt: number; day: CalendarDay } | undefined
  let latest: { snapshot: PublishedSnapshot; read: number } | undefined
  let isListening = true

  const read = async ({ date }: CalendarDay): Promise<PublishedSnapshot> => {
    reads += 1
    const thisRead = reads
    const rows = await listOpenJobs(db, date)
    const jobs = rows.map(presentPublicJob)
    const json = JSON.stringify(jobs)
    const { answerWithinDays, embeddingSites } = (await readSettings(db, unreadable('settings'))).settings
    const { texts } = await readSiteTexts(db, unreadable('texts of the site'))
    const promise = { answerWithinDays, medianDays: medianDays() }
    const state = { jobs, json, changes: changesOf(rows), promise, texts, embeddingSites }
    const snapshot = latest && isSame(latest.snapshot, state) ? latest.snapshot : createSnapshot(state)
    // A read that began earlier may end later.
    if (!latest || thisRead >= latest.read) latest = { snapshot, read: thisRead }
    return snapshot
  }

  const begin = () => {
    const day = today()
    const begun = { snapshot: read(day), endedAt: Number.POSITIVE_INFINITY, day }
    begun.snapshot = begun.snapshot.then(
      (snapshot) => {
        begun.endedAt = performance.now()
        return snapshot
      },
      (error) => {
        // The next request tries again.
        if (reading === begun) reading = undefined
        if (!latest || !isDatabaseUnavailable(error)) throw error
        latest.snapshot = withoutClosed(latest.snapshot, today().date) ?? latest.snapshot
        return latest.snapshot
      },
    )
    return begun
  }

  return {
    current: () => {
      if (reading?.day !== today()) reading = undefined
      if (!isListening && reading && performance.now() - reading.endedAt > POLL_MS) reading = undefined
      reading ??= begin()
      return reading.snapshot
    },
    changed: () => {
      reading = undefined
    },
    setListening: (given) => {
      isListening = given
      reading = undefined
    },
  }
}

/** What of a snapshot is read. */
type PublishedState = Omit<PublishedSnapshot, 'response' | 'search'>

function isSame(one: PublishedState, other: PublishedState): boolean {
  // A posting that was changed and changed back has the same text at another time.
  const restOf = ({ changes, promise, texts, embeddingSites }: PublishedState) =>
    JSON.stringify([[...changes], promise, texts, embeddingSites])
  return one.json === other.json && restOf(one) === restOf(other)
}

/** A snapshot during an outage: closing dates take effect all the same. */
function withoutClosed(
  { response, search, ...state }: PublishedSnapshot,
  today: string,
): PublishedSnapshot | undefined {
  const jobs = state.jobs.filter((job) => !isPastClosing(job, today))
  return jobs.length === state.jobs.length ? undefined : createSnapshot({ ...state, jobs, json: JSON.stringify(jobs) })
}

function changesOf(rows: JobRow[]): PublishedSnapshot['changes'] {
  return new Map(rows.map((row) => [row.id, row.changed_at ?? row.published_at ?? row.created_at]))
}

function createSnapshot(state: PublishedState): PublishedSnapshot {
  const responses = new Map<string, Promise<CachedResponse>>()
  let prepared: PreparedJobs | undefined
  let unfiltered: JobListPage | undefined
  return {
    ...state,
    search: (filter, company) => {
      prepared ??= prepareJobs(state.jobs, company.address)
      if (writeJobFilter(filter) !== '') return searchJobs(prepared, filter)
      unfiltered ??= searchJobs(prepared, filter)
      return unfiltered
    },
    response: (name, make) => {
      const cached = responses.get(name)
      if (cached) return cached
      const made = make()
      responses.set(name, made)
      if (responses.size > MAX_RESPONSES) responses.delete(responses.keys().next().value ?? '')
      made.catch(() => responses.delete(name))
      return made
    },
  }
}
