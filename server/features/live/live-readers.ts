import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import { MOST_READERS_NAMED, type Readers } from '../../../contract/team/reading.ts'
import { notifyProcesses } from '../../platform/database/notifications.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { bytesOf } from './event-bytes.ts'
import { findNames, listSeenApplications } from './live-queries.ts'
import type { LiveStreams, Stream } from './live-streams.ts'
import { writeTopic } from './live-topics.ts'

/** Readers at another process that it has not named for so long are gone with it, in milliseconds: it names all every five seconds. */
const FORGOTTEN_MS = 11_000

/** Readers that one notification names as here, and as gone: PostgreSQL takes fewer than 8,000 bytes, and a key has up to 24. */
const NAMED_AT_ONCE = 150

/** An application, and the account of one who reads it: their ids. */
const keySchema = z.templateLiteral([z.int(), ':', z.int()])
type Key = z.output<typeof keySchema>

/** What a page has reported, for the process that has its stream. */
const reportSchema = z.strictObject({
  accountId: z.int(),
  stream: z.string(),
  applicationId: z.int(),
  isReading: z.boolean(),
})
type Report = z.output<typeof reportSchema>

/** Who reads at the process that sends it. */
const changedSchema = z.strictObject({ here: z.array(keySchema), gone: z.array(keySchema) })
type Changed = z.output<typeof changedSchema>

/** A stream whose page shows an application. */
type ReadingStream = Stream & { reads: number }

type Reading = {
  db: Kysely<Tables>
  log: FastifyBaseLogger
  streams: LiveStreams
  /** This process among others on the database; undefined where it is alone. */
  processId: string | undefined
  /** Called when there is something to publish. */
  onChange: () => void
}

/**
 * Who reads which application, as the pages say that hold streams (`docs/decisions/0148-beside-others.md`). Kept in memory: each
 * process knows the readers of its own streams, and names them to the others.
 */
export function createReaders({ db, log, streams, processId, onChange }: Reading) {
  /** Readers at other processes, with the time at which each was last named. */
  const elsewhere = new Map<string, Map<Key, number>>()
  let published: ReadonlySet<Key> = new Set()
  /** What other processes were told since the last beat. */
  let told: ReadonlySet<Key> = new Set()

  const notify = (sender: string, message: Report | Changed) =>
    notifyProcesses(db, writeTopic({ of: 'reading', sender, text: JSON.stringify(message) }))

  const take = ({ accountId, stream: id, applicationId, isReading }: Report): boolean => {
    const stream = [...streams.of(accountId)].find((one) => one.id === id)
    if (!stream) return false
    if (!isReading && stream.reads !== applicationId) return true
    stream.reads = isReading ? applicationId : undefined
    stream.toldReaders = undefined
    onChange()
    return true
  }

  const receiveChanged = (sender: string, { here, gone }: Changed) => {
    const known = elsewhere.get(sender) ?? new Map<Key, number>()
    const isNews = here.some((key) => !known.has(key)) || gone.some((key) => known.has(key))
    for (const key of here) known.set(key, performance.now())
    for (const key of gone) known.delete(key)
    elsewhere.set(sender, known)
    if (isNews) onChange()
  }

  /** Names to the other processes the readers that came and went, after a beat all of them. */
  const notifyOthers = async () => {
    const here = new Set(readingStreams(streams).map(keyOf))
    const named = [...here].filter((key) => !told.has(key))
    const gone = [...published].filter((key) => !here.has(key))
    ;[published, told] = [here, here]
    if (processId === undefined) return
    for (let start = 0; start < Math.max(named.length, gone.length); start += NAMED_AT_ONCE) {
      const some = (all: Key[]) => all.slice(start, start + NAMED_AT_ONCE)
      await notify(processId, { here: some(named), gone: some(gone) })
    }
  }

  /** Sends each page that shows an application who else reads it, unless that is what it was sent last. */
  const sendReaders = async () => {
    const shown = new Map(readingStreams(streams).map(({ reads }) => [reads, new Set<number>()]))
    for (const key of [...published, ...[...elsewhere.values()].flatMap((known) => [...known.keys()])]) {
      const [applicationId, accountId] = key.split(':').map(Number) as [number, number]
      shown.get(applicationId)?.add(accountId)
    }
    // Read each time: one who has another name, or is deactivated, is shown under the old one no more.
    const together = [...shown.values()].filter(({ size }) => size > 1).flatMap((readers) => [...readers])
    const names = (await findNames(db, [...new Set(together)])).toSorted(([, one], [, other]) =>
      one.localeCompare(other),
    )
    // Once for each application: hundreds of pages may show the same one.
    const named = new Map([...shown].map(([id, readers]) => [id, names.filter(([reader]) => readers.has(reader))]))
    for (const stream of readingStreams(streams)) {
      const others = (named.get(stream.reads) ?? []).filter(([reader]) => reader !== stream.accountId)
      const sorted = others.map(([, name]) => name)
      send(streams, stream, describeReaders(stream.reads, sorted))
    }
  }

  const noteSight = (stream: ReadingStream, isSeen: boolean) => {
    stream.unseen = isSeen ? undefined : stream.reads
    if (!isSeen) send(streams, stream, describeReaders(stream.reads, []))
  }

  /**
   * Notes which hiring managers may not see now what their pages show: these neither read it nor hear of others, until a later look finds
   * that they may again.
   */
  const noteUnseen = async () => {
    const managers = [...streams.all()].filter(isOnPage).filter(({ role }) => role === 'hiring_manager')
    if (managers.length === 0) return
    const ids = managers.map(({ reads }) => reads)
    const seen = await listSeenApplications(db, ids)
    for (const [index, stream] of managers.entries()) {
      // The page may have said something else meanwhile.
      if (stream.reads === ids[index]) noteSight(stream, seen.get(stream.accountId)?.has(stream.reads) ?? false)
    }
  }

  return {
    /** Takes what a page reports; its stream may be at another process. */
    report: async (report: Report): Promise<void> => {
      if (!take(report) && processId !== undefined) await notify(processId, report)
    },

    /** Receives a notification of another process. */
    receive: ({ sender, text }: { sender: string; text: string }): void => {
      try {
        const message = z.union([reportSchema, changedSchema]).parse(JSON.parse(text))
        if ('here' in message) receiveChanged(sender, message)
        else take(message)
      } catch (error) {
        // A process of another version may write it in another way.
        log.debug({ err: error }, 'a notification about readers is not understood')
      }
    },

    /** Publishes to the other processes and to the pages of this one what has changed. */
    publish: async (): Promise<void> => {
      await noteUnseen()
      await notifyOthers()
      await sendReaders()
    },

    notifyOthers,

    /** Names all readers to the other processes again, and forgets those of processes that are silent. */
    beat: (): void => {
      const since = performance.now() - FORGOTTEN_MS
      for (const [sender, known] of elsewhere) {
        for (const [key, at] of known) if (at < since) known.delete(key)
        if (known.size === 0) elsewhere.delete(sender)
      }
      told = new Set()
      onChange()
    },
  }
}

function isOnPage(stream: Stream): stream is ReadingStream {
  return stream.reads !== undefined
}

/** The streams whose pages show what their readers may see. */
function readingStreams(streams: LiveStreams): ReadingStream[] {
  return [...streams.all()].filter(isOnPage).filter(({ reads, unseen }) => reads !== unseen)
}

function keyOf({ reads, accountId }: ReadingStream): Key {
  return `${reads}:${accountId}`
}

/** @param sorted the names of the others */
function describeReaders(application: number, sorted: readonly string[]): Readers {
  const isShort = sorted.length <= MOST_READERS_NAMED + 1
  const named = sorted.slice(0, isShort ? sorted.length : MOST_READERS_NAMED)
  return { application, names: named, others: sorted.length - named.length }
}

/** That nobody else reads it needs no word at first. */
function send(streams: LiveStreams, stream: Stream, readers: Readers): void {
  const text = readers.names.length === 0 ? '' : JSON.stringify(readers)
  if (text === (stream.toldReaders ?? '')) return
  stream.toldReaders = text
  streams.send(stream, bytesOf({ readers }))
}
