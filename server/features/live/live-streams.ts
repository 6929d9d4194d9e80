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
export type Stream = {
  /** Only its reader knows it. */
  id: string
  response: ServerResponse
  accountId: number
  role: Role
  tokenHash: string
  /** The application that its page shows. */
  reads?: number | undefined
  /** The application that its reader may not see now, though its page shows it. */
  unseen?: number | undefined
  /** What it was last told of those who read that too. */
  toldReaders?: string | undefined
}

/** The open streams of this process. */
export type LiveStreams = ReturnType<typeof createLiveStreams>

/** Makes the list of open streams. @param onRemoved called with each that is no more */
export function createLiveStreams(onRemoved: (stream: Stream) => void = () => undefined) {
  const streams = new Set<Stream>()
  const ofAccounts = new Map<number, Set<Stream>>()

  const remove = (stream: Stream) => {
    if (!streams.delete(stream)) return
    onRemoved(stream)
    const own = ofAccounts.get(stream.accountId)
    own?.delete(stream)
    if (own?.size === 0) ofAccounts.delete(stream.accountId)
  }

  /** Cuts off a reader with bytes that are still unread: the response would wait for that reader, out of every count. */
  const end = (stream: Stream, last?: Buffer) => {
    remove(stream)
    if (stream.response.writableLength > 0) stream.response.destroy()
    else if (!isGone(stream.response)) stream.response.end(last)
  }

  return {
    /** Every open stream. */
    all: (): ReadonlySet<Stream> => streams,

    /** Those of an account. */
    of: (accountId: number): ReadonlySet<Stream> => ofAccounts.get(accountId) ?? new Set(),

    /** Whether an account may open one more. */
    hasRoom: (accountId: number): boolean =>
      streams.size < MOST.all && (ofAccounts.get(accountId)?.size ?? 0) < MOST.ofAccount,

    /** Adds a stream until its connection closes, unless that broke while the session was read. */
    add: (stream: Stream): void => {
      const { response } = stream
      if (isGone(response)) return
      streams.add(stream)
      ofAccounts.set(stream.accountId, (ofAccounts.get(stream.accountId) ?? new Set()).add(stream))
      response.once('close', () => remove(stream))
      response.on('error', () => remove(stream))
    },

    /** Sends some bytes, which other streams share; nothing for none. */
    send,

    /** Tells every client that the stream is alive. */
    beat: (): void => {
      for (const stream of streams) send(stream, HEARTBEAT)
    },

    /** Ends a stream: the client connects again, if it still may. */
    end: (stream: Stream): void => end(stream),

    /** Ends all before a shutdown. */
    endAll: (): void => {
      for (const stream of streams) end(stream, RETRY)
    },
  }
}

/** Whether nobody is there any more. A response that waits behind another on its connection does not say so itself. */
function isGone(response: ServerResponse): boolean {
  return response.destroyed || response.writableEnded || response.req.socket.destroyed
}

function send({ response }: Stream, bytes: Buffer | undefined): void {
  if (!bytes || isGone(response)) return
  if (response.writableLength > MOST_WAITING) response.destroy()
  else response.write(bytes)
}
