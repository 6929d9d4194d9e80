import type { Readable } from 'node:stream'
import { exchange } from './clamd-exchange.ts'
import type { ScannerAddress } from './scan-settings.ts'

/** What a scan has found: the name of a virus, or nothing. */
type Verdict = { virus: string | null }

/** Looks for viruses. */
export type VirusScanner = {
  /**
   * Scans a content to its end and closes it, whatever comes of it.
   * @throws {ScannerFault} when there is no verdict
   * @throws what the content itself failed with, when it cannot be read
   */
  scan(content: Readable): Promise<Verdict>
}

/** The scanner cannot be reached, does not answer, or answers with an error: nothing is known of the content. */
export class ScannerFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ScannerFault'
  }
}

/** The scanner takes nothing of this length, so that asking again is of no use. */
export class TooLongToScan extends ScannerFault {
  constructor() {
    super('ClamAV takes no file of this length: set StreamMaxLength in clamd.conf to 10M or more.')
    this.name = 'TooLongToScan'
  }
}

/** For the whole of a scan, since an applicant waits for it. In milliseconds. */
const TIME_LIMIT_MS = 15_000
const COMMAND = Buffer.from('zINSTREAM\0')

/** A client of ClamAV's daemon, which is sent the content itself, so that it needs no access to our files. */
export function createClamd(address: ScannerAddress, timeLimitMs = TIME_LIMIT_MS): VirusScanner {
  return {
    scan: async (content) => {
      const deadline = AbortSignal.timeout(timeLimitMs)
      const progress: Progress = { bytes: 0, isSent: false }
      // Its failure is met where it is read.
      content.on('error', () => undefined)
      try {
        return readAnswer(await exchange(address, frames(content, progress), { deadline }), progress)
      } catch (error) {
        throw progress.failure ?? (await explain(error, { address, progress, deadline }))
      } finally {
        content.destroy()
      }
    },
  }
}

/** Makes a fault of what ended a scan. */
async function explain(
  error: unknown,
  { address, progress, deadline }: { address: ScannerAddress; progress: Progress; deadline: AbortSignal },
): Promise<ScannerFault> {
  if (error instanceof ScannerFault) return error
  if (deadline.aborted) return new ScannerFault('ClamAV cannot be asked: it did not answer in time', { cause: error })
  if (!progress.isSent && (await refusesLength(address, progress.bytes, deadline))) return new TooLongToScan()
  const reason = error instanceof Error ? error.message : String(error)
  return new ScannerFault(`ClamAV cannot be asked: ${reason}`, { cause: error })
}

type Progress = { bytes: number; isSent: boolean; failure?: unknown }

/** The content as the command INSTREAM takes it (clamd(8)): each chunk after its length, and an empty one at the end. */
async function* frames(content: Readable, progress: Progress): AsyncGenerator<Buffer> {
  yield COMMAND
  try {
    for await (const chunk of content) {
      progress.bytes += chunk.length
      yield Buffer.concat([lengthOf(chunk.length), chunk])
    }
  } catch (error) {
    progress.failure = error
    throw error
  }
  progress.isSent = true
  yield lengthOf(0)
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

/**
 * Whether clamd takes no content of a length. It closes the connection in the middle of one, and what it said by then
 * is often lost. To the length alone, without a content to read, its answer always arrives.
 */
async function refusesLength(address: ScannerAddress, bytes: number, deadline: AbortSignal): Promise<boolean> {
  const command = [COMMAND, lengthOf(bytes)]
  const answer = await exchange(address, command, { deadline, hangsUp: true }).catch(() => '')
  return isTooLong(answer)
}

function isTooLong(answer: string): boolean {
  return answer.startsWith('INSTREAM size limit exceeded')
}

function readAnswer(answer: string, { isSent }: Progress): Verdict {
  const virus = /^stream: (.+) FOUND$/.exec(answer)?.[1]
  if (virus) return { virus }
  // Said of a part of the content, it would say nothing of the rest.
  if (answer === 'stream: OK' && isSent) return { virus: null }
  if (isTooLong(answer)) throw new TooLongToScan()
  throw new ScannerFault(`ClamAV gave no verdict: ${answer || 'it said nothing'}`)
}
