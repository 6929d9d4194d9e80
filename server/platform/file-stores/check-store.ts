import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { StorageTest } from '../../../contract/site/storage.ts'
import { type FileOperations, type NewFile, StoreFault } from './file-store.ts'

type Subject = {
  /** The operations of the store, which end when the signal aborts. */
  filesUntil(signal: AbortSignal): FileOperations
  /**
   * Looks for the bucket or folder.
   * @param begin takes the name of each step before it begins, for the message of a failure
   * @returns the bucket or folder in words
   */
  find(signal: AbortSignal, begin: (step: string) => void): Promise<string>
  /** What a fault says to a person. */
  wordsOf(error: unknown): string
  limitMs: number
}

/** Part of the limit that is reserved for deleting the file after a failure. */
const CLEARING_SHARE = 0.2

/**
 * Writes a small file, reads it back, compares and deletes it, within a limit; never throws. The file is deleted even
 * when a step fails.
 */
export async function checkStore({ filesUntil, find, wordsOf, limitMs }: Subject): Promise<StorageTest> {
  const waitMs = limitMs * (1 - CLEARING_SHARE)
  const signal = AbortSignal.timeout(waitMs)
  const files = filesUntil(signal)
  let step = ''
  let key: string | undefined
  try {
    const name = await find(signal, (next) => {
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
    return { connected: true, message: `Connected to ${name}.` }
  } catch (error) {
    if (key !== undefined) await clear(filesUntil(AbortSignal.timeout(limitMs * CLEARING_SHARE)), key)
    const reason = signal.aborted ? `there was no response within ${waitMs / 1000} seconds` : wordsOf(error)
    return { connected: false, message: `Could not ${step}: ${reason}.` }
  }
}

function testFile(content: Buffer): NewFile {
  return {
    name: 'Wellhead connection test.txt',
    kind: 'txt',
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    read: (from) => Readable.from([content.subarray(from)]),
  }
}

async function compare(files: FileOperations, key: string, content: Buffer): Promise<void> {
  const stored = await files.open(key)
  const isSame = stored !== undefined && content.equals(await buffer(stored))
  if (!isSame) throw new StoreFault('it came back different from what was written', { isPermanent: false })
}

/** A person needs to know the fault before this one. */
async function clear(files: FileOperations, key: string): Promise<void> {
  await files.remove(key).catch(() => undefined)
}
