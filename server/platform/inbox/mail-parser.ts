import type { FastifyBaseLogger } from 'fastify'
import { createBoundedWorker, type WorkerLimits, WorkerStopped } from '../bounded-worker.ts'
import { type IncomingMail, MAIL_LIMITS } from './incoming-mail.ts'
import type { ParsedResponse } from './mail-worker.ts'
import type { UnparsedMail } from './parse-mail.ts'

/** A mail of 25 MB takes a second and a quarter of this memory. */
const LIMITS: WorkerLimits = { timeMs: 10_000, memoryMb: 192, idleMs: 30_000 }

/** Understands mails in a worker thread. */
export type MailParser = {
  /**
   * Understands one mail; of one that breaks the parser or exceeds a limit, its header alone.
   * @param mail.source stays readable
   * @returns undefined for what is no mail at all
   * @throws {WorkerStopped} when the parser is stopped meanwhile
   */
  parse(mail: Omit<UnparsedMail, 'isHeaderOnly'>): Promise<IncomingMail | undefined>
  /** Ends the worker. */
  stop(): Promise<void>
}

/** Makes a parser; its worker starts with the first mail. */
export function createMailParser(log: Pick<FastifyBaseLogger, 'warn'>, limits = LIMITS): MailParser {
  const worker = createBoundedWorker<UnparsedMail, ParsedResponse>(new URL('./mail-worker.ts', import.meta.url), limits)
  const run = async (mail: UnparsedMail) => {
    try {
      return await worker.run(mail)
    } catch (error) {
      if (error instanceof WorkerStopped) throw error
      log.warn({ err: error, bytes: mail.source.length }, 'mail not understood: the worker was ended')
      return undefined
    }
  }
  return {
    parse: async (mail) =>
      (await run({ ...mail, isHeaderOnly: false })) ??
      (await run({ source: mail.source.slice(0, MAIL_LIMITS.headBytes), isWhole: false, isHeaderOnly: true })),
    stop: () => worker.stop(),
  }
}
