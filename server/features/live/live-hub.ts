import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type Announcement, listenToAnnouncements } from '../../platform/database/announcements.ts'
import { engineOf } from '../../platform/database/engine.ts'
import { notifyProcesses } from '../../platform/database/notifications.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Services } from '../feature.ts'
import { createBatch } from './batch.ts'
import { bytesOf } from './event-bytes.ts'
import { LiveChanges } from './live-changes.ts'
import { findPostings, listSeenPostings } from './live-queries.ts'
import { createReaders } from './live-readers.ts'
import { createLiveStreams, type LiveStreams, type Stream } from './live-streams.ts'
import { parseTopic, writeTopic } from './live-topics.ts'

/** Changes within this time are one event, in milliseconds. */
const BATCH_MS = 100

/** When it is tried again to read whose the changes are, in milliseconds. */
const RETRY_MS = 1_000

/** Checks of the sessions from one heartbeat to the next. */
const CHECKS_PER_BEAT = 4

declare module '../feature.ts' {
  interface Services {
    live: Live
  }
}

/** Publishes changes to open pages. */
type Live = ReturnType<typeof createLive>

/**
 * Gathers what this process and others on the database have committed, and sends each open stream its part
 * (`docs/decisions/0142-live.md`).
 */
export function createLive({ db, sessions, log }: Pick<Services, 'db' | 'sessions' | 'log'>) {
  const hasOthers = engineOf(db) === 'postgres'
  const processId = randomUUID()
  const streams = createLiveStreams(({ reads }) => {
    if (reads !== undefined) batch.add('readers')
  })
  const readers = createReaders({
    ...{ db, log, streams },
    processId: hasOthers ? processId : undefined,
    onChange: () => batch.add('readers'),
  })
  /** Applications that this process has changed, with their postings where these are known already. */
  let changed = new Map<number, number | null | undefined>()
  /** What else this process has changed. */
  let local = new LiveChanges()
  /** What other processes have published. */
  let received = new LiveChanges()
  let checks = 0

  const batch = createBatch<'changes' | 'readers'>(
    async (parts) => {
      const failed = parts.has('changes') ? await publish().then(() => [], lost) : []
      if (parts.has('readers'))
        await readers.publish().catch((error) => log.warn({ err: error }, 'readers not published'))
      return failed
    },
    { afterMs: BATCH_MS, retryMs: RETRY_MS },
  )
  /** What was to be published is lost: everyone reads again. */
  const lost = (error: unknown): 'changes'[] => {
    log.warn({ err: error }, 'changes not published to open pages')
    received.isAll = true
    local.isAll = true
    return ['changes']
  }
  const publish = async () => {
    const [ids, mine, others] = [changed, local, received]
    ;[changed, local, received] = [new Map(), new LiveChanges(), new LiveChanges()]
    await addApplications(db, ids, mine)
    const notifications = hasOthers ? mine.toNotifications() : []
    for (const text of notifications) await notifyProcesses(db, writeTopic({ of: 'live', sender: processId, text }))
    for (const changes of [mine, others]) await deliver(changes)
  }
  const deliver = async (changes: LiveChanges) => {
    // A reader may have another name.
    if (changes.accounts.size > 0 || changes.isAll) batch.add('readers')
    await check([...changes.accounts].flatMap((accountId) => [...streams.of(accountId)]))
    const hasManagers = [...streams.all()].some(({ role }) => role === 'hiring_manager')
    const seen = hasManagers ? await listSeenPostings(db, changes.postings) : NOBODY
    sendParts(streams, changes, seen)
  }
  /** Ends the streams of sessions that open nothing any more, or something else. */
  const check = async (checked: readonly Stream[]) => {
    const roles = await sessions.rolesOf(checked.map(({ tokenHash }) => tokenHash))
    for (const stream of checked) if (roles.get(stream.tokenHash) !== stream.role) streams.end(stream)
  }
  const add = (announcement: Announcement) => {
    if (announcement.of === 'tags') return local.addTags()
    const { of, id } = announcement
    if (of === 'application') changed.set(id, announcement.jobId ?? changed.get(id))
    else if (of === 'job') local.addPosting(id)
    else local[of === 'notices' ? 'notices' : 'accounts'].add(id)
  }

  listenToAnnouncements(db, (announced) => {
    if (!hasOthers && streams.all().size === 0) return
    for (const each of announced) add(each)
    batch.add('changes')
  })

  return {
    streams,

    /** Takes what a page reports that it shows. */
    reportReading: readers.report,

    /** Receives a notification of another process; does nothing for one of another topic. */
    receive: (topic: string) => {
      const message = parseTopic(topic)
      if (!message || message.sender === processId) return
      if (message.of === 'reading') return readers.receive(message)
      if (streams.all().size === 0) return
      try {
        received.addNotification(message.text)
      } catch (error) {
        // A process of another version may write it in another way.
        log.debug({ err: error }, 'a notification of another process is not understood')
        received.isAll = true
      }
      batch.add('changes')
    },

    /** Notifications may have been missed: everyone reads again. */
    resync: (): void => {
      received.isAll = true
      batch.add('changes')
    },

    /** Sends heartbeats, and ends the streams of sessions that have ended. */
    tick: async (): Promise<void> => {
      checks += 1
      if (checks % CHECKS_PER_BEAT === 0) streams.beat()
      readers.beat()
      await check([...streams.all()])
    },

    /** Ends all streams, and opens none any more. */
    end: async (): Promise<void> => {
      batch.end()
      streams.endAll()
      // Other processes forget the readers of one that says nothing, only later.
      await readers.notifyOthers().catch(() => undefined)
    },

    /** Whether the program ends. */
    isEnded: batch.isEnded,
  }
}

/** Sends each stream its part of changes. Those who see the same postings share the bytes. */
function sendParts(streams: LiveStreams, changes: LiveChanges, seen: ReadonlyMap<number, number[]>): void {
  const parts = new Map<string, Buffer | undefined>()
  const partOf = ({ role, accountId }: Stream) => {
    const postings = role === 'hiring_manager' ? (seen.get(accountId) ?? []) : undefined
    const key = postings?.join() ?? 'all'
    if (!parts.has(key)) {
      const event = changes.eventFor(postings && ((jobId) => postings.includes(jobId)))
      parts.set(key, event && bytesOf(event))
    }
    return parts.get(key)
  }
  for (const stream of streams.all()) streams.send(stream, partOf(stream))
  for (const accountId of changes.notices) for (const stream of streams.of(accountId)) streams.send(stream, NOTICES)
}

/** What hiring managers see, where none listens. */
const NOBODY: ReadonlyMap<number, number[]> = new Map()

const NOTICES = bytesOf({ notices: true })

/** Adds applications with their postings. */
async function addApplications(
  db: Kysely<Tables>,
  changed: ReadonlyMap<number, number | null | undefined>,
  changes: LiveChanges,
): Promise<void> {
  const unknown = [...changed].flatMap(([id, jobId]) => (jobId === undefined ? [id] : []))
  const postings = await findPostings(db, unknown)
  for (const [id, jobId] of changed) changes.addApplication(id, jobId ?? postings.get(id) ?? null)
}
