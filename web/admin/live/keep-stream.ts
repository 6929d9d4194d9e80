import type { LiveEvent } from '../../../contract/team/live-events.ts'
import { ADMIN_API, STREAM_HEADER } from '../../../contract/wire/admin-paths.ts'
import { bearer } from '../../api/json-request.ts'
import { sendAuthorized } from '../../api/send-authorized.ts'
import { readEvents } from './read-events.ts'

/** How long a stream may be silent, in milliseconds: the server says something every 20 seconds. */
const SILENCE_MS = 45_000

/** Waits before connecting again, in milliseconds, each from the half of it to the whole; the last one repeats. */
const WAITS_MS = [2_000, 5_000, 15_000, 60_000]

/** What is told of a stream. */
type Hearing = {
  onEvent: (event: LiveEvent) => void
  /** Changes are heard now, from a stream of this id; again after a break, in which some may have been missed. Undefined for the break. */
  onOpen: (stream: string | undefined) => void
  /** The session is over, or may not hear. */
  onRefused: () => void
}

/**
 * Keeps a stream of changes open while the page is visible: browsers open six connections to a server at most, for all tabs.
 * @returns what ends it
 */
export function keepStream(token: string, hearing: Hearing): () => void {
  let current: AbortController | undefined
  let waiting: number | undefined
  let failures = 0

  const connect = async () => {
    const connection = new AbortController()
    current = connection
    await listen(token, connection, {
      ...hearing,
      onOpen: (stream) => {
        failures = 0
        hearing.onOpen(stream)
      },
    }).catch(() => undefined)
    if (current !== connection) return
    hearing.onOpen(undefined)
    const wait = WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] ?? 0
    failures += 1
    waiting = window.setTimeout(connect, wait * (0.5 + Math.random() / 2))
  }
  const disconnect = () => {
    window.clearTimeout(waiting)
    current?.abort()
    current = undefined
    hearing.onOpen(undefined)
  }
  const follow = () => {
    if (document.visibilityState === 'hidden') disconnect()
    else if (!current) void connect()
  }

  follow()
  document.addEventListener('visibilitychange', follow)
  return () => {
    document.removeEventListener('visibilitychange', follow)
    disconnect()
  }
}

/** Opens one stream and reads it to its end. */
async function listen(
  token: string,
  connection: AbortController,
  { onEvent, onOpen, onRefused }: Hearing,
): Promise<void> {
  let silence: number | undefined
  const restartSilence = () => {
    window.clearTimeout(silence)
    silence = window.setTimeout(() => connection.abort(), SILENCE_MS)
  }
  restartSilence()
  try {
    const { ok, status, body, headers } = await sendAuthorized(token, (current) =>
      fetch(ADMIN_API.live, {
        headers: { Accept: 'text/event-stream', ...bearer(current) },
        signal: connection.signal,
      }),
    )
    if (status === 401 || status === 403) onRefused()
    if (!ok || !body) return
    let isOpen = false
    await readEvents(body, {
      // A proxy that holds the stream back sends nothing.
      any: () => {
        restartSilence()
        if (!isOpen) onOpen(headers.get(STREAM_HEADER) ?? '')
        isOpen = true
      },
      data: (data) => onEvent(JSON.parse(data) as LiveEvent),
    })
  } finally {
    window.clearTimeout(silence)
    connection.abort()
  }
}
