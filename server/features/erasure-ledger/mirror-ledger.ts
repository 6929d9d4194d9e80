import { join } from 'node:path'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Db } from '../../platform/database/tables.ts'
import type { TimedWork } from '../../platform/every.ts'
import type { Services } from '../feature.ts'
import {
  appendToLedgerFile,
  LEDGER_FILE,
  type LedgerContent,
  type LedgerEntry,
  readLedgerFile,
  writeLedgerFile,
} from './ledger-file.ts'
import { countEntries, insertEntries, listEntries } from './ledger-queries.ts'
import { listenToErasures } from './record-erasures.ts'

/** Entries that are written at once, and read. */
const BATCH = 500
const PAGE_LENGTH = 5_000
const HOUR_MS = 60 * 60_000

const NO_LEDGER: LedgerContent = { entries: new Map(), malformedLines: [], isCutOff: false, lacksLineEnd: false }

/** What bringing the ledgers together has done. */
export type Mirrored = {
  /** Entries that the table lacked. */
  added: number
  /** Lines of the file that were no entries. They are gone from it now. */
  malformedLines: number[]
}

/**
 * Brings the ledger in the database and its mirror in the data folder together: each gets what it lacks. What the table gets waits
 * to be replayed. The file outlives a restore of the database alone, and the table a loss of the folder.
 */
export async function mirrorLedger(db: Db, dataDir: string): Promise<Mirrored> {
  const content = (await readLedgerFile(join(dataDir, LEDGER_FILE))) ?? NO_LEDGER
  const { missing, unknown } = await compareLedger(db, content)
  await addToLedger(db, unknown)
  // A line that is cut off would spoil the next one.
  const isDamaged = content.lacksLineEnd || content.malformedLines.length > 0
  if (isDamaged) await writeLedgerFile(dataDir, [...content.entries.values(), ...missing])
  else await appendToLedgerFile(dataDir, missing)
  return { added: unknown.length, malformedLines: content.malformedLines }
}

/**
 * Compares a copy of the ledger with the table, in linear time.
 * @returns the entries that the copy lacks, and those that the table lacks
 */
export async function compareLedger(db: Db, { entries }: Pick<LedgerContent, 'entries'>) {
  const unknown = new Map(entries)
  const missing: LedgerEntry[] = []
  for (let after = ''; ; ) {
    const page = await listEntries(db, after, PAGE_LENGTH)
    for (const entry of page) if (!unknown.delete(entry.hash)) missing.push(entry)
    if (page.length < PAGE_LENGTH) break
    after = page.at(-1)?.hash ?? ''
    await yieldToOthers()
  }
  return { missing, unknown: [...unknown.values()] }
}

/** Adds entries of another copy of the ledger to the table, where they wait to be replayed. */
export async function addToLedger(db: Db, entries: readonly LedgerEntry[]): Promise<void> {
  for (let start = 0; start < entries.length; start += BATCH) {
    await insertEntries(db, entries.slice(start, start + BATCH), { isReplayed: false })
  }
}

declare module '../feature.ts' {
  interface Services {
    ledgerMirror: LedgerMirror
  }
}

/** Mirrors what this process enters into the ledger. */
type LedgerMirror = {
  /** Resolves when everything that was committed so far has been mirrored, or has failed. */
  idle(): Promise<void>
}

/**
 * Mirrors each entry as soon as it is committed, those that come meanwhile together. One that fails is mirrored by the next run of
 * {@link mirroringLedger}.
 */
export function createLedgerMirror({ db, config, log }: Pick<Services, 'db' | 'config' | 'log'>): LedgerMirror {
  let waiting: LedgerEntry[] = []
  let latest: Promise<void> = Promise.resolve()
  const append = async () => {
    const entries = waiting
    waiting = []
    await appendToLedgerFile(config.dataDir, entries).catch((err) =>
      log.warn({ err }, 'an erasure is not in the mirror of the ledger yet'),
    )
  }
  listenToErasures(db, (entries) => {
    waiting.push(...entries)
    latest = latest.then(append)
  })
  return { idle: () => latest }
}

/** Mirrors hourly what other processes have entered, and what failed. */
export function mirroringLedger({ db, config, log }: Pick<Services, 'db' | 'config' | 'log'>): TimedWork {
  let mirrored = -1
  return {
    ...{ name: 'mirror-erasures', everyMs: HOUR_MS, isDueAtStart: false, faultLevel: 'error' },
    run: async () => {
      const count = await countEntries(db)
      if (count === mirrored) return
      const { malformedLines } = await mirrorLedger(db, config.dataDir)
      if (malformedLines.length > 0) log.warn(malformedWarning(malformedLines))
      mirrored = count
    },
  }
}

/** Says that lines of the mirror were damaged. */
export function malformedWarning(lines: readonly number[]): string {
  return `${LEDGER_FILE} in the data folder had damaged lines, which are gone: ${lines.slice(0, 10).join(', ')}`
}
