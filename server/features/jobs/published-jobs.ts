import type { PublicJob } from '../../../contract/jobs/job.ts'
import { isPastClosing } from '../../../contract/jobs/job-statuses.ts'
import type { PreparedJobs } from '../../../contract/jobs/search/job-search.ts'
import type { RetentionRules } from '../../../contract/personal-data/retention-rules.ts'
import type { ResponseTime } from '../../../contract/promise/promised-time.ts'
import type { Company } from '../../../contract/site/company.ts'
import type { SiteTexts } from '../../../contract/site/site-texts.ts'
import type { CalendarDay, Today } from '../../platform/calendar-day.ts'
import { isDatabaseUnavailable } from '../../platform/database/constraints.ts'
import type { Db } from '../../platform/database/tables.ts'
import type { CachedResponse } from '../../platform/http/cached-response.ts'
import { readDocument } from '../settings/document-queries.ts'
import { RETENTION_RULES, SETTINGS, SITE_TEXTS } from '../settings/documents.ts'
import { createPostingReader, type PostingReader, type PublishedPosting } from './published-postings.ts'

/** The postings, the promise and the texts that visitors see, as read at one time, and the responses made from them. */
export type PublishedSnapshot = {
  /** The open postings, newest first. One that has not changed is the same object as in the snapshot before. */
  postings: readonly PublishedPosting[]
  /** The same by their ids. */
  byId: ReadonlyMap<number, PublishedPosting>
  /** What visitors read of them, in the same order. */
  jobs: PublicJob[]
  /** What applicants are promised, and how it is kept. */
  promise: ResponseTime
  /** Whether everyone may see by month how the promise was kept. */
  isPromisePublic: boolean
  /** Texts of the site that owners edit. */
  texts: SiteTexts
  /** How long applications are kept, which the privacy policy says. */
  retention: RetentionRules
  /** Sites that may show the list of open positions in a frame. */
  embeddingSites: readonly string[]
  /** The postings prepared for searches, at the first call; their words are read once for each version of a posting. */
  prepared(): Promise<PreparedJobs>
  /** Returns the cached response of that name, or makes it. A failure is not cached. */
  response(name: string, make: () => Promise<CachedResponse>): Promise<CachedResponse>
}

declare module '../feature.ts' {
  interface Services {
    published: PublishedJobs
  }
}

/** The current snapshot, read once per change instead of once per request. */
export type PublishedJobs = {
  /** Returns the latest snapshot while the database is unavailable. */
  current(): Promise<PublishedSnapshot>
  /** Must be called after every committed change to a posting, to the settings, texts or rules of retention, or of the median. */
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
  /** It tells what the places of postings mean. */
  companyAddress: Company['address']
  /** The measured median of the promise, at the latest measurement. */
  responseTime?: () => Pick<ResponseTime, 'medianDays' | 'decisions'>
  /** Called with stored settings and texts that cannot be read, once as long as they stay the same. */
  warn?: (message: string) => void
}

/** Creates the snapshots of a database. A snapshot lasts for one day at most, so that closing dates take effect. */
export function createPublishedJobs(db: Db, surroundings: Surroundings): PublishedJobs {
  const { today, companyAddress, responseTime = () => ({ medianDays: null, decisions: null }), warn } = surroundings
  const reader = createPostingReader(db, companyAddress)
  const warned = new Set<string>()
  const unreadable = (fields: string[], name: string) => {
    const message = `Stored ${name} that cannot be read have their default: ${fields.join(', ')}. They stay stored until they are saved again.`
    if (!warned.has(message)) warn?.(message)
    warned.add(message)
  }
  let reads = 0
  let reading: { snapshot: Promise<PublishedSnapshot>; endedAt: number; day: CalendarDay } | undefined
  let latest: { state: PublishedState; snapshot: PublishedSnapshot; read: number } | undefined
  let isListening = true

  const read = async ({ date }: CalendarDay): Promise<PublishedSnapshot> => {
    reads += 1
    const thisRead = reads
    const postings = await reader.read(date)
    const settings = (await readDocument(db, SETTINGS, unreadable)).value
    const { answerWithinDays, isPromisePublic, embeddingSites } = settings
    const texts = (await readDocument(db, SITE_TEXTS, unreadable)).value
    const promise = { answerWithinDays, ...responseTime() }
    const retention = (await readDocument(db, RETENTION_RULES, unreadable)).value
    const state = { postings, promise, isPromisePublic, texts, retention, embeddingSites }
    const snapshot = latest && isSame(latest.state, state) ? latest.snapshot : createSnapshot(state, reader)
    // A read that began earlier may end later.
    if (!latest || thisRead >= latest.read) latest = { state, snapshot, read: thisRead }
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
        const open = withoutClosed(latest.state, today().date)
        if (open) latest = { ...latest, state: open, snapshot: createSnapshot(open, reader) }
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

/** The posting with a number that a visitor has sent, if that is exactly how it is written. */
export function findPublished({ byId }: PublishedSnapshot, number: unknown): PublishedPosting | undefined {
  const posting = byId.get(Number(number))
  return posting && String(posting.job.id) === number ? posting : undefined
}

/** What of a snapshot is read. */
type PublishedState = Pick<
  PublishedSnapshot,
  'postings' | 'promise' | 'isPromisePublic' | 'texts' | 'retention' | 'embeddingSites'
>

function isSame({ postings, ...rest }: PublishedState, { postings: others, ...otherRest }: PublishedState): boolean {
  const hasSamePostings =
    postings.length === others.length && postings.every((posting, place) => posting === others[place])
  return hasSamePostings && JSON.stringify(rest) === JSON.stringify(otherRest)
}

/** What is read during an outage: closing dates take effect all the same. Undefined where nothing has closed. */
function withoutClosed(state: PublishedState, today: string): PublishedState | undefined {
  const postings = state.postings.filter(({ job }) => !isPastClosing(job, today))
  return postings.length === state.postings.length ? undefined : { ...state, postings }
}

function createSnapshot({ postings, ...rest }: PublishedState, reader: PostingReader): PublishedSnapshot {
  const responses = new Map<string, Promise<CachedResponse>>()
  let preparing: Promise<PreparedJobs> | undefined
  return {
    ...rest,
    postings,
    byId: new Map(postings.map((posting) => [posting.job.id, posting])),
    jobs: postings.map(({ job }) => job),
    prepared: () => {
      preparing ??= reader.prepare(postings)
      return preparing
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
