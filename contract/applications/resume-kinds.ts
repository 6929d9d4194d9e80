import { RESUME_MAX_TEXT } from '../wire/limits.ts'
import { keysOf } from '../wire/records.ts'

/** Forms that take a resume. */
type ResumeForm = 'application' | 'recovery'

/** What depends on the kind of a file. The key of the kind is the extension of its files. */
type KindFacts = {
  mediaType: string
  /** In lists such as `PDF or Word document`. */
  label: string
  /** Forms that accept it. */
  acceptedBy: readonly ResumeForm[]
  /** How admins read it: page by page, or as the text that the server takes from it. */
  shownAs: 'pages' | 'text'
}

/**
 * File kinds of a resume, written once. The server detects them by content (`validate-file.ts`) and reads their text
 * (`extract-text.ts`); both have an entry for each.
 */
export const RESUME_KINDS = {
  pdf: { mediaType: 'application/pdf', label: 'PDF', acceptedBy: ['application', 'recovery'], shownAs: 'pages' },
  doc: { mediaType: 'application/msword', label: 'Word', acceptedBy: ['application', 'recovery'], shownAs: 'text' },
  docx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    label: 'Word',
    acceptedBy: ['application', 'recovery'],
    shownAs: 'text',
  },
  // The application form makes one of what is written into it.
  txt: { mediaType: 'text/plain', label: 'plain text', acceptedBy: ['recovery'], shownAs: 'text' },
} as const satisfies Record<string, KindFacts>

/** One of the file kinds of a resume. */
export type ResumeKind = keyof typeof RESUME_KINDS

const KINDS = keysOf(RESUME_KINDS)

/** File kinds that a form accepts. */
export function kindsOf(form: ResumeForm): ResumeKind[] {
  return KINDS.filter((kind) => (RESUME_KINDS[kind].acceptedBy as readonly ResumeForm[]).includes(form))
}

/** File kinds in words, such as `PDF, Word or plain text document`. */
function nameKinds(kinds: readonly ResumeKind[]): string {
  const labels = [...new Set(kinds.map((kind) => RESUME_KINDS[kind].label))]
  const last = labels.pop() ?? ''
  return `${labels.length > 0 ? `${labels.join(', ')} or ${last}` : last} document`
}

/** What a file field says of the files that it takes. */
export function describeKinds(kinds: readonly ResumeKind[]): string {
  return `${nameKinds(kinds)}, up to ${RESUME_MAX_TEXT}`
}

/** What is said of a file of another kind. */
export function askForKinds(kinds: readonly ResumeKind[]): string {
  return `Please upload a ${nameKinds(kinds)}`
}

/** Whether a file of this media type is shown page by page. */
export function isShownAsPages(mediaType: string): boolean {
  return KINDS.some((kind) => RESUME_KINDS[kind].mediaType === mediaType && RESUME_KINDS[kind].shownAs === 'pages')
}

/** Results of the virus scan of a resume. An infected one cannot be downloaded. */
export const SCAN_STATES = ['clean', 'not-scanned', 'infected'] as const

/** One of the results of the virus scan of a resume. */
export type ScanState = (typeof SCAN_STATES)[number]
