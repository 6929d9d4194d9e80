import type { Readers } from '../../../contract/team/reading.ts'

/** What the stream of changes says of this page itself. */
type StreamState = {
  /** Its id; undefined while there is no stream. */
  stream?: string | undefined
  /** Who else reads the application that the page has said to show. */
  readers?: Readers | undefined
}

/** The event of the window that says that {@link streamStore} has changed. */
export const STREAM_EVENT = 'stream'

/** Shares that with what reads less often while changes are heard, and with the part of a page that shows readers. */
export const streamStore = {
  state: {} as StreamState,
  set: (state: StreamState): void => {
    streamStore.state = state
    dispatchEvent(new Event(STREAM_EVENT))
  },
}
