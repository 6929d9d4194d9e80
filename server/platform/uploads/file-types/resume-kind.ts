import type { StagedFile } from '../../file-stores/local/resume-store.ts'
import { type FileJudgement, IS_AMBIGUOUS, IS_DAMAGED_PDF, NOT_A_RESUME } from './file-judgement.ts'
import { endsAsArchive, startsAsSomethingElse } from './foreign-content.ts'
import { isPlainText } from './plain-text.ts'
import { judgeArchive } from './word-archive.ts'
import { judgeCompoundFile } from './word-document.ts'

const COMPOUND_FILE_SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ZIP_SIGNATURE = Buffer.from('PK\x03\x04')
const PDF_HEADER = '%PDF-'
/** How near to its end a PDF is to say that it ends. */
const PDF_END_BYTES = 1024

/**
 * Tells what a file is by what is in it; its name and declared type are not looked at. One that different programs
 * would read as different things is refused (`docs/decisions/0023-hostile-files.md`).
 */
export async function judgeFile({ path, size, head, tail }: StagedFile): Promise<FileJudgement> {
  const isCompound = startsWith(head, COMPOUND_FILE_SIGNATURE)
  const isArchive = startsWith(head, ZIP_SIGNATURE)
  const pdfHeader = head.indexOf(PDF_HEADER)
  if (pdfHeader !== -1) {
    if (startsAsSomethingElse(head.subarray(0, pdfHeader))) return IS_AMBIGUOUS
    if (!tail.subarray(-PDF_END_BYTES).includes('%%EOF')) return IS_DAMAGED_PDF
    return endsAsArchive(tail, size) ? IS_AMBIGUOUS : { kind: 'pdf' }
  }
  if (isCompound) return endsAsArchive(tail, size) ? IS_AMBIGUOUS : judgeCompoundFile(path, size)
  if (isArchive) return judgeArchive(path, size)
  return (await isPlainText(path)) ? { kind: 'txt' } : NOT_A_RESUME
}

function startsWith(head: Buffer, signature: Buffer): boolean {
  return head.subarray(0, signature.length).equals(signature)
}
