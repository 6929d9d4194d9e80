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
