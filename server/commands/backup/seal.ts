import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { SealKey } from './seal-key.ts'

/** Proof that a manifest was written by somebody who has the key of the installation. */
export type Seal = { key: string; hmac: string }

/** What a backup file holds beside its manifest, in the order in which it holds it. */
export type Contents = {
  files: number
  /** Their sizes added up. */
  bytes: number
  /** SHA-256 over name, size and SHA-256 of each file, one after the other. */
  sha256: string
}

/** Seals a text with HMAC-SHA-256. */
export function makeSeal(text: string, key: SealKey): Seal {
  return { key: key.id, hmac: authenticate(text, key).toString('hex') }
}

/** Whether a text was sealed as it stands, with this key. Takes as long for any wrong seal. */
export function isSealedBy(key: SealKey, { seal, text }: { seal: Seal; text: string }): boolean {
  const expected = authenticate(text, key)
  const found = Buffer.from(seal.hmac, 'hex')
  return found.length === expected.length && timingSafeEqual(found, expected)
}

/** The first words keep a seal from standing for anything else that the key may once be used for. */
function authenticate(text: string, { secret }: SealKey): Buffer {
  return createHmac('sha256', secret).update('wellhead backup seal\n').update(text).digest()
}

/** Takes down what a backup file holds, file by file, without keeping any of it. */
export function takeContents(): {
  add(file: { name: string; size: number; sha256: string }): void
  done(): Contents
} {
  const listing = createHash('sha256')
  let files = 0
  let bytes = 0
  return {
    add: ({ name, size, sha256 }) => {
      files += 1
      bytes += size
      // No name that a backup holds has a line end in it.
      listing.update(`${name}\n${size}\n${sha256}\n`)
    },
    done: () => ({ files, bytes, sha256: listing.digest('hex') }),
  }
}
