import { readCompoundDirectory } from './compound-file.ts'
import { type FileJudgement, HAS_MACROS, IS_PROTECTED, NOT_A_RESUME } from './file-judgement.ts'

/** Storages and streams in which Word, or an embedded spreadsheet, keeps programs. */
const MACRO_ENTRY = /^(macros|vba|_vba_project.*)$/i

/** Judges a compound file: a Word document of 1997 to 2003 has its text in a stream of the root. */
export async function judgeCompoundFile(path: string, size: number): Promise<FileJudgement> {
  const entries = await readCompoundDirectory(path, size)
  if (!entries) return NOT_A_RESUME
  const hasInRoot = (wanted: string) =>
    entries.some(({ name, isStream, size, isInRoot }) => isInRoot && isStream && size > 0 && name === wanted)
  if (hasInRoot('EncryptedPackage')) return IS_PROTECTED
  if (!hasInRoot('WordDocument')) return NOT_A_RESUME
  return entries.some(({ name }) => MACRO_ENTRY.test(name)) ? HAS_MACROS : { kind: 'doc' }
}
