/** The closed word lists of the product (`spec.md` section 9). No library is imported, so every page can load them. */

/** Employment types a posting may have. */
export const JOB_TYPES = ['Full-time', 'Part-time', 'Contract', 'Internship'] as const

/** Where the work of a posting is done. */
export const WORKPLACES = ['on_site', 'hybrid', 'remote'] as const

/** One of the places where the work of a posting is done. */
export type Workplace = (typeof WORKPLACES)[number]

/** What the pay of a posting is for. */
export const PAY_PERIODS = ['hour', 'day', 'week', 'month', 'year'] as const

/** One of the periods that pay is for. */
export type PayPeriod = (typeof PAY_PERIODS)[number]

/** Stored statuses of a posting. */
export const JOB_STATUSES = ['active', 'draft', 'cancelled', 'filled'] as const

/** One of the stored statuses of a posting. */
export type JobStatus = (typeof JOB_STATUSES)[number]

/** The one state in which visitors see a posting and may apply for it, until its closing date is over. */
export const OPEN_JOB = { status: 'active', isActive: true } as const

/** Whether visitors see a posting and may apply for it, as far as status and switch decide. */
export function isOpenJob({ status, isActive }: { status: JobStatus; isActive: boolean }): boolean {
  return status === OPEN_JOB.status && isActive === OPEN_JOB.isActive
}

/**
 * Whether the last open day of a posting is over.
 * @param today the date where the company is, such as `2026-09-30`
 */
export function isPastClosing({ closingDate }: { closingDate: string | null }, today: string): boolean {
  return closingDate !== null && closingDate < today
}

/** When visitors could first see an open posting. */
export function publishedOn({ publishedAt, createdAt }: { publishedAt: string | null; createdAt: string }): string {
  return publishedAt ?? createdAt
}

/** Kinds of questions that a posting asks its applicants. */
export const QUESTION_KINDS = [
  'short_text',
  'long_text',
  'yes_no',
  'one_of',
  'several_of',
  'number',
  'date',
  'link',
] as const

/** One of the kinds of questions. */
export type QuestionKind = (typeof QUESTION_KINDS)[number]

/** What a question can say about an answer. */
export const ANSWER_MARKS = ['look_at_first', 'probably_not'] as const

/** What a question can say about an answer. */
export type AnswerMark = (typeof ANSWER_MARKS)[number]

/** Stored statuses of an application; any may follow any other. */
export const APPLICATION_STATUSES = ['pending', 'reviewing', 'interview', 'rejected', 'hired'] as const

/** One of the stored statuses of an application. */
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number]

/** Statuses of an application that still waits for a decision. */
export const OPEN_STATUSES = ['pending', 'reviewing', 'interview'] as const satisfies ApplicationStatus[]

/** Statuses about which an applicant can get a message when an application moves to them. */
export const ANSWERED_STATUSES = ['reviewing', 'interview', 'rejected', 'hired'] as const satisfies ApplicationStatus[]

/** One of the statuses about which an applicant can get a message. */
export type AnsweredStatus = (typeof ANSWERED_STATUSES)[number]

/** Whether a move to a status sends its message: never, once an admin says so, or by itself when the undo time is over. */
export const MESSAGE_RULES = ['never', 'ask', 'always'] as const

/** Messages that have a template. */
export const TEMPLATE_KINDS = ['receipt', ...ANSWERED_STATUSES] as const

/** One of the messages that have a template. */
export type TemplateKind = (typeof TEMPLATE_KINDS)[number]

/** What a message about an interview says. */
export const INTERVIEW_MESSAGE_KINDS = ['interview_invitation', 'interview_cancellation'] as const

/**
 * What a message is: from a template, a new private link that the applicant asked for, written by a person, or about an
 * interview.
 */
export const MESSAGE_KINDS = [...TEMPLATE_KINDS, 'link', 'personal', ...INTERVIEW_MESSAGE_KINDS] as const

/**
 * What became of a message: it waits for an admin (`draft`) or for its time (`waiting`); it is under way; it has left; the
 * mail server refused it for good; there was no mail server; the connection broke while the server took it; an admin
 * cancelled it, or answered by hand.
 */
export const MESSAGE_STATES = [
  'draft',
  'waiting',
  'sending',
  'sent',
  'failed',
  'not_sent',
  'perhaps_sent',
  'cancelled',
  'answered',
] as const

/** One of the states of a message. */
export type MessageState = (typeof MESSAGE_STATES)[number]

/** Forms of an interview. */
export const INTERVIEW_KINDS = ['phone', 'video', 'on_site'] as const

/** One of the forms of an interview. */
export type InterviewKind = (typeof INTERVIEW_KINDS)[number]

/** States of an interview. */
export const INTERVIEW_STATES = ['planned', 'cancelled'] as const

/** One of the states of an interview. */
export type InterviewState = (typeof INTERVIEW_STATES)[number]

/** What an applicant can say to an invitation; `none` before that. */
export const INTERVIEW_ANSWERS = ['none', 'accepted', 'declined'] as const

/** One of the answers to an invitation. */
export type InterviewAnswer = (typeof INTERVIEW_ANSWERS)[number]

/**
 * Orders of the list of applications; a leading minus reverses the order. By interview: upcoming ones, the soonest first,
 * then past ones, the latest first, then applications without an interview date.
 */
export const APPLICATION_SORTS = ['name', '-name', 'date', '-date', 'status', '-status', 'interview'] as const

/** Value of the job filter for applications without a job. */
export const NO_JOB = 'none'

/** First line of the note of every application from the recovery form. */
export const RECOVERY_MARKER = 'DATA RECOVERY RESUBMISSION'

/** Applications submitted before this instant were lost. */
export const RECOVERY_CUT_OFF = '2025-06-13T04:17:00.000Z'

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

/** File stores on other machines, the cheapest to read first. */
export const REMOTE_STORES = ['s3', 'google-drive'] as const

/** One of the file stores on other machines. */
export type RemoteStoreName = (typeof REMOTE_STORES)[number]

/** Where files of resumes can be stored, the cheapest to read first. */
export const FILE_STORES = ['local', ...REMOTE_STORES] as const

/** One of the file stores. */
export type FileStoreName = (typeof FILE_STORES)[number]
