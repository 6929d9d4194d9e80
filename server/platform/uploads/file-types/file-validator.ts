import type { FastifyBaseLogger } from 'fastify'
import { type BoundedWorker, createBoundedWorker, type WorkerLimits, WorkerStopped } from '../../bounded-worker.ts'
import { unavailable } from '../../http/request-error.ts'
import { createFairQueue } from '../../http/turns/fair-queue.ts'
import { type FileValidation, TAKES_TOO_LONG } from './file-validation.ts'
import type { UncheckedFile } from './validate-file.ts'
import type { ValidationResponse } from './validation-worker.ts'

/** The dearest file within the limits of its type takes a tenth of a second and some megabytes. */
const LIMITS: WorkerLimits = { timeMs: 5_000, memoryMb: 64, idleMs: 30_000 }
/** One file of a customer prefix at a time, so that the second thread is free for the others. */
const WORKERS = 2
/** Files that may wait for a thread; each holds an upload slot. */
const WAITING = { ofEach: 25, inAll: 100 }

/** Tells the kinds of files in worker threads: no content that a stranger has made is searched or parsed beside the requests. */
export type FileValidator = {
  /**
   * Validates one file once its customer prefix is served.
   * @param address of the sender
   * @returns what was found and what it cost, in milliseconds; a file that exceeds a limit takes too long to read
   * @throws {RequestError} `too_many_requests` or `unavailable` with too many files waiting, or when it is stopped meanwhile;
   * the error of the disk when the file cannot be read
   */
  validate(file: UncheckedFile, address: string): Promise<{ validation: FileValidation; costMs: number }>
  /** Ends the threads. */
  stop(): Promise<void>
}

/**
 * Makes a validator; its threads start with the first file.
 * @param options.entry the module that each thread runs
 */
export function createFileValidator(
  log: Pick<FastifyBaseLogger, 'warn'>,
  { limits = LIMITS, entry = new URL('./validation-worker.ts', import.meta.url) } = {},
): FileValidator {
  const workers = Array.from({ length: WORKERS }, () =>
    createBoundedWorker<UncheckedFile, ValidationResponse>(entry, limits),
  )
  // The one that worked last is taken first: the other starts only when there are two files at once.
  const idle = [...workers]
  const queue = createFairQueue({ of: 'forms', atOnce: WORKERS, ...WAITING })

  const validateIn = async (worker: BoundedWorker<UncheckedFile, ValidationResponse>, file: UncheckedFile) => {
    try {
      return await worker.run(file)
    } catch (error) {
      if (error instanceof WorkerStopped) throw unavailable()
      log.warn({ err: error, bytes: file.size }, 'file not validated: the worker was ended')
      return { validation: TAKES_TOO_LONG, costMs: limits.timeMs }
    }
  }

  return {
    validate: ({ path, size, head, tail }, address) =>
      queue.run(address, async () => {
        const worker = idle.pop()
        if (!worker) throw new Error('more files than workers')
        const result = await validateIn(worker, { path, size, head, tail }).finally(() => idle.push(worker))
        if ('validation' in result) return result
        throw Object.assign(new Error(result.diskFault.message), result.diskFault)
      }),
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}
