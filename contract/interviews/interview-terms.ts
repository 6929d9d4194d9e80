/** Forms of an interview. */
export const INTERVIEW_KINDS = ['phone', 'video', 'on_site'] as const

/** One of the forms of an interview. */
export type InterviewKind = (typeof INTERVIEW_KINDS)[number]

/** States of an interview. */
export const INTERVIEW_STATES = ['planned', 'cancelled'] as const

/** One of the states of an interview. */
export type InterviewState = (typeof INTERVIEW_STATES)[number]

/** What an applicant can say to an invitation; `none` before that. */
export const INTERVIEW_RESPONSES = ['none', 'accepted', 'declined'] as const

/** One of the responses to an invitation. */
export type InterviewResponse = (typeof INTERVIEW_RESPONSES)[number]
