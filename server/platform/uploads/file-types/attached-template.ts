import type { CompoundFile } from './compound-file.ts'

/** How the main stream of Word 97 to 2003 begins (MS-DOC, `FibBase`); older documents have no table stream. */
const WORD_97 = 0xa5ec
const FIB_BYTES = 0x1a2
const FLAGS_AT = 0x0a
/** Which of the two table streams is the one (`fWhichTblStm`). */
const SECOND_TABLE = 0x0200
/** Where the names that belong to the document are in the table stream (`fcSttbfAssoc`), and how long they are. */
const NAMES_AT = 0x19a
/** The second of them is the template (MS-DOC, `SttbfAssoc`). */
const TEMPLATE = 1
/** The mark that what follows is in two-byte characters. */
const EXTENDED = 0xffff

/** The template that an old Word document says it was begun with; empty when it says none. */
export async function readAttachedTemplate({ entries, read }: CompoundFile): Promise<string> {
  const streamOf = (wanted: string) =>
    entries.find(({ name, isStream, isInRoot }) => isStream && isInRoot && name === wanted)
  const main = streamOf('WordDocument')
  if (!main || main.size < FIB_BYTES) return ''
  const fib = await read(main, 0, FIB_BYTES)
  if (fib.readUInt16LE(0) !== WORD_97) return ''
  const table = streamOf(fib.readUInt16LE(FLAGS_AT) & SECOND_TABLE ? '1Table' : '0Table')
  const length = fib.readUInt32LE(NAMES_AT + 4)
  if (!table || length === 0) return ''
  return nameAt(await read(table, fib.readUInt32LE(NAMES_AT), length), TEMPLATE)
}

/** One string of a string table (MS-DOC, `STTB`); empty when it does not reach so far. */
function nameAt(strings: Buffer, wanted: number): string {
  if (strings.length < 6 || strings.readUInt16LE(0) !== EXTENDED) return ''
  const extraBytes = strings.readUInt16LE(4)
  let at = 6
  for (let index = 0; at + 2 <= strings.length; index += 1) {
    const end = at + 2 + strings.readUInt16LE(at) * 2
    if (index === wanted) return strings.toString('utf16le', at + 2, end)
    at = end + extraBytes
  }
  return ''
}
