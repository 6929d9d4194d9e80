import { extname } from 'node:path'
import { MAXIMUM } from '../../../contract/limits.ts'
import type { ResumeKind } from '../../../contract/vocabulary.ts'

/**
 * The applicant's own name for the file, kept as data and never used as a path: no folders, nothing that is not seen
 * (control characters, marks that turn the direction of text), as many bytes as file systems take. A quotation mark
 * comes as `%22` from browsers (HTML, multipart form data).
 */
export function cleanFileName(name: string): string {
  const lastPart = name.replaceAll('%22', '"').split(/[/\\]/).at(-1) ?? ''
  return cutToBytes(lastPart.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ''), MAXIMUM.fileNameBytes)
}

/**
 * The name under which a resume is handed out: the applicant's own, with an ending that says what the file really is.
 * @param originalName empty when none was sent
 */
export function downloadName(originalName: string, kind: ResumeKind, applicantName: string): string {
  if (originalName === '') return withEnding(cleanFileName(`${applicantName.replaceAll(/\s+/g, '_')}_Resume`), kind)
  if (extname(originalName).toLowerCase() === `.${kind}`) return originalName
  return withEnding(originalName, kind)
}

function withEnding(name: string, kind: ResumeKind): string {
  const ending = `.${kind}`
  return cutToBytes(name, MAXIMUM.fileNameBytes - ending.length) + ending
}

/** Cuts a text to a number of bytes in UTF-8, never within a character. */
function cutToBytes(text: string, most: number): string {
  let bytes = 0
  let length = 0
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > most) break
    length += character.length
  }
  return text.slice(0, length)
}
