/** Forms of an interview. One that nobody is invited to may be undecided. */
export const INTERVIEW_KINDS = ['phone', 'video', 'on_site', 'undecided'] as const

/** One of the forms of an interview. */
export type InterviewKind = (typeof INTERVIEW_KINDS)[number]

/** How sentences name the forms; in the middle of one they begin with a small letter. */
export const INTERVIEW_FORMS: Readonly<Record<InterviewKind, string>> = {
  phone: 'By telephone',
  video: 'By video',
  on_site: 'On site',
  undecided: 'Form not decided yet',
}

/** States of an interview. */
export const INTERVIEW_STATES = ['planned', 'cancelled'] as const

/** One of the states of an interview. */
export type InterviewState = (typeof INTERVIEW_STATES)[number]

/**
 * States of an offer of times: the applicant may choose one; has chosen one; wants others; it was withdrawn by an admin; its
 * last day has passed, or no time is left.
 */
export const OFFER_STATES = ['open', 'booked', 'declined', 'withdrawn', 'expired'] as const

/** One of the states of an offer of times. */
export type OfferState = (typeof OFFER_STATES)[number]

/** What a decision that ends an application does to its planned interviews. */
export const INTERVIEW_CHOICES = ['cancel', 'keep'] as const

/** One of the choices about planned interviews. */
export type InterviewChoice = (typeof INTERVIEW_CHOICES)[number]

/** What an applicant can say to an invitation; `none` before that. */
export const INTERVIEW_RESPONSES = ['none', 'accepted', 'declined'] as const

/** One of the responses to an invitation. */
export type InterviewResponse = (typeof INTERVIEW_RESPONSES)[number]

/** Messages about an interview that begins sooner leave at once. In milliseconds. */
export const INTERVIEW_SOON_MS = 60 * 60_000
