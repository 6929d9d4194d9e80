import type { ServerResponse } from 'node:http'
import type { Role } from '../../../contract/accounts/roles.ts'

/** Streams of this process, and those of one person: more tabs than anyone looks at. */
const MOST = { all: 500, ofAccount: 10 } as const

/** Bytes that wait for a reader; one who reads nothing for so long is cut off, and connects again. */
const MOST_WAITING = 64 * 1024

/** Keeps proxies and browsers from taking a silent stream for a broken one. */
const HEARTBEAT = Buffer.from(':\n\n')

/** What a client waits before it connects again after a shutdown, in milliseconds. */
const RETRY = Buffer.from('retry: 1000\n\n')

/** A response that stays open. */
export type Stream = { response: ServerResponse; accountId: number; role: Role; tokenHash: string }

/** The open streams of this process. */
export type LiveStreams = ReturnType<typeof createLiveStreams>

/** Makes the list of open streams. @param most fewer for tests */
export function createLiveStreams(most: Readonly<Record<keyof typeof MOST, number>> = MOST) {
  const streams = new Set<Stream>()
  const ofAccounts = new Map<number, Set<Stream>>()

  const remove = (stream: Stream) => {
    streams.delete(stream)
    const own = ofAccounts.get(stream.accountId)
    own?.delete(stream)
    if (own?.size === 0) ofAccounts.delete(stream.accountId)
  }

  return {
    /** Every open stream. */
    all: (): ReadonlySet<Stream> => streams,

    /** Those of an account. */
    of: (accountId: number): ReadonlySet<Stream> => ofAccounts.get(accountId) ?? new Set(),

    /** Whether an account may open one more. */
    hasRoom: (accountId: number): boolean =>
      streams.size < most.all && (ofAccounts.get(accountId)?.size ?? 0) < most.ofAccount,

    /** Adds a stream until its connection closes. */
    add: (stream: Stream): void => {
      streams.add(stream)
      ofAccounts.set(stream.accountId, (ofAccounts.get(stream.accountId) ?? new Set()).add(stream))
      stream.response.once('close', () => remove(stream))
    },

    /** Sends some bytes, which other streams share; nothing for none. */
    send,

    /** Tells every client that the stream is alive. */
    beat: (): void => {
      for (const stream of streams) send(stream, HEARTBEAT)
    },

    /** Ends a stream: the client connects again, if it still may. */
    end: ({ response }: Stream): void => void response.end(),

    /** Ends all before a shutdown. */
    endAll: (): void => {
      for (const { response } of streams) response.end(RETRY)
    },
  }
}

function send({ response }: Stream, bytes: Buffer | undefined): void {
  if (!bytes) return
  if (response.writableLength > MOST_WAITING) response.destroy()
  else response.write(bytes)
}
