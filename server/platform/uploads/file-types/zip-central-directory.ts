import { open } from 'node:fs/promises'
import type { Entry, ZipFile } from 'yauzl'

const END_RECORD_SIGNATURE = Buffer.from('PK\x05\x06')
const END_RECORD_BYTES = 22
const ENTRY_BYTES = 46

/**
 * Whether the listed entries fill the ZIP central directory. Programs that trust the directory's size would otherwise
 * read entries that were not validated.
 */
export async function isWholeDirectory(path: string, size: number, zip: ZipFile, entries: Entry[]): Promise<boolean> {
  const record = Buffer.alloc(END_RECORD_BYTES)
  await using file = await open(path)
  // Comments are in code page 437: one character for each byte.
  await file.read(record, 0, END_RECORD_BYTES, size - END_RECORD_BYTES - zip.comment.length)
  const listed = entries.reduce(
    (sum, { fileNameLength, extraFieldLength, fileCommentLength }) =>
      sum + ENTRY_BYTES + fileNameLength + extraFieldLength + fileCommentLength,
    0,
  )
  return record.readUInt32LE(12) === listed
}

/**
 * Whether an unpacker finds a ZIP central directory at the end of a file of another type.
 * @param tail the end of the file, as far back as lenient unpackers search: `TAIL_BYTES`
 * @param size length of the whole file, in bytes
 */
export function endsWithZip(tail: Buffer, size: number): boolean {
  const tailStart = size - tail.length
  for (let at = tail.indexOf(END_RECORD_SIGNATURE); at !== -1; at = tail.indexOf(END_RECORD_SIGNATURE, at + 1)) {
    if (isEndRecord(tail.subarray(at), tailStart + at)) return true
  }
  return false
}

/** The four bytes of the signature occur by chance; fields that agree with each other and with the position do not. */
function isEndRecord(record: Buffer, position: number): boolean {
  if (record.length < END_RECORD_BYTES) return false
  const [disk, entriesHere, entriesInAll] = [record.readUInt16LE(4), record.readUInt16LE(8), record.readUInt16LE(10)]
  const directorySize = record.readUInt32LE(12)
  return disk === 0 && entriesInAll > 0 && entriesHere === entriesInAll && directorySize <= position
}
