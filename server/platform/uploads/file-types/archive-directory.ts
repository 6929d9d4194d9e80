import { open } from 'node:fs/promises'
import type { Entry, ZipFile } from 'yauzl'

const END_RECORD_BYTES = 22
const ENTRY_BYTES = 46

/**
 * Whether the entries that were counted are all that the directory holds: a program that goes by the directory's size
 * would otherwise find parts that were not looked at.
 */
export async function isWholeDirectory(path: string, size: number, zip: ZipFile, entries: Entry[]): Promise<boolean> {
  const record = Buffer.alloc(END_RECORD_BYTES)
  await using file = await open(path)
  // One character for each byte: comments are in code page 437.
  await file.read(record, 0, END_RECORD_BYTES, size - END_RECORD_BYTES - zip.comment.length)
  const read = entries.reduce(
    (sum, { fileNameLength, extraFieldLength, fileCommentLength }) =>
      sum + ENTRY_BYTES + fileNameLength + extraFieldLength + fileCommentLength,
    0,
  )
  return record.readUInt32LE(12) === read
}
