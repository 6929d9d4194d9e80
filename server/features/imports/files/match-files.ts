import { extname } from 'node:path'
import type { ArchivedFile } from './read-archive.ts'

/** What a row finds in an archive: its file, or why it has none; null where nothing is said about it. */
export type FileMatch = { file: ArchivedFile } | { fault: string } | null

/** Names of files that are resumes, of several of one person. */
const RESUME_NAME = /resume|résumé|lebenslauf|(?:^|[^a-z])cv(?:[^a-z]|$)/i

/** Finds the files of rows: by the name that a row gives, and without one by the address in a path. */
export type FileFinder = (row: { resume: string | null; email: string }) => FileMatch

/** Puts the files of an archive in order, so that each row finds its own at once. */
export function fileFinder(files: readonly ArchivedFile[]): FileFinder {
  const byName = Map.groupBy(files, ({ name }) => keyOf(partsOf(name).at(-1) ?? ''))
  const byAddress = new Map<string, ArchivedFile[]>()
  for (const file of files)
    for (const address of addressesIn(file.name)) byAddress.set(address, [...(byAddress.get(address) ?? []), file])

  return ({ resume, email }) => {
    if (resume !== null) return findNamed(byName, resume)
    const own = byAddress.get(keyOf(email)) ?? []
    const file = own.find(({ name }) => RESUME_NAME.test(name)) ?? own[0]
    return file ? { file } : null
  }
}

/** Of several files with one name it is that whose folders are those of the row, from the end. */
function findNamed(byName: ReadonlyMap<string, ArchivedFile[]>, resume: string): FileMatch {
  const parts = partsOf(resume)
  const named = byName.get(keyOf(parts.at(-1) ?? '')) ?? []
  if (named.length === 0) return { fault: 'The archive has no file of this name. Add it, or attach it by hand later.' }
  const common = named.map((file) => commonEnd(partsOf(file.name), parts))
  const most = Math.max(...common)
  const best = named.filter((_file, index) => common[index] === most)
  const [file] = best
  if (file && best.length === 1) return { file }
  return { fault: 'The archive has several files of this name. Give the folder too, or attach it by hand later.' }
}

function commonEnd(one: readonly string[], other: readonly string[]): number {
  let count = 0
  while (count < one.length && keyOf(one.at(-1 - count) ?? '') === keyOf(other.at(-1 - count) ?? '')) count += 1
  return count
}

function partsOf(path: string): string[] {
  return path.split(/[/\\]/).filter((part) => part !== '')
}

function keyOf(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

/** What stands like an address in a path: a folder, a name without its extension, or a word of either. */
function addressesIn(path: string): Set<string> {
  const texts = partsOf(path).flatMap((part) => [part, part.slice(0, part.length - extname(part).length)])
  const words = texts.flatMap((text) => [text, ...text.split(/[\s()[\]{},;]+/)]).filter((word) => word.includes('@'))
  return new Set(words.flatMap(withoutUnderscores).map(keyOf))
}

/** A word, and without what underscores part from its address: an address may have some before its @, and none after. */
function withoutUnderscores(word: string): string[] {
  const at = word.lastIndexOf('@')
  const end = word.indexOf('_', at)
  const ended = end < 0 ? word : word.slice(0, end)
  return [word, ended, ended.slice(1 + ended.lastIndexOf('_', at))]
}
