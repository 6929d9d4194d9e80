/** What a colleague without an account says of an applicant. */
export const VERDICTS = ['talk', 'not_for_us'] as const

/** What a colleague says of an applicant. */
export type Verdict = (typeof VERDICTS)[number]

/** What a verdict is called. */
export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = { talk: 'Talk to them', not_for_us: 'Not for us' }
