/** What a scorecard says of a criterion, and of the applicant as a whole; from the worst to the best. */
export const RATINGS = ['definitely_not', 'no', 'yes', 'strong_yes'] as const

/** What a colleague says of an applicant in a scorecard. */
export type Rating = (typeof RATINGS)[number]

/** What a rating is called. */
export const RATING_WORDS: Readonly<Record<Rating, string>> = {
  definitely_not: 'Definitely not',
  no: 'No',
  yes: 'Yes',
  strong_yes: 'Strong yes',
}
