import * as z from 'zod'
import { criterionSchema, namesEachOnce } from '../jobs/criteria.ts'
import { SCORECARD } from '../wire/limits.ts'
import { cleanText, unixLines } from '../wire/text-rules.ts'
import { idSchema, instantSchema, textOr, versionSchema } from '../wire/validation.ts'
import { RATINGS } from './ratings.ts'

/** A text of several lines that may be empty. */
const note = (maximum: number) => textOr('Invalid input').overwrite(unixLines).overwrite(cleanText).trim().max(maximum)

const ratingSchema = z.enum(RATINGS, { error: 'Choose a rating' })

/** What an author says of one criterion, in the words that were read. */
const criterionRatingSchema = z.strictObject({
  criterion: criterionSchema,
  rating: ratingSchema.nullable().describe('null where the author cannot say'),
  note: note(SCORECARD.ratingNote),
})

const answers = {
  overall: ratingSchema,
  ratings: z
    .array(criterionRatingSchema)
    .max(SCORECARD.mostRatings, `A scorecard rates at most ${SCORECARD.mostRatings} criteria`)
    .refine((ratings) => namesEachOnce(ratings.map(({ criterion }) => criterion)), 'Rate each criterion once')
    .describe('With the words of the criteria as the author read them; the card keeps these when the posting changes'),
  note: note(SCORECARD.note),
}

/** What a scorecard says. */
const scorecardAnswersSchema = z.strictObject(answers)

/** Body of `PUT /api/admin/applications/{id}/scorecards/own`. */
export const ownScorecardSchema = z.strictObject({
  ...answers,
  version: versionSchema
    .nullable()
    .describe('The version that was read; null without one. When another is stored: 409 changed_meanwhile'),
})

/** A scorecard as it is read. */
const cardSchema = z.strictObject({ ...answers, changedAt: instantSchema.nullable(), version: versionSchema })

/** What one person has given about an application: a scorecard, or that there will be none. */
const scorecardSchema = z.strictObject({
  id: idSchema,
  by: z.strictObject({
    id: idSchema.nullable().describe('null for a colleague without an account'),
    name: z.string().describe('The name at that time; without an account the one that was typed for the interview'),
    address: z.string().nullable().describe('Of a colleague without an account; null with one'),
  }),
  createdAt: instantSchema,
  skippedAt: instantSchema
    .nullable()
    .describe('When the author chose to read those of others without giving one first; a card may still have followed'),
  isSkipped: z.boolean().describe('Whether there is no card'),
  card: cardSchema.nullable().describe('null for a skipped one, and for those of others until one’s own is in'),
})

/** Response of `GET /api/admin/applications/{id}/scorecards`. */
export const scorecardsSchema = z.strictObject({
  criteria: z.array(z.string()).describe('What the posting asks today'),
  own: scorecardSchema.nullable().describe('What the viewer has given; null before'),
  others: z.array(scorecardSchema).describe('Oldest first'),
})

/** Response of `PUT /api/colleague-question/scorecard`: nothing of others. */
export const interviewerScorecardSchema = z.strictObject({
  criteria: scorecardsSchema.shape.criteria,
  card: cardSchema.nullable().describe('What the interviewer has given; null before, and where it is elsewhere'),
  isElsewhere: z
    .boolean()
    .describe(
      'Whether a card is in that another device gave: a link that a person made by hand shows it on that device alone',
    ),
})

/** Response of `GET /api/admin/scorecards/{id}/versions`: what the card said before, newest first. */
export const scorecardVersionsSchema = z.strictObject({
  versions: z.array(
    scorecardAnswersSchema.extend({ until: instantSchema.describe('When the next version replaced it') }),
  ),
})

/** What a scorecard says. */
export type ScorecardAnswers = z.output<typeof scorecardAnswersSchema>
/** What an author saves. */
export type OwnScorecard = z.output<typeof ownScorecardSchema>
/** What one person has given about an application. */
export type Scorecard = z.output<typeof scorecardSchema>
/** The scorecards of an application, as one person may read them. */
export type Scorecards = z.output<typeof scorecardsSchema>
/** What an interviewer without an account reads of scorecards. */
export type InterviewerScorecard = z.output<typeof interviewerScorecardSchema>
/** What a card said before. */
export type ScorecardVersions = z.output<typeof scorecardVersionsSchema>
