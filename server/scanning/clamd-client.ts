import { connect } from 'node:net'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { ScannerAddress } from './scan-settings.ts'

/** What a scan has found: the name of a virus, or nothing. */
type Verdict = { virus: string | null }

/** Looks for viruses. */
export type VirusScanner = {
  /**
   * Scans a content to its end and closes it, whatever comes of it.
   * @throws {ScannerFault} when there is no verdict
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

/** An applicant waits for it. In milliseconds. */
const TIME_LIMIT_MS = 15_000

/** A client of ClamAV's daemon, which is sent the content itself, so that it needs no access to our files. */
export function createClamd(address: ScannerAddress, timeLimitMs = TIME_LIMIT_MS): VirusScanner {
  return {
    scan: async (content) => {
      const socket = connect(address)
      const timer = setTimeout(() => socket.destroy(new Error('it did not answer in time')), timeLimitMs)
      // Side by side: clamd answers before it has everything when the content is longer than it takes.
      const [answer] = await Promise.allSettled([text(socket), pipeline(frames(content), socket, { end: false })])
      clearTimeout(timer)
      socket.destroy()
      content.destroy()
      if (answer.status === 'fulfilled') return readAnswer(answer.value)
      const reason = answer.reason instanceof Error ? answer.reason.message : String(answer.reason)
      throw new ScannerFault(`ClamAV cannot be asked: ${reason}`, { cause: answer.reason })
    },
  }
}

/** The content as the command INSTREAM takes it (clamd(8)): each chunk after its length, and an empty one at the end. */
async function* frames(content: Readable): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0')
  for await (const chunk of content) yield Buffer.concat([lengthOf(chunk), chunk])
  yield lengthOf(Buffer.alloc(0))
}

function lengthOf(chunk: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(chunk.length)
  return length
}

function readAnswer(answer: string): Verdict {
  const words = answer.replace(/\0.*$/s, '')
  if (words === 'stream: OK') return { virus: null }
  const virus = /^stream: (.+) FOUND$/.exec(words)?.[1]
  if (virus) return { virus }
  throw new ScannerFault(`ClamAV gave no verdict: ${words || 'it closed the connection'}`)
}
