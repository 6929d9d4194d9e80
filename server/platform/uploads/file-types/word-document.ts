import { readAttachedTemplate } from './attached-template.ts'
import { type CompoundFile, withCompoundFile } from './compound-file.ts'
import {
  type FileJudgement,
  HAS_EMBEDDED_FILE,
  HAS_MACROS,
  HAS_REMOTE_CONTENT,
  IS_PROTECTED,
  NOT_A_RESUME,
} from './file-judgement.ts'
import { isRemoteTemplate } from './template-path.ts'

/** Storages and streams in which Word, or an embedded spreadsheet, keeps programs. */
const MACRO_ENTRY = /^(macros|vba|_vba_project.*)$/i

/**
 * What stands beside an object of another program (MS-DOC, "ObjectPool Storage"; MS-OLEDS): its storage, or what says how it is
 * shown, linked or started. An empty `ObjectPool` is in many documents without objects.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these names begin with control characters
const OBJECT_ENTRY = /^(_\d{6,}|\x01Ole(10Native(Name)?)?|\x03(ObjInfo|OCXNAME|OCXDATA|LINKINFO|EPRINT|PRINT))$/i

/** Judges a compound file: a Word document of 1997 to 2003 has its text in a stream of the root. */
export async function judgeCompoundFile(path: string, size: number): Promise<FileJudgement> {
  return (await withCompoundFile(path, size, judgeWordDocument)) ?? NOT_A_RESUME
}

async function judgeWordDocument(compound: CompoundFile): Promise<FileJudgement> {
  const { entries } = compound
  const hasInRoot = (wanted: string) =>
    entries.some(({ name, isStream, size, isInRoot }) => isInRoot && isStream && size > 0 && name === wanted)
  if (hasInRoot('EncryptedPackage')) return IS_PROTECTED
  if (!hasInRoot('WordDocument')) return NOT_A_RESUME
  if (entries.some(({ name }) => MACRO_ENTRY.test(name))) return HAS_MACROS
  if (entries.some(({ name, isInRoot }) => !isInRoot && OBJECT_ENTRY.test(name))) return HAS_EMBEDDED_FILE
  return isRemoteTemplate(await readAttachedTemplate(compound)) ? HAS_REMOTE_CONTENT : { kind: 'doc' }
}
