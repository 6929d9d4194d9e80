/** One event of a Chrome trace; times in microseconds. */
type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  /** Processor time of the thread, which other programs on the machine do not lengthen. */
  tdur?: number
  args: { name?: string; data?: { type?: string } }
}

/** What one interaction cost on the main thread of the page, in milliseconds. */
export type Interaction = { total: number; processor: number; longestTask: number }

/** A stretch of time after an event. */
type Span = { from?: number; to?: number }

const TASKS = ['RunTask', 'ThreadControllerImpl::RunTask']

/**
 * Parts the main-thread work in a trace by the events that begin an interaction: all tasks from one to the next belong to
 * the first, so that what a response or a timer brings later counts too.
 * @param trace the JSON of a Chrome trace with `disabled-by-default-devtools.timeline`
 * @param beginning type of the DOM event that begins an interaction, such as `keydown`
 * @param span the stretch after the event that counts, in milliseconds; all until the next one by default
 */
export function interactionsIn(trace: Buffer, beginning: string, span: Span = {}): Interaction[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const starts = traceEvents
    .filter(({ name, args }) => name === 'EventDispatch' && args.data?.type === beginning)
    .toSorted((a, b) => a.ts - b.ts)
  const [first] = starts
  if (!first) throw new Error(`the trace has no ${beginning}`)
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => TASKS.includes(name) && ph === 'X' && pid === first.pid && tid === first.tid,
  )
  const { from = 0, to = Number.POSITIVE_INFINITY } = span
  return starts.map(({ ts }, index) => {
    const next = starts[index + 1]?.ts ?? Number.POSITIVE_INFINITY
    return workBetween(tasks, ts + from * 1000, Math.min(ts + to * 1000, next))
  })
}

/** A task belongs to the stretch in which it ends: an event is dispatched within a task that has begun before it. */
function workBetween(tasks: TraceEvent[], from: number, to: number): Interaction {
  const within = tasks.filter(({ ts, dur = 0 }) => ts + dur >= from && ts + dur < to)
  return {
    total: within.reduce((sum, { dur = 0 }) => sum + dur, 0) / 1000,
    processor: within.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000,
    longestTask: Math.max(0, ...within.map(({ dur = 0 }) => dur)) / 1000,
  }
}
