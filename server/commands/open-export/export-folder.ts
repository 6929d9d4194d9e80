import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import { describeFile } from '../../platform/file-stores/local-store.ts'
import { CommandFault } from '../../platform/operator-faults.ts'

/** Names of the files beside data and resumes. */
export const README_FILE = 'README.md'
export const EXPORT_FILE = 'export.json'
/** As `sha256sum` writes and checks it. */
const SUMS_FILE = 'SHA256SUMS'

const FORMAT = 'wellhead-export'
const VERSION = 1

const descriptionSchema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  madeAt: z.iso.datetime(),
  /** Version of the program that made it, and its newest migration. */
  wellhead: z.string(),
  schema: z.string(),
  /** The largest id that each table has ever given. */
  lastIds: z.record(z.string(), z.int().min(0)),
  /** Rows of each table. */
  rows: z.record(z.string(), z.int().min(0)),
  /** Ids of resumes that no store has whole. */
  missing: z.array(z.int()),
})

/** What an export says about itself. */
export type ExportDescription = z.output<typeof descriptionSchema>

/** Writes the files of an export, durably, and collects their checksums. */
export type ExportWriter = {
  /** @param path inside of the folder */
  write(path: string, content: AsyncIterable<Buffer | string> | Iterable<string>): Promise<void>
  /** Writes the checksums: the last file. */
  finish(): Promise<void>
}

/** Writes into an existing folder. */
export function createExportWriter(folder: string): ExportWriter {
  const sums: string[] = []
  const writeFile = async (path: string, content: Parameters<ExportWriter['write']>[1]) => {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const hash = createHash('sha256')
    await pipeline(content, hashing(hash), createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }))
    return hash.digest('hex')
  }
  return {
    write: async (path, content) => void sums.push(`${await writeFile(path, content)}  ${path}\n`),
    finish: async () => void (await writeFile(SUMS_FILE, sums)),
  }
}

function hashing(hash: Hash) {
  return async function* (content: AsyncIterable<Buffer | string>) {
    for await (const chunk of content) {
      hash.update(chunk)
      yield chunk
    }
  }
}

/** The text of the file that describes an export. */
export function formatDescription(described: Omit<ExportDescription, 'format' | 'version'>): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, ...described }, null, 2)}\n`
}

/** What a folder says about itself. @throws {CommandFault} when it is no export of this format */
export async function readDescription(folder: string): Promise<ExportDescription> {
  const text = await readFile(join(folder, EXPORT_FILE), 'utf8').catch(() => {
    throw new CommandFault(`${folder} is no export of Wellhead: it has no ${EXPORT_FILE}.`)
  })
  try {
    return descriptionSchema.parse(JSON.parse(text))
  } catch {
    throw new CommandFault(`${join(folder, EXPORT_FILE)} is damaged, or of a newer version of Wellhead.`)
  }
}

/** A line of the checksums: the paths that an export has, and no other one. */
const SUM_LINE = /^([0-9a-f]{64}) {2}(data\/[a-z_]+\.jsonl|files\/APP-\d+\/\d+\.[a-z]+|README\.md|export\.json)$/

/**
 * Compares every file of an export with its checksum.
 * @returns the checksums, by path
 * @throws {CommandFault} that names the first file that is missing or altered
 */
export async function readSums(folder: string, signal: AbortSignal): Promise<Map<string, string>> {
  const sums = new Map<string, string>()
  for await (const line of readLines(folder, SUMS_FILE)) {
    signal.throwIfAborted()
    const [, sum, path] = SUM_LINE.exec(line) ?? []
    if (sum === undefined || path === undefined) {
      throw new CommandFault(`${SUMS_FILE} is damaged: it has the line ${JSON.stringify(line.slice(0, 120))}.`)
    }
    const file = await describeFile(join(folder, path)).catch(() => undefined)
    if (file?.sha256 !== sum) {
      throw new CommandFault(`Nothing was imported: ${path} is ${file ? 'not as it was exported' : 'missing'}.`)
    }
    sums.set(path, sum)
  }
  return sums
}

/** The lines of a file of an export. */
export async function* readLines(folder: string, path: string): AsyncGenerator<string> {
  await using file = await open(join(folder, path)).catch(() => {
    throw new CommandFault(`${folder} is no whole export of Wellhead: it has no ${path}.`)
  })
  const input = createReadStream('', { fd: file, encoding: 'utf8', autoClose: false })
  yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
}
