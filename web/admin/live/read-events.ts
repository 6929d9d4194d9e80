/** Longest text without an end of an event, in characters: no event of ours is so long. */
const MOST_UNREAD = 100_000

/**
 * Reads server-sent events from the body of a response, which `EventSource` cannot do: it sends no token.
 * @param on.data called with the data of each event
 * @param on.any called whenever anything comes, heartbeats too
 * @throws when the connection breaks, or what comes is no stream of events
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  on: { data: (data: string) => void; any: () => void },
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let unread = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    on.any()
    const events = (unread + part.value).split('\n\n')
    unread = events.pop() ?? ''
    if (unread.length > MOST_UNREAD) throw new Error('No stream of events')
    for (const event of events) if (event.startsWith('data: ')) on.data(event.slice('data: '.length))
  }
}
