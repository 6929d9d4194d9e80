import { open } from 'node:fs/promises'
import type { ResumeKind } from '../../../../contract/applications/resume-kinds.ts'
import type { StagedFile } from '../../file-stores/file-store.ts'
import { validateDocFile } from './doc-file.ts'
import { validateDocxContainer } from './docx-container.ts'
import { type FileValidation, IS_AMBIGUOUS, IS_DAMAGED_PDF, NOT_A_RESUME } from './file-validation.ts'
import { endsWithZip } from './zip-central-directory.ts'

const COMPOUND_FILE_SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ZIP_SIGNATURE = Buffer.from('PK\x03\x04')
const PDF_HEADER = '%PDF-'
/** The end marker of a PDF lies within so many bytes of its end. */
const PDF_END_BYTES = 1024
const TEXT_CHUNK_BYTES = 65_536
const ALLOWED_CONTROLS = new Set(['\t', '\n', '\f', '\r'].map((character) => character.charCodeAt(0)))
/** By byte, since ten million of them are looked up. */
const FORBIDDEN = Array.from(
  { length: 256 },
  (_, byte) => (byte < 0x20 && !ALLOWED_CONTROLS.has(byte)) || byte === 0x7f,
)

/** How other file types begin. */
const OTHER_SIGNATURES = [
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
].map((signature) => Buffer.from(signature, 'latin1'))

/** What is needed of a file to tell its kind. */
export type UncheckedFile = Pick<StagedFile, 'path' | 'size' | 'head' | 'tail'>

/**
 * Validates a file by its content; its name and declared type do not count. A polyglot, which different programs read as
 * different types, is refused (`docs/decisions/0023-hostile-files.md`).
 */
export async function validateFile(file: UncheckedFile): Promise<FileValidation> {
  const check = Object.values(CHECKS).find(({ claims }) => claims(file))
  return check ? check.validate(file) : NOT_A_RESUME
}

/** Whether a file claims to be of a kind, and whether it is. The first that a file claims counts. */
type KindCheck = {
  claims(file: UncheckedFile): boolean
  validate(file: UncheckedFile): FileValidation | Promise<FileValidation>
}

const CHECKS: Record<ResumeKind, KindCheck> = {
  pdf: { claims: ({ head }) => head.includes(PDF_HEADER), validate: validatePdf },
  doc: {
    claims: ({ head }) => startsWith(head, COMPOUND_FILE_SIGNATURE),
    validate: ({ path, size, tail }) => (endsWithZip(tail, size) ? IS_AMBIGUOUS : validateDocFile(path)),
  },
  docx: {
    claims: ({ head }) => startsWith(head, ZIP_SIGNATURE),
    validate: ({ path, size }) => validateDocxContainer(path, size),
  },
  // Last: a text has no signature.
  txt: {
    claims: () => true,
    validate: async ({ path }) => ((await isPlainText(path)) ? { kind: 'txt' } : NOT_A_RESUME),
  },
}

function validatePdf({ size, head, tail }: UncheckedFile): FileValidation {
  if (startsAsAnotherType(head.subarray(0, head.indexOf(PDF_HEADER)))) return IS_AMBIGUOUS
  if (!tail.subarray(-PDF_END_BYTES).includes('%%EOF')) return IS_DAMAGED_PDF
  return endsWithZip(tail, size) ? IS_AMBIGUOUS : { kind: 'pdf' }
}

function startsWith(head: Buffer, signature: Buffer): boolean {
  return head.subarray(0, signature.length).equals(signature)
}

/** Whether the bytes before the header of a PDF begin another type; PDF readers skip up to 1,024 bytes. */
function startsAsAnotherType(beforeHeader: Buffer): boolean {
  // Readers ignore a byte order mark and white space.
  const text = beforeHeader.toString('latin1').replace(/^\xef\xbb\xbf/, '')
  const start = Buffer.from(text.trimStart(), 'latin1')
  return OTHER_SIGNATURES.some((signature) => startsWith(start, signature))
}

/** Text has no control characters but line ends, tabs and form feeds. Any 8-bit encoding passes. */
async function isPlainText(path: string): Promise<boolean> {
  await using file = await open(path)
  const buffer = Buffer.alloc(TEXT_CHUNK_BYTES)
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, TEXT_CHUNK_BYTES)
    if (bytesRead === 0) return true
    for (let at = 0; at < bytesRead; at += 1) if (FORBIDDEN[buffer[at] ?? 0]) return false
  }
}
