import type { FastifyBaseLogger } from 'fastify'
import {
  RESUME_SECTIONS,
  SECTION_TITLES,
  type WrittenResume,
} from '../../../../contract/applications/written-resume.ts'
import { cleanText } from '../../../../contract/wire/text-rules.ts'
import { WorkerStopped } from '../../../platform/bounded-worker.ts'
import { RequestError, unavailable } from '../../../platform/http/request-error.ts'
import type { DocumentWriter } from '../../../platform/typesetting/document-writer.ts'
import type { MissingLetter } from '../../../platform/typesetting/draw-document.ts'
import type { Applicant } from '../application-fields.ts'

/**
 * Draws the resume that an applicant wrote into the form (`docs/decisions/0084`).
 * @param createdAt the time in the document
 * @param address of the sender
 * @param onDrawn gets the time that it took, in milliseconds
 * @returns a PDF
 * @throws {RequestError} `resume_not_drawn`, naming the letters that no font has, and their fields; `unavailable` or
 * `too_many_requests` where too many wait
 */
export async function drawResume(
  {
    writer,
    log,
    onDrawn,
  }: { writer: DocumentWriter; log: Pick<FastifyBaseLogger, 'warn'>; onDrawn?: (ms: number) => void },
  {
    applicant,
    written,
    createdAt,
    address,
  }: { applicant: Applicant; written: WrittenResume; createdAt: Date; address: string },
): Promise<Buffer> {
  const { name, email, phone } = applicant
  const sections = RESUME_SECTIONS.filter((section) => written[section] !== '')
  const content = {
    title: name,
    subtitle: [email, phone].filter(Boolean).join(' · '),
    sections: sections.map((section) => ({ heading: SECTION_TITLES[section], text: written[section] })),
    createdAt,
  }
  const drawn = await writer.draw(content, address, onDrawn).catch((error) => {
    if (error instanceof RequestError) throw error
    if (error instanceof WorkerStopped) throw unavailable()
    log.warn({ err: error }, 'resume not drawn: the worker was ended')
    throw notDrawn('We could not make a file of your text.')
  })
  if ('pdf' in drawn) return Buffer.from(drawn.pdf.buffer)
  throw notDrawn(`We cannot put these characters into the PDF: ${nameLetters(drawn.missing)}.`)
}

/** The letters with their fields, such as `“漢”, “字” (Skills)`. */
function nameLetters(missing: MissingLetter[]): string {
  const fields = Map.groupBy(missing, ({ heading }) => heading ?? 'name, email or phone')
  return [...fields]
    .map(([field, letters]) => `${letters.map(({ letter }) => nameOf(letter)).join(', ')} (${field})`)
    .join(', ')
}

/** A letter as it is read, and by its numbers where nothing of it can be seen. */
function nameOf(letter: string): string {
  if (cleanText(letter) !== '') return `“${letter}”`
  const numbers = Array.from(letter, (character) => character.codePointAt(0)?.toString(16).toUpperCase() ?? '')
  return numbers.map((number) => `U+${number.padStart(4, '0')}`).join(' ')
}

function notDrawn(reason: string): RequestError {
  return new RequestError('resume_not_drawn', `${reason} Please upload your resume as a file instead.`)
}
