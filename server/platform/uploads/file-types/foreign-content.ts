/** How other things begin that a lenient reader would take the same file for. */
const OTHER_STARTS = [
  'PK',
  'MZ',
  '\x7fELF',
  '#!',
  '<',
  '{\\rtf',
  'GIF8',
  '\x89PNG',
  '\xff\xd8\xff',
  'Rar!',
  '7z\xbc\xaf',
  '\x1f\x8b',
  '\xd0\xcf\x11\xe0',
].map((start) => Buffer.from(start, 'latin1'))

const END_OF_DIRECTORY = Buffer.from('PK\x05\x06')
const END_RECORD_BYTES = 22
/** As far back from the end as lenient unpackers look for a directory: its record and the longest comment. */
export const SEARCHED_BYTES = END_RECORD_BYTES + 0xffff

/** Whether what stands before the header of a PDF begins like something else; readers of PDF skip up to 1,024 bytes. */
export function startsAsSomethingElse(beforeHeader: Buffer): boolean {
  // A byte order mark and white space begin nothing.
  const text = beforeHeader.toString('latin1').replace(/^\xef\xbb\xbf/, '')
  const begin = Buffer.from(text.trimStart(), 'latin1')
  return OTHER_STARTS.some((start) => begin.subarray(0, start.length).equals(start))
}

/**
 * Whether an unpacker would find a zip archive at the end of a file that is something else by its beginning.
 * @param tail the end of the file, as far back as unpackers look
 * @param size length of the whole file, in bytes
 */
export function endsAsArchive(tail: Buffer, size: number): boolean {
  const from = size - tail.length
  for (let at = tail.indexOf(END_OF_DIRECTORY); at !== -1; at = tail.indexOf(END_OF_DIRECTORY, at + 1)) {
    if (isEndRecord(tail.subarray(at), from + at)) return true
  }
  return false
}

/** Four bytes can be there by chance; a record whose fields agree with each other and with its position cannot. */
function isEndRecord(record: Buffer, position: number): boolean {
  if (record.length < END_RECORD_BYTES) return false
  const [disk, hereEntries, allEntries] = [record.readUInt16LE(4), record.readUInt16LE(8), record.readUInt16LE(10)]
  const directorySize = record.readUInt32LE(12)
  return disk === 0 && allEntries > 0 && hereEntries === allEntries && directorySize <= position
}
