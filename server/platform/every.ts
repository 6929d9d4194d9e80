import type { FastifyBaseLogger } from 'fastify'
import pLimit from 'p-limit'

/** Pieces of work that are due at the start and run at once: each takes a connection to the database, and a pooler has few. */
const MOST_AT_START = 2

/** Work that the program does at times, without a request. */
export type TimedWork = {
  /** Its name in the log and in tests. */
  name: string
  /** Time from one run to the next, in milliseconds; null for one run after the start. */
  everyMs: number | null
  /** Whether it also runs at the start; otherwise first after `everyMs`. */
  isDueAtStart: boolean
  /** How the log has a fault: an error where an operator must act; a warning where the next run mends it. */
  faultLevel: 'warn' | 'error'
  /** @param signal aborts when the program stops: long work then ends early, and the next start goes on with it */
  run(signal: AbortSignal): Promise<unknown>
}

/** Work that runs at its times from now on. */
export type RunningWork = {
  /** Runs it now, after the run under way. Resolves when it has ended; a fault is logged. */
  runNow(): Promise<void>
  /** Begins no more runs, and waits for the one under way. */
  stop(): Promise<void>
}

/**
 * Runs a piece of work at its times. It never overlaps itself in this process: a run that is due while the one before goes on
 * is left out. Other processes on the same database may run it at the same moment.
 * @param isPaused whether nothing may be written: no run begins meanwhile
 * @param atStart begins what is due at the start, when its turn comes
 */
export function every(
  { name, everyMs, isDueAtStart, faultLevel, run }: TimedWork,
  { log, isPaused }: { log: Pick<FastifyBaseLogger, 'warn' | 'error'>; isPaused(): boolean },
  atStart: (begin: () => Promise<void>) => unknown = (begin) => begin(),
): RunningWork {
  const stopping = new AbortController()
  let underWay: Promise<void> | undefined

  const attempt = async () => {
    if (stopping.signal.aborted || isPaused()) return
    try {
      await run(stopping.signal)
    } catch (error) {
      log[faultLevel]({ err: error, work: name }, 'work not done')
    }
  }
  const begin = () => {
    underWay = attempt().finally(() => {
      underWay = undefined
    })
    return underWay
  }
  const beginUnlessUnderWay = () => {
    if (!underWay) begin()
  }

  if (isDueAtStart) void atStart(() => underWay ?? begin())
  const timer = everyMs === null ? undefined : setInterval(beginUnlessUnderWay, everyMs).unref()
  return {
    runNow: async () => {
      while (underWay) await underWay
      await begin()
    },
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await underWay
    },
  }
}

/** Makes the scheduler of a process: it runs pieces of work at their times, each under a name of its own. */
export function createScheduler(services: Parameters<typeof every>[1]) {
  const running = new Map<string, RunningWork>()
  const atStart = pLimit(MOST_AT_START)
  return {
    /** Runs one more at its times. @throws where another has its name: it could not be run by hand */
    add: (work: TimedWork): void => {
      if (running.has(work.name)) throw new Error(`Two pieces of timed work are named ${work.name}.`)
      running.set(work.name, every(work, services, atStart))
    },
    /** Runs one now, for tests. */
    runNow: async (name: string): Promise<void> => {
      const work = running.get(name)
      if (!work) throw new Error(`There is no work named ${name}.`)
      await work.runNow()
    },
    /** Stops all of them. */
    stop: async (): Promise<void> => {
      await Promise.all([...running.values()].map((work) => work.stop()))
    },
  }
}
