import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import * as z from 'zod'
import { parseJson } from '../../../platform/parse-json.ts'
import { refused, type TableRow } from '../plan/read-csv.ts'
import { type ArchivedFile, openArchive } from './read-archive.ts'

/** The headers of a table that is made of JSON Resume files; the last one names the file. */
const JSON_RESUME_HEADERS = ['name', 'email', 'phone', 'url', 'linkedin', 'summary', 'json resume']

/** Longest file of one person, and of several in one file, in bytes. */
const LONGEST = { one: 1024 * 1024, several: 50 * 1024 * 1024 }

const text = z.string().catch('')

/** What is read of a resume in JSON (https://jsonresume.org/schema, version 1.0.0); its work and education are in the file of the person. */
const resumeSchema = z.object({
  basics: z.object({
    ...{ name: text, email: text, phone: text, url: text, summary: text },
    profiles: z.array(z.object({ network: text, url: text })).catch([]),
  }),
})

/** Which kind of table a file is, by how it begins. */
export async function tableKind(path: string): Promise<'csv' | 'json' | 'zip'> {
  await using file = await open(path)
  const { buffer: start, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
  if (start.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') return 'zip'
  return /^\ufeff?\s*[[{]/.test(start.subarray(0, bytesRead).toString()) ? 'json' : 'csv'
}

/**
 * Reads resumes in JSON as the rows of a table, the headers first: one in a file, a list of them, or an archive of such files.
 * @throws {RequestError} `invalid_request` naming the file that is none
 */
export async function* readJsonResumes(path: string, kind: 'json' | 'zip'): AsyncGenerator<TableRow> {
  yield { line: 1, cells: JSON_RESUME_HEADERS }
  let line = 1
  if (kind === 'json') {
    if ((await stat(path)).size > LONGEST.several) throw refused('The file of resumes is larger than 50 MB. Split it.')
    const read = parseJson((await buffer(createReadStream(path))).toString())
    for (const each of Array.isArray(read) ? read : [read]) {
      line += 1
      yield { line, cells: cellsOf(each, `Resume ${line - 1}`) }
    }
    return
  }
  using archive = await openArchive(path)
  for (const file of archive.files) {
    if (!file.name.toLowerCase().endsWith('.json')) continue
    line += 1
    yield { line, cells: cellsOf(parseJson(await readShort(file)), file.name) }
  }
  if (line === 1) throw refused('The archive has no JSON files. Choose a table, or an archive of JSON Resume files.')
}

function cellsOf(read: unknown, name: string): string[] {
  const parsed = resumeSchema.safeParse(read)
  if (!parsed.success) throw refused(`${name} is no JSON Resume: it has no object basics. Remove it, or correct it.`)
  const { basics } = parsed.data
  const linkedin = basics.profiles.find(({ network }) => /linkedin/i.test(network))?.url ?? ''
  return [basics.name, basics.email, basics.phone, basics.url, linkedin, basics.summary, name]
}

async function readShort(file: ArchivedFile): Promise<string> {
  if (file.fault !== null) throw refused(`${file.name} cannot be read: ${file.fault}`)
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of (await file.open()) as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > LONGEST.one) throw refused(`${file.name} is larger than 1 MB, which no JSON Resume is. Remove it.`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}
