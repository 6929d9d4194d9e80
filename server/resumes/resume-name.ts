import { extname } from 'node:path'
import type { ResumeKind } from '../../contract/vocabulary.ts'

/**
 * The name under which a resume is handed out: the applicant's own, with an ending that says what the file really is.
 * @param originalName empty when none was sent
 */
export function downloadName(originalName: string, kind: ResumeKind, applicantName: string): string {
  if (originalName === '') return `${applicantName.replaceAll(/\s+/g, '_')}_Resume.${kind}`
  return extname(originalName).toLowerCase() === `.${kind}` ? originalName : `${originalName}.${kind}`
}
