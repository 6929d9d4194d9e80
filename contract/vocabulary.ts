/** The closed word lists of the product (`spec.md` section 9), free of any library so that every page can afford them. */

/** Employment types a posting may have. */
export const JOB_TYPES = ['Full-time', 'Part-time', 'Contract', 'Internship'] as const

/** Stored states of a posting. */
export const JOB_STATUSES = ['active', 'draft', 'cancelled', 'filled'] as const

/** One of the stored states of a posting. */
export type JobStatus = (typeof JOB_STATUSES)[number]

/** The one state in which visitors see a posting and may apply for it. */
export const OPEN_JOB = { status: 'active', isActive: true } as const

/** Whether visitors see a posting and may apply for it. */
export function isOpenJob({ status, isActive }: { status: JobStatus; isActive: boolean }): boolean {
  return status === OPEN_JOB.status && isActive === OPEN_JOB.isActive
}

/** Stored states of an application; any may follow any other. */
export const APPLICATION_STATUSES = ['pending', 'reviewing', 'interview', 'rejected', 'hired'] as const

/** First line of the note of every application that came in through the recovery form. */
export const RECOVERY_MARKER = 'DATA RECOVERY RESUBMISSION'

/** Applications submitted before this instant were lost. */
export const RECOVERY_CUT_OFF = '2025-06-13T04:17:00.000Z'

/** File kinds a resume may have, told by content on the server. */
export const RESUME_MEDIA_TYPES = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain',
} as const

/** One of the file kinds a resume may have. */
export type ResumeKind = keyof typeof RESUME_MEDIA_TYPES

/** What is known of a resume where it should have been scanned for viruses. An infected one is not handed out. */
export const SCAN_STATES = ['clean', 'not-scanned', 'infected'] as const

/** What is known of a resume where it should have been scanned for viruses. */
export type ScanState = (typeof SCAN_STATES)[number]

/** What the application form takes. */
export const APPLICATION_RESUME_KINDS = ['pdf', 'doc', 'docx'] as const satisfies ResumeKind[]

/** What the recovery form takes. */
export const RECOVERY_RESUME_KINDS = ['pdf', 'doc', 'docx', 'txt'] as const satisfies ResumeKind[]

/** Where files of resumes can be stored, the cheapest to read first. */
export const FILE_STORES = ['local', 's3', 'google-drive'] as const
