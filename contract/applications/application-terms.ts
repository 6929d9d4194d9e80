/**
 * Orders of the list of applications; a leading minus reverses the order. By interview: upcoming ones, the soonest first,
 * then past ones, the latest first, then applications without an interview date.
 */
export const APPLICATION_SORTS = ['name', '-name', 'date', '-date', 'status', '-status', 'interview'] as const

/** Value of the job filter for applications without a job. */
export const NO_JOB = 'none'

/** Value of the filter by person for the one who asks. */
export const ASSIGNED_TO_ME = 'me'

/** First line of the note of every application from the recovery form. */
export const RECOVERY_MARKER = 'DATA RECOVERY RESUBMISSION'

/** Applications submitted before this instant were lost. */
export const RECOVERY_CUT_OFF = '2025-06-13T04:17:00.000Z'
