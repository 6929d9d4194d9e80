import { extname } from 'node:path'
import type { ResumeKind } from '../../../contract/applications/resume-kinds.ts'
import { MAXIMUM } from '../../../contract/wire/limits.ts'

/**
 * Cleans the applicant's name of a file. The name is data, never a path: without folders and invisible characters (control
 * characters, direction marks), at most as long as file systems allow. Browsers send a quotation mark as `%22` (HTML,
 * multipart form data).
 */
export function cleanFileName(name: string): string {
  const lastPart = name.replaceAll('%22', '"').split(/[/\\]/).at(-1) ?? ''
  return cutToBytes(lastPart.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ''), MAXIMUM.fileNameBytes)
}

/**
 * The file name of a downloaded resume: the applicant's, with the extension of its validated kind.
 * @param originalName empty when none was sent
 */
export function downloadName(originalName: string, kind: ResumeKind, applicantName: string): string {
  if (originalName === '')
    return withExtension(cleanFileName(`${applicantName.replaceAll(/\s+|[/\\]/g, '_')}_Resume`), kind)
  if (extname(originalName).toLowerCase() === `.${kind}`) return originalName
  return withExtension(originalName, kind)
}

/**
 * A file name that begins with the reference of an application, such as `APP-0043 Jane Doe.pdf`: valid on every file system,
 * and distinct because references are.
 */
export function referenceName(reference: string, applicantName: string, kind: ResumeKind): string {
  const name = applicantName.replaceAll(/[/\\:*?"<>|]/g, ' ').replaceAll(/\s+/g, ' ')
  return withExtension(cleanFileName(`${reference} ${name}`).trimEnd(), kind)
}

function withExtension(name: string, kind: ResumeKind): string {
  const extension = `.${kind}`
  return cutToBytes(name, MAXIMUM.fileNameBytes - extension.length) + extension
}

/** Cuts a text to a number of bytes in UTF-8, between characters. */
function cutToBytes(text: string, maxBytes: number): string {
  let bytes = 0
  let length = 0
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > maxBytes) break
    length += character.length
  }
  return text.slice(0, length)
}
