import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'

/** An entry of the audit trail as it is stored. */
export type StoredEntry = Selectable<Tables['audit_trail']>

/** Where the chain ends: how many entries it has, and the seal of the last. */
export type ChainEnd = { count: number; seal: string }

/** The stored end of the chain, with the proof that a holder of the key wrote it. */
export type ChainHead = ChainEnd & { mac: string }

/** The chain without any entry. */
export const NO_ENTRIES: ChainEnd = { count: 0, seal: '' }

/** SHA-256 of the text of an event. */
export function hashEvent(event: string): string {
  return createHash('sha256').update(event).digest('base64url')
}

/**
 * The seal of an entry: SHA-256 over the seal before it, its place and every column. The event goes in as its hash.
 * @param before the chain up to here
 */
export function sealEntry(before: ChainEnd, entry: StoredEntry, eventHash: string): string {
  const { id, at, account_id, username, display_name, token_name, subject, subject_id, version, action } = entry
  const who = [account_id, username, display_name]
  const sealed = [before.seal, before.count + 1, id, at, ...who, subject, subject_id, version, action, eventHash]
  // Entries from before there were tokens keep their seals.
  if (token_name !== null) sealed.push(token_name)
  return createHash('sha256').update(JSON.stringify(sealed)).digest('base64url')
}

/**
 * Proves with a key where the chain ends.
 * @param installation the UUID of the installation: the head of another one proves nothing
 */
export function signHead({ count, seal }: ChainEnd, key: Buffer, installation: string): ChainHead {
  return { count, seal, mac: macOf({ count, seal }, key, installation).toString('base64url') }
}

/** Whether a head was written with one of the keys. */
export function isHeadSignedBy(head: ChainHead, keys: readonly Buffer[], installation: string): boolean {
  const mac = Buffer.from(head.mac, 'base64url')
  const expected = keys.map((key) => macOf(head, key, installation))
  return expected.some((each) => each.length === mac.length && timingSafeEqual(each, mac))
}

/** The first line keeps a head from being valid for another use of the same key. */
function macOf({ count, seal }: ChainEnd, key: Buffer, installation: string): Buffer {
  return createHmac('sha256', key).update(`wellhead audit trail\n${installation}\n${count}\n${seal}`).digest()
}
