import type { Readable } from 'node:stream'
import { exchange } from './clamd-exchange.ts'
import type { ScannerAddress } from './scan-settings.ts'

/** The verdict of the scanner: the name of a virus, or null. */
type Verdict = { virus: string | null }

/** Scans contents for viruses. */
export type VirusScanner = {
  /**
   * Scans a content to its end, and closes it in any case.
   * @throws {ScannerFault} when there is no verdict
   * @throws the read error of the content, when it cannot be read
   */
  scan(content: Readable): Promise<Verdict>
}

/** The scanner cannot be reached, does not reply, or replies with an error: there is no verdict. */
export class ScannerFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ScannerFault'
  }
}

/** The scanner accepts no content of this length: another try fails too. */
export class TooLongToScan extends ScannerFault {
  constructor() {
    super('ClamAV takes no file of this length: set StreamMaxLength in clamd.conf to 10M or more.')
    this.name = 'TooLongToScan'
  }
}

/** For a whole scan, since an applicant waits for it. In milliseconds. */
const TIME_LIMIT_MS = 15_000
const COMMAND = Buffer.from('zINSTREAM\0')

/** Makes a client of ClamAV's daemon. It sends the content, so that the daemon needs no access to the files. */
export function createClamd(address: ScannerAddress, timeLimitMs = TIME_LIMIT_MS): VirusScanner {
  return {
    scan: async (content) => {
      const deadline = AbortSignal.timeout(timeLimitMs)
      const progress: Progress = { bytes: 0, isSent: false }
      // The read below reports its failure.
      content.on('error', () => undefined)
      try {
        return parseReply(await exchange(address, frames(content, progress), { deadline }), progress)
      } catch (error) {
        throw progress.failure ?? (await explain(error, { address, progress, deadline }))
      } finally {
        content.destroy()
      }
    },
  }
}

/** The fault for the error that ended a scan. */
async function explain(
  error: unknown,
  { address, progress, deadline }: { address: ScannerAddress; progress: Progress; deadline: AbortSignal },
): Promise<ScannerFault> {
  if (error instanceof ScannerFault) return error
  if (deadline.aborted) return new ScannerFault('ClamAV cannot scan: it did not reply in time', { cause: error })
  if (!progress.isSent && (await refusesLength(address, progress.bytes, deadline))) return new TooLongToScan()
  const reason = error instanceof Error ? error.message : String(error)
  return new ScannerFault(`ClamAV cannot scan: ${reason}`, { cause: error })
}

type Progress = { bytes: number; isSent: boolean; failure?: unknown }

/** The content in the format of the command INSTREAM (clamd(8)): each chunk after its length, and an empty one at the end. */
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
 * Whether clamd refuses contents of a length. It closes the connection in the middle of one, and its reply is often lost.
 * Its reply to the length alone always arrives.
 */
async function refusesLength(address: ScannerAddress, bytes: number, deadline: AbortSignal): Promise<boolean> {
  const command = [COMMAND, lengthOf(bytes)]
  const reply = await exchange(address, command, { deadline, hangsUp: true }).catch(() => '')
  return isTooLong(reply)
}

function isTooLong(reply: string): boolean {
  return reply.startsWith('INSTREAM size limit exceeded')
}

function parseReply(reply: string, { isSent }: Progress): Verdict {
  const virus = /^stream: (.+) FOUND$/.exec(reply)?.[1]
  if (virus) return { virus }
  // A verdict before the end says nothing about the rest.
  if (reply === 'stream: OK' && isSent) return { virus: null }
  if (isTooLong(reply)) throw new TooLongToScan()
  throw new ScannerFault(`ClamAV gave no verdict: ${reply || 'it said nothing'}`)
}
