import type { Kysely } from 'kysely'
import { MAX_ID } from '../../../contract/wire/limits.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { listRightlyBlank, storedHashOf } from './blank-events.ts'
import { type ChainKeyStorage, type ChainKeys, readChainKeys } from './chain-key.ts'
import {
  type ChainEnd,
  type ChainHead,
  hashEvent,
  isHeadSignedBy,
  NO_ENTRIES,
  type StoredEntry,
  sealEntry,
} from './chain-seals.ts'
import { parseHead } from './seal-trail.ts'

/** Something about the audit trail that is not as it was sealed. Entries are named by their number, and by their place in the chain. */
export type TrailFault =
  /** The first entry that is not as it was sealed, and how many others are not. */
  | { kind: 'changed'; id: number; place: number; others: number }
  /** The first places without an entry, and how many others have none. */
  | { kind: 'missing'; from: number; to: number; others: number }
  /** The chain has fewer entries than its head says, or more. */
  | { kind: 'cut' | 'lengthened'; entries: number; sealed: number }
  /** The last seal is not the one that the head has: the chain was made again. */
  | { kind: 'remade' }
  /** The head is missing from the database, or the key is, or the head was not written with it. */
  | { kind: 'no_head' | 'no_key' | 'forged_head' }

/** What a check of the audit trail found. */
export type TrailReport = {
  faults: TrailFault[]
  /** Entries that have a place in the chain. */
  sealed: number
  /** Entries that came in the last seconds, or that no server has sealed yet. */
  unsealed: number
}

/** Entries in memory at a time. */
const BATCH = 1_000

/** Checks the chain of the audit trail as it is at one moment. Changes nothing; a server may be running. */
export async function checkTrail(
  db: Kysely<Tables>,
  storage: ChainKeyStorage,
  signal: AbortSignal,
): Promise<TrailReport> {
  const keys = await readChainKeys(storage)
  // One snapshot; SQLite has no other level, and only reads here.
  const reading = db.transaction().setIsolationLevel('repeatable read')
  return reading.execute(async (trx) => {
    const { installation_id, audit_head } = await trx
      .selectFrom('installation')
      .select(['installation_id', 'audit_head'])
      .executeTakeFirstOrThrow()
    const unsealed = trx.selectFrom('audit_trail').select(({ fn }) => fn.countAll().as('entries'))
    const { entries } = await unsealed.where('sealed_as', 'is', null).executeTakeFirstOrThrow()
    const head = audit_head === null ? null : parseHead(audit_head)
    const { sealed, end, faults } = await followChain(trx, signal)
    return {
      faults: [...faults, ...headFaults(head, end, { keys, installation: installation_id })],
      ...{ sealed, unsealed: Number(entries) },
    }
  })
}

/** Follows the chain from its beginning. After a fault it goes on from the stored seal, so that it names what else was changed. */
async function followChain(
  db: Db,
  signal: AbortSignal,
): Promise<{ sealed: number; end: ChainEnd; faults: TrailFault[] }> {
  let changed: (TrailFault & { kind: 'changed' }) | undefined
  let missing: (TrailFault & { kind: 'missing' }) | undefined
  let sealed = 0
  let end: ChainEnd = NO_ENTRIES
  for await (const { entry, isBlanked } of readChain(db, signal)) {
    const place = Number(entry.sealed_as)
    sealed += 1
    const gap = place - 1 - end.count
    if (gap > 0) {
      missing ??= { kind: 'missing', from: end.count + 1, to: place - 1, others: -gap }
      missing.others += gap
    }
    if (!isIntact(entry, end, isBlanked)) {
      changed ??= { kind: 'changed', id: entry.id, place, others: -1 }
      changed.others += 1
    }
    if (place > end.count) end = { count: place, seal: entry.seal ?? '' }
  }
  return { sealed, end, faults: [changed, missing].filter((fault) => fault !== undefined) }
}

/** Whether an entry is as it was sealed. After a gap only its event can be compared: the seal before it is missing. */
function isIntact(entry: StoredEntry, before: ChainEnd, isBlanked: boolean): boolean {
  const place = Number(entry.sealed_as)
  const eventHash = isBlanked ? storedHashOf(entry) : hashEvent(entry.event)
  if (eventHash !== entry.event_hash || place <= before.count) return false
  return place > before.count + 1 || sealEntry(before, entry, eventHash) === entry.seal
}

async function* readChain(db: Db, signal: AbortSignal) {
  for (let last = -MAX_ID; ; ) {
    signal.throwIfAborted()
    const batch = db
      .selectFrom('audit_trail')
      .selectAll()
      .where('sealed_as', '>', last)
      .orderBy('sealed_as')
      .limit(BATCH)
    const entries = await batch.execute()
    const blanked = await listRightlyBlank(db, entries)
    for (const entry of entries) yield { entry, isBlanked: blanked.has(entry.id) }
    if (entries.length < BATCH) return
    last = Number(entries.at(-1)?.sealed_as)
  }
}

function headFaults(
  head: ChainHead | null,
  end: ChainEnd,
  { keys: { keys, isInUse }, installation }: { keys: ChainKeys; installation: string },
): TrailFault[] {
  if (head === null) return isInUse || end.count > 0 ? [{ kind: 'no_head' }] : []
  if (keys.length === 0) return [{ kind: 'no_key' }]
  if (!isHeadSignedBy(head, keys, installation)) return [{ kind: 'forged_head' }]
  if (end.count < head.count) return [{ kind: 'cut', entries: head.count, sealed: end.count }]
  if (end.count > head.count) return [{ kind: 'lengthened', entries: head.count, sealed: end.count }]
  return end.seal === head.seal ? [] : [{ kind: 'remade' }]
}
