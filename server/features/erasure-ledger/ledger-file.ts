import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { ErasureRow } from '../../platform/database/tables.ts'
import { undefinedIfMissing } from '../../platform/file-stores/temporary-files.ts'
import { writeSecretFile } from '../../platform/secret-file.ts'

/** Name of the ledger in a data folder and in a backup: a line for each entry. */
export const LEDGER_FILE = 'erasures.jsonl'

/** An entry has about 150 characters. Of a longer line, which is none, no more is kept in memory. */
const LONGEST_LINE = 1_000

/** One entry of the ledger. */
export type LedgerEntry = Pick<ErasureRow, 'hash' | 'kind' | 'erased_at'>

/** A line as {@link formatEntries} writes it. A schema would take seconds for 100,000 lines, and every start reads them all. */
const ENTRY =
  /^\{"hash":"([0-9a-f]{64})","kind":"(application_erased|application_deleted|job_alert_ended)","erased_at":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)"\}$/

/**
 * What a file holds: its entries, each once, and the numbers of the lines that are none. Its last line may be cut off, as a kill leaves it,
 * and then is no entry, or lack nothing but its end, as an editor leaves it.
 */
export type LedgerContent = {
  entries: Map<string, LedgerEntry>
  malformedLines: number[]
  isCutOff: boolean
  lacksLineEnd: boolean
}

/** The entries as lines. */
function formatEntries(entries: Iterable<LedgerEntry>): string {
  let text = ''
  for (const { hash, kind, erased_at } of entries) text += `${JSON.stringify({ hash, kind, erased_at })}\n`
  return text
}

/** Reads a ledger line by line; undefined where there is no such file. */
export async function readLedgerFile(path: string): Promise<LedgerContent | undefined> {
  const file = await open(path).catch(undefinedIfMissing)
  await file?.close()
  return file && readLedger(createReadStream(path))
}

/** Reads the lines of a ledger. @param chunks of UTF-8 */
export async function readLedger(chunks: AsyncIterable<Buffer | string>): Promise<LedgerContent> {
  const content: LedgerContent = { entries: new Map(), malformedLines: [], isCutOff: false, lacksLineEnd: false }
  let number = 0
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk.toString()).split('\n')
    rest = (lines.pop() ?? '').slice(0, LONGEST_LINE)
    for (const line of lines) {
      number += 1
      const entry = readEntry(line)
      if (entry) content.entries.set(entry.hash, entry)
      else content.malformedLines.push(number)
    }
  }
  const last = readEntry(rest)
  if (last) content.entries.set(last.hash, last)
  content.lacksLineEnd = rest !== ''
  content.isCutOff = content.lacksLineEnd && !last
  return content
}

function readEntry(line: string): LedgerEntry | undefined {
  const [, hash, kind, erased_at] = ENTRY.exec(line) ?? []
  if (!hash || !erased_at || Number.isNaN(Date.parse(erased_at))) return undefined
  return { hash, kind: kind as ErasureRow['kind'], erased_at }
}

/** Adds entries to the ledger of a data folder, durably and readable by this user alone. */
export async function appendToLedgerFile(dataDir: string, entries: readonly LedgerEntry[]): Promise<void> {
  if (entries.length === 0) return
  await using file = await open(join(dataDir, LEDGER_FILE), 'a', 0o600)
  await file.appendFile(formatEntries(entries))
  await file.sync()
}

/** Writes the ledger of a data folder anew, in one step. */
export function writeLedgerFile(dataDir: string, entries: Iterable<LedgerEntry>): Promise<void> {
  return writeSecretFile(dataDir, LEDGER_FILE, formatEntries(entries), { replaces: true })
}
