import {
  type FileValidation,
  HAS_EMBEDDED_FILE,
  HAS_MACROS,
  HAS_REMOTE_CONTENT,
  IS_PROTECTED,
  NOT_A_RESUME,
} from './file-validation.ts'
import { type CompoundFile, readCompoundFile } from './ole-compound-file.ts'
import { isRemoteTemplate } from './remote-template.ts'

/** Storages and streams in which Word, or an embedded spreadsheet, keeps macros. */
const MACRO_ENTRY = /^(macros|vba|_vba_project.*)$/i

/**
 * Storages and streams of an embedded object (MS-DOC, "ObjectPool Storage"; MS-OLEDS). Many documents without objects have an
 * empty `ObjectPool`.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these names begin with control characters
const OBJECT_ENTRY = /^(_\d{6,}|\x01Ole(10Native(Name)?)?|\x03(ObjInfo|OCXNAME|OCXDATA|LINKINFO|EPRINT|PRINT))$/i

/** `FibBase.wIdent` of Word 97 to 2003 (MS-DOC); older documents have no table stream. */
const WORD_97 = 0xa5ec
const FIB_BYTES = 0x1a2
const FLAGS_AT = 0x0a
/** `fWhichTblStm`: set when the table stream is `1Table`. */
const SECOND_TABLE = 0x0200
/** `fcSttbfAssoc`: position of the associated strings in the table stream; their length follows. */
const STRINGS_AT = 0x19a
/** Index of the attached template in the associated strings (MS-DOC, `SttbfAssoc`). */
const TEMPLATE = 1
/** `fExtend` of a string table: its strings have two-byte characters. */
const EXTENDED = 0xffff

/** Validates a Word document of 1997 to 2003: an OLE compound file with its text in a stream of the root. */
export async function validateDocFile(path: string): Promise<FileValidation> {
  return (await readCompoundFile(path, validateCompoundFile)) ?? NOT_A_RESUME
}

function validateCompoundFile(compound: CompoundFile): FileValidation {
  const { entries } = compound
  const hasInRoot = (wanted: string) =>
    entries.some(({ name, isStream, size, isInRoot }) => isInRoot && isStream && size > 0 && name === wanted)
  if (hasInRoot('EncryptedPackage')) return IS_PROTECTED
  if (!hasInRoot('WordDocument')) return NOT_A_RESUME
  if (entries.some(({ name }) => MACRO_ENTRY.test(name))) return HAS_MACROS
  if (entries.some(({ name, isInRoot }) => !isInRoot && OBJECT_ENTRY.test(name))) return HAS_EMBEDDED_FILE
  return isRemoteTemplate(readAttachedTemplate(compound)) ? HAS_REMOTE_CONTENT : { kind: 'doc' }
}

/** The path of the template that the document is attached to; empty without one. */
function readAttachedTemplate({ entries, read }: CompoundFile): string {
  const streamOf = (wanted: string) =>
    entries.find(({ name, isStream, isInRoot }) => isStream && isInRoot && name === wanted)
  const main = streamOf('WordDocument')
  if (!main || main.size < FIB_BYTES) return ''
  const fib = read(main, 0, FIB_BYTES)
  if (fib.readUInt16LE(0) !== WORD_97) return ''
  const table = streamOf(fib.readUInt16LE(FLAGS_AT) & SECOND_TABLE ? '1Table' : '0Table')
  const length = fib.readUInt32LE(STRINGS_AT + 4)
  if (!table || length === 0) return ''
  return stringAt(read(table, fib.readUInt32LE(STRINGS_AT), length), TEMPLATE)
}

/** One string of a string table (MS-DOC, `STTB`); empty when the table is shorter. */
function stringAt(strings: Buffer, wanted: number): string {
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
