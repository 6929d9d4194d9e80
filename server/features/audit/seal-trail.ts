import { setImmediate } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { acquireLock } from '../../platform/database/row-locks.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import type { TimedWork } from '../../platform/every.ts'
import type { Services } from '../feature.ts'
import { recordAction } from './audit-queries.ts'
import { storedHashOf } from './blank-events.ts'
import { type ChainKeyStorage, type ChainKeys, noteChainBegun, obtainChainKey, readChainKeys } from './chain-key.ts'
import { type ChainEnd, type ChainHead, isHeadSignedBy, NO_ENTRIES, sealEntry, signHead } from './chain-seals.ts'

declare module '../feature.ts' {
  interface Services {
    /** Where the key of the audit trail is. */
    chainKey: ChainKeyStorage
  }
}

/** Taken by the process that seals: one at a time over all processes. */
const LOCK = 'audit-chain'

/** Entries that one transaction seals: others write in between. */
const BATCH = 1_000

const EVERY_MS = 5_000

const ADVICE =
  'Run npm run verify, find out who could change the database, and then npm run admin -- begin-audit-chain.'

/** Seals the audit trail every few seconds. What prevents it is logged once, not at every run, until the next that succeeds. */
export function sealingTrail(services: Pick<Services, 'db' | 'clock' | 'chainKey'>): TimedWork {
  let reported: string | undefined
  const run = async (signal: AbortSignal) => {
    try {
      await sealTrail(services, { signal })
      reported = undefined
    } catch (error) {
      const { message } = error as Error
      if (message === reported) return
      reported = message
      throw error
    }
  }
  return { name: 'seal-audit-trail', everyMs: EVERY_MS, isDueAtStart: true, faultLevel: 'error', run }
}

/**
 * Gives every entry that has none a place in the chain and its seal, in batches that each are whole or not there. Entries of
 * transactions that go on come later (`docs/decisions/0131-audit-chain.md`).
 * @param options.mostBatches leaves the others to the next run
 * @throws when the stored end of the chain is not what a holder of the key wrote
 */
export async function sealTrail(
  { db, clock, chainKey }: Pick<Services, 'db' | 'clock' | 'chainKey'>,
  { signal, mostBatches = Number.POSITIVE_INFINITY }: { signal?: AbortSignal; mostBatches?: number } = {},
): Promise<void> {
  for (let batch = 0; batch < mostBatches && !signal?.aborted; batch += 1) {
    const { head, hasUnsealed } = await readState(db)
    // Reads first: SQLite locks the database even for a transaction that changes no row.
    if (head !== null && !hasUnsealed) return
    if (head === null) await obtainChainKey(chainKey)
    const keys = await readChainKeys(chainKey)
    await db.transaction().execute((trx) => sealBatch(trx, keys, clock()))
    // Also after a start that was killed before it.
    if (!keys.isInUse) await noteChainBegun(chainKey)
    await setImmediate()
  }
}

/**
 * Begins the chain anew over all entries as they are now, and leaves an entry that says so. For a database whose key is lost,
 * and after a change that was looked into.
 */
export async function beginChainAnew(services: Pick<Services, 'db' | 'clock' | 'chainKey'>): Promise<void> {
  const { db, clock, chainKey } = services
  const key = await obtainChainKey(chainKey)
  await db.transaction().execute(async (trx) => {
    await acquireLock(trx, LOCK)
    // Of a blank event the hash is all there is.
    const kept = sql<string | null>`case when event = '' then event_hash end`
    await trx.updateTable('audit_trail').set({ sealed_as: null, event_hash: kept, seal: null }).execute()
    const { installation } = await readState(trx)
    await writeHead(trx, signHead(NO_ENTRIES, key, installation))
    await recordBeginning(trx, clock(), 'audit_chain_renewed')
  })
  await noteChainBegun(chainKey)
  await sealTrail(services)
}

async function sealBatch(trx: Transaction<Tables>, keys: ChainKeys, now: Date): Promise<void> {
  await acquireLock(trx, LOCK)
  const { head, hasUnsealed, installation } = await readState(trx)
  let end: ChainEnd = head === null ? await beginChain(trx, keys, { hasUnsealed, now }) : head
  if (head !== null && !isHeadSignedBy(head, keys.keys, installation)) {
    throw new Error(
      `The end of the audit trail was not written with the key of this installation, so nothing is sealed. ${ADVICE}`,
    )
  }
  const unsealed = trx.selectFrom('audit_trail').selectAll().where('sealed_as', 'is', null).orderBy('id').limit(BATCH)
  const sealed = (await unsealed.execute()).map((entry) => {
    const eventHash = storedHashOf(entry)
    end = { count: end.count + 1, seal: sealEntry(end, entry, eventHash) }
    return sql`(${sql.lit(entry.id)}, ${sql.lit(end.count)}, ${eventHash}, ${end.seal})`
  })
  if (sealed.length > 0)
    await sql`update audit_trail set sealed_as = given.column2, event_hash = given.column3, seal = given.column4
      from (values ${sql.join(sealed)}) as given where audit_trail.id = given.column1`.execute(trx)
  const [key] = keys.keys
  if (key) await writeHead(trx, signHead(end, key, installation))
}

/**
 * Begins the chain of a database that has none. Entries that are there already go into it, and one says so: whoever takes the
 * chain away, to have it made again over other entries, cannot prevent that.
 */
async function beginChain(
  trx: Transaction<Tables>,
  { isInUse }: ChainKeys,
  { hasUnsealed, now }: { hasUnsealed: boolean; now: Date },
): Promise<ChainEnd> {
  const sealed = await trx.selectFrom('audit_trail').select('id').where('sealed_as', 'is not', null).limit(1).execute()
  if (isInUse || sealed.length > 0) {
    throw new Error(`The end of the audit trail is missing from the database, so nothing is sealed. ${ADVICE}`)
  }
  if (hasUnsealed) await recordBeginning(trx, now, 'audit_chain_begun')
  return NO_ENTRIES
}

function recordBeginning(
  trx: Transaction<Tables>,
  now: Date,
  action: 'audit_chain_begun' | 'audit_chain_renewed',
): Promise<void> {
  return recordAction(trx, { by: null, now, id: 0, subject: 'account', event: { action } })
}

/** What the database says about its chain. */
async function readState(db: Db): Promise<{ head: ChainHead | null; hasUnsealed: boolean; installation: string }> {
  const row = await db
    .selectFrom('installation')
    .select(['installation_id', 'audit_head'])
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('audit_trail').select('id').where('sealed_as', 'is', null)).as('hasUnsealed'),
    )
    .executeTakeFirstOrThrow()
  const { installation_id: installation, audit_head: head, hasUnsealed } = row
  return { installation, head: head === null ? null : parseHead(head), hasUnsealed: Boolean(hasUnsealed) }
}

/** Reads a stored head; one that nobody wrote that way is signed by no key. */
export function parseHead(text: string): ChainHead {
  try {
    const { count, seal, mac } = JSON.parse(text)
    return { count: Number(count), seal: String(seal), mac: String(mac) }
  } catch {
    return { ...NO_ENTRIES, mac: '' }
  }
}

async function writeHead(trx: Transaction<Tables>, head: ChainHead): Promise<void> {
  await trx
    .updateTable('installation')
    .set({ audit_head: JSON.stringify(head) })
    .execute()
}
