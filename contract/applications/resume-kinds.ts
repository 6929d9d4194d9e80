/** File kinds of a resume; the server detects them by content. */
export const RESUME_MEDIA_TYPES = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain',
} as const

/** One of the file kinds of a resume. */
export type ResumeKind = keyof typeof RESUME_MEDIA_TYPES

/** Results of the virus scan of a resume. An infected one cannot be downloaded. */
export const SCAN_STATES = ['clean', 'not-scanned', 'infected'] as const

/** One of the results of the virus scan of a resume. */
export type ScanState = (typeof SCAN_STATES)[number]

/** File kinds that the application form accepts. */
export const APPLICATION_RESUME_KINDS = ['pdf', 'doc', 'docx'] as const satisfies ResumeKind[]

/** File kinds that the recovery form accepts. */
export const RECOVERY_RESUME_KINDS = ['pdf', 'doc', 'docx', 'txt'] as const satisfies ResumeKind[]
