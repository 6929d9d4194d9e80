import * as z from 'zod'

/**
 * What became of the text of a resume: not read yet; read; read, but the file has none (a scan); the parser failed or
 * reached a limit; the file cannot be read by any parser (it needs a password).
 */
const RESUME_TEXT_STATES = ['pending', 'extracted', 'empty', 'failed', 'unsupported'] as const

/** One of the states of a resume's text. */
export type ResumeTextState = (typeof RESUME_TEXT_STATES)[number]

/** Response to `GET /api/admin/applications/{id}/resume-text`. */
export const resumeTextSchema = z.strictObject({
  state: z.enum(RESUME_TEXT_STATES),
  text: z.string().describe('Normalised, with line breaks; empty unless the state is extracted'),
  pages: z.int().min(0).nullable().describe('Pages of a PDF; null for other files'),
  isTruncated: z.boolean().describe('Whether the file has more text than is stored'),
})

/** The text of a resume. */
export type ResumeText = z.output<typeof resumeTextSchema>
