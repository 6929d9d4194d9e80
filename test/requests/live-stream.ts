import { expect, vi } from 'vitest'
import type { LiveEvent } from '../../contract/team/live-events.ts'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'

const SOON = { timeout: 10_000, interval: 10 }

/** A stream of changes as a browser reads it. */
export type LiveStream = Awaited<ReturnType<typeof openLive>>

/** Opens the stream of changes of a signed-in person. @param url of the server */
export async function openLive(url: string, headers: { authorization: string }) {
  const closing = new AbortController()
  const sent = { ...headers, accept: 'text/event-stream' }
  const response = await fetch(url + ADMIN_API.live, { headers: sent, signal: closing.signal })
  let text = ''
  let isOpen = true
  const reading = read(response, (part) => {
    text += part
  })
  reading
    .catch(() => undefined)
    .finally(() => {
      isOpen = false
    })
  await vi.waitFor(() => expect(text, 'the stream begins').not.toBe(''), SOON)
  const events = () => [...text.matchAll(/^data: (.*)\n\n/gm)].map(([, data]) => JSON.parse(String(data)) as LiveEvent)
  return {
    response,
    /** Everything that came so far. */
    text: () => text,
    /** The data of every event that came so far. */
    events,
    /** Waits for an event. */
    receives: (event: LiveEvent) => vi.waitFor(() => expect(events()).toContainEqual(event), SOON),
    /** Waits for an event that names an application, perhaps with others. */
    receivesOf: (id: number) => vi.waitFor(() => expect(namedIn(events())).toContain(id), SOON),
    /** Every application that an event has named. */
    named: () => [...new Set(namedIn(events()))],
    /** Waits until the server has ended the stream. */
    ends: () => vi.waitFor(() => expect(isOpen, 'the stream is open').toBe(false), SOON),
    isOpen: () => isOpen,
    close: () => closing.abort(),
  }
}

function namedIn(events: readonly LiveEvent[]): (number | 'many')[] {
  return events.flatMap<number | 'many'>(({ applications = [] }) =>
    applications === 'many' ? [applications] : applications,
  )
}

async function read({ body }: Response, add: (part: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  for await (const part of body ?? []) add(decoder.decode(part as Uint8Array, { stream: true }))
}
