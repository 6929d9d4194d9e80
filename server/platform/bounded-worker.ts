import { once } from 'node:events'
import { type Transferable, Worker } from 'node:worker_threads'

/**
 * Limits of one job. Time is that of the processor: a busy machine lets an honest job wait. Memory is what JavaScript may hold,
 * with half as much garbage, and as much again in buffers beside it.
 */
export type WorkerLimits = { timeMs: number; memoryMb: number; idleMs: number }

const MEGABYTE = 1e6
/** The heap that is looked at holds garbage too, which V8 has not collected yet. */
const WITH_GARBAGE = 1.5
/** V8's own limit only comes last: where one allocation exceeds it by much, V8 ends the whole process. */
const LAST_RESORT = 2
/** A buffer grows by some 30 MB between two looks. In milliseconds. */
const WATCH_MS = 50
/** A job may last so many times its processor time, waiting for the processor or the disk. */
const MOST_WAITING = 12

/** A worker thread that does one job at a time. Its entry posts one message for each message it receives. */
export type BoundedWorker<Job, Result> = {
  /**
   * Does one job; callers wait for each other.
   * @param transfer buffers that are handed to the worker and cannot be read afterwards
   * @throws {WorkerStopped} when the worker is stopped meanwhile; any other error when the job fails or exceeds a limit
   */
  run(job: Job, transfer?: Transferable[]): Promise<Result>
  /** Ends the worker. */
  stop(): Promise<void>
}

/** The process ends before the job is done. */
export class WorkerStopped extends Error {
  override name = 'WorkerStopped'
  override message = 'The server stopped before the job was done.'
}

/** A job took longer than it may. */
export class TimeLimitExceeded extends Error {
  override name = 'TimeLimitExceeded'
}

/**
 * The worker starts with the first job and ends when none has come for a while. A job that exhausts time or memory ends its
 * worker, and the next job gets a new one.
 * @param entry the module that the worker runs
 */
export function createBoundedWorker<Job, Result>(
  entry: URL,
  { timeMs, memoryMb, idleMs }: WorkerLimits,
): BoundedWorker<Job, Result> {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let latest: Promise<unknown> = Promise.resolve()
  let isStopped = false

  const end = async () => {
    clearTimeout(idle)
    const ended = worker
    worker = undefined
    await ended?.terminate()
  }

  const run = async (job: Job, transfer: Transferable[]): Promise<Result> => {
    if (isStopped) throw new WorkerStopped()
    clearTimeout(idle)
    worker ??= startWorker(entry, memoryMb)
    try {
      return (await runIn(worker, { job, transfer }, { timeMs, memoryMb })) as Result
    } catch (error) {
      await end()
      throw isStopped ? new WorkerStopped() : error
    } finally {
      idle = setTimeout(end, idleMs).unref()
    }
  }

  return {
    run: (job, transfer = []) => {
      const result = latest.then(() => run(job, transfer))
      latest = result.catch(() => undefined)
      return result
    },
    stop: async () => {
      isStopped = true
      await end()
    },
  }
}

function startWorker(entry: URL, memoryMb: number): Worker {
  const worker = new Worker(entry, {
    resourceLimits: { maxOldGenerationSizeMb: LAST_RESORT * memoryMb },
    // A library that is taken over finds no secrets there.
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  })
  // An idle worker may fail too; the next job then fails with it and ends it.
  worker.on('error', () => undefined)
  worker.unref()
  return worker
}

/** @throws when the worker fails or ends, or exceeds its limits */
async function runIn(
  worker: Worker,
  { job, transfer }: { job: unknown; transfer: Transferable[] },
  { timeMs, memoryMb }: Pick<WorkerLimits, 'timeMs' | 'memoryMb'>,
): Promise<unknown> {
  const over = new AbortController()
  const endLate = () => over.abort(new TimeLimitExceeded(`It took longer than ${timeMs} ms.`))
  const timer = setTimeout(endLate, MOST_WAITING * timeMs)
  let usedBefore: number | undefined
  const watch = setInterval(async () => {
    const usage = await worker.cpuUsage().catch(() => undefined)
    const usedMs = usage && (usage.user + usage.system) / 1_000
    usedBefore ??= usedMs
    if (usedMs !== undefined && usedBefore !== undefined && usedMs - usedBefore > timeMs) endLate()
    // V8's limit leaves out buffers, in which a PDF unpacks its streams. This interrupts even an endless loop.
    const statistics = await worker.getHeapStatistics().catch(() => undefined)
    const buffers = (statistics?.external_memory ?? 0) / MEGABYTE
    if (buffers > memoryMb) over.abort(new Error(`It took ${buffers.toFixed(0)} MB of buffers.`))
    const heap = (statistics?.used_heap_size ?? 0) / MEGABYTE
    if (heap > WITH_GARBAGE * memoryMb) over.abort(new Error(`It took ${heap.toFixed(0)} MB of heap.`))
  }, WATCH_MS)
  try {
    const exit = once(worker, 'exit', { signal: over.signal }).then(() => {
      throw new Error('The worker has ended.')
    })
    const response = once(worker, 'message', { signal: over.signal })
    worker.postMessage(job, transfer)
    const [result] = await Promise.race([response, exit])
    return result
  } catch (error) {
    throw over.signal.aborted ? over.signal.reason : error
  } finally {
    clearTimeout(timer)
    clearInterval(watch)
    over.abort()
  }
}
