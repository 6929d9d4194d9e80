/** A kind of request to Google. `status` queries how much of an upload has arrived. */
export type GoogleOperation =
  | 'token'
  | 'generateIds'
  | 'start'
  | 'chunk'
  | 'status'
  | 'get'
  | 'media'
  | 'delete'
  | 'drive'

/** What goes wrong with one request. */
export type Mishap =
  | { kind: 'fail'; status: number; reason: string }
  | { kind: 'stall'; ms: number }
  /** The connection breaks: `reply` after everything was done, a number after that many bytes of a chunk arrived. */
  | { kind: 'drop'; after: number | 'reply' }

/** Says which requests go wrong, and counts all of them. */
export function mishapScript() {
  const mishaps = new Map<GoogleOperation, (Mishap | undefined)[]>()
  const counts = new Map<GoogleOperation, number>()
  const gates = new Map<GoogleOperation, Promise<void>>()

  const plan = (on: GoogleOperation, mishap: Mishap, { times = 1, skip = 0 } = {}) => {
    const planned = [...Array<undefined>(skip).fill(undefined), ...Array<Mishap>(times).fill(mishap)]
    mishaps.set(on, [...(mishaps.get(on) ?? []), ...planned])
  }

  return {
    /** Counts a request and takes what is planned for it. */
    next(on: GoogleOperation): Mishap | undefined {
      counts.set(on, (counts.get(on) ?? 0) + 1)
      return mishaps.get(on)?.shift()
    },
    /** Refuses the next requests of a kind; `skip` lets some through first. */
    failNext(refusal: { on: GoogleOperation; times?: number; skip?: number; status: number; reason: string }): void {
      const { on, status, reason, ...which } = refusal
      plan(on, { kind: 'fail', status, reason }, which)
    },
    /** Delays the response to the next request of a kind. */
    stallNext(on: GoogleOperation, ms: number): void {
      plan(on, { kind: 'stall', ms })
    },
    /** Delays every response to requests of a kind until the returned function is called. */
    hold(on: GoogleOperation): () => void {
      const gate = Promise.withResolvers<void>()
      gates.set(on, gate.promise)
      return () => {
        gates.delete(on)
        gate.resolve()
      }
    },
    /** Resolves when requests of a kind get their responses. */
    opened: async (on: GoogleOperation) => gates.get(on),
    /** Breaks the connection of the next request of a kind. */
    dropNext(on: GoogleOperation, { after = 0, skip = 0 }: { after?: number | 'reply'; skip?: number } = {}): void {
      plan(on, { kind: 'drop', after }, { skip })
    },
    /** Lets every request succeed, whatever was planned. */
    succeedAgain(): void {
      mishaps.clear()
    },
    /** How many requests of a kind have come. */
    requests: (on: GoogleOperation): number => counts.get(on) ?? 0,
  }
}
