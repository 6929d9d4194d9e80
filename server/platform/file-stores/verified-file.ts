import { createReadStream } from 'node:fs'
import type { FileFacts, FileStore, HeldFile } from './file-store.ts'
import type { LocalStore } from './local-store.ts'

/** What is wrong with a file that is not whole. */
export type FileDamage = 'missing' | 'altered'

/** Whether a file is whole: it has the size and the SHA-256 of what was received. */
function isWhole(facts: FileFacts, expected: FileFacts): boolean {
  return facts.size === expected.size && facts.sha256 === expected.sha256
}

/** Compares a stored file with what was received. @throws {StoreFault} when the store cannot say */
export async function compareStored(
  store: FileStore,
  key: string,
  expected: FileFacts,
): Promise<'stored' | FileDamage> {
  const facts = await store.describe(key)
  if (!facts) return 'missing'
  return isWhole(facts, expected) ? 'stored' : 'altered'
}

/**
 * Opens a stored file whose whole content was compared with what was received. A file of a remote store is fetched into
 * a temporary file first, so that no byte is read from it before the last one was compared.
 * @param local where that file is written
 * @returns what is wrong with the file where it is not whole; otherwise the caller disposes of it
 * @throws {StoreFault} when the store cannot be reached
 */
export async function openVerified(
  store: FileStore,
  key: string,
  { expected, local }: { expected: FileFacts; local: LocalStore },
): Promise<HeldFile | FileDamage> {
  const file = await (store.isLocal ? local.hold(key) : fetchFile(store, key, local))
  if (!file) return 'missing'
  if (isWhole(file.facts, expected)) return file
  await file[Symbol.asyncDispose]()
  return 'altered'
}

async function fetchFile(store: FileStore, key: string, local: LocalStore): Promise<HeldFile | undefined> {
  const content = await store.open(key)
  if (!content) return undefined
  // Where staging fails before it reads, nothing else would end the download and free its connection.
  const file = await local.stage(content).finally(() => content.destroy())
  return {
    facts: file,
    read: (start) => createReadStream(file.path, { start }),
    [Symbol.asyncDispose]: () => local.discard(file),
  }
}
