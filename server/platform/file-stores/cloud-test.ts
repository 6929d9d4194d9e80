import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { StorageTest } from '../../../contract/storage.ts'
import { CloudFault, type CloudFile, type CloudFiles } from './cloud-store.ts'

type Subject = {
  /** The store's files as long as a signal lets them be used. */
  filesUntil(signal: AbortSignal): CloudFiles
  /**
   * Looks whether the place for files is there.
   * @param begin to be called with what is tried next, for the message when it fails
   * @returns what the place is called
   */
  find(signal: AbortSignal, begin: (step: string) => void): Promise<string>
  /** What a fault says to a person. */
  wordsOf(error: unknown): string
  limitMs: number
}

/** Part of the time that is kept for deleting the file when the rest has run out. */
const CLEARING_SHARE = 0.2

/**
 * Does once with a small file what is done with every resume, within a limit; never throws.
 * The file is deleted even when a step fails.
 */
export async function testFiles({ filesUntil, find, wordsOf, limitMs }: Subject): Promise<StorageTest> {
  const waitMs = limitMs * (1 - CLEARING_SHARE)
  const signal = AbortSignal.timeout(waitMs)
  const files = filesUntil(signal)
  let step = ''
  let key: string | undefined
  try {
    const place = await find(signal, (next) => {
      step = next
    })
    step = 'write a file'
    const content = Buffer.from(`Wellhead wrote this to test the connection. ${randomBytes(16).toString('hex')}\n`)
    key = await files.newKey()
    await files.put(key, testFile(content))
    step = 'read the file back'
    await compare(files, key, content)
    step = 'delete the file'
    await files.remove(key)
    return { connected: true, message: `Connected to ${place}.` }
  } catch (error) {
    if (key !== undefined) await clear(filesUntil(AbortSignal.timeout(limitMs * CLEARING_SHARE)), key)
    const reason = signal.aborted ? `there was no answer within ${waitMs / 1000} seconds` : wordsOf(error)
    return { connected: false, message: `Could not ${step}: ${reason}.` }
  }
}

function testFile(content: Buffer): CloudFile {
  return {
    name: 'Wellhead connection test.txt',
    kind: 'txt',
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    read: (from) => Readable.from([content.subarray(from)]),
  }
}

async function compare(files: CloudFiles, key: string, content: Buffer): Promise<void> {
  const stored = await files.open(key)
  const isSame = stored !== undefined && content.equals(await buffer(stored))
  if (!isSame) throw new CloudFault('it came back different from what was written', { isPermanent: false })
}

/** The fault that brought the test here is what a person has to know; one of clearing up behind it is not. */
async function clear(files: CloudFiles, key: string): Promise<void> {
  await files.remove(key).catch(() => undefined)
}
