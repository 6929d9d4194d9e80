import { isSameCriterion } from '../../../contract/jobs/criteria.ts'
import { RATINGS, type Rating } from '../../../contract/team/ratings.ts'
import type { Scorecard, ScorecardAnswers } from '../../../contract/team/scorecards.ts'
import { SCORECARD } from '../../../contract/wire/limits.ts'

type CriterionRating = ScorecardAnswers['ratings'][number]

/** What the form of a scorecard holds: nothing is chosen in a new one. */
export type ScorecardValues = Omit<ScorecardAnswers, 'overall'> & { overall: Rating | null }

/** The form of a card; of none, a new one. */
export function valuesOf(criteria: readonly string[], card: ScorecardAnswers | null): ScorecardValues {
  return {
    overall: card?.overall ?? null,
    ratings: ratingsFor(criteria, card?.ratings ?? []),
    note: card?.note ?? '',
  }
}

/** One rating for each criterion of today, then those of earlier criteria that say something: nothing typed is lost. */
export function ratingsFor(criteria: readonly string[], ratings: readonly CriterionRating[]): CriterionRating[] {
  const today = criteria.map((criterion) => ({
    ...(ratings.find((each) => isSameCriterion(each.criterion, criterion)) ?? BLANK),
    criterion,
  }))
  const earlier = ratings.filter(
    ({ criterion, rating, note }) =>
      (rating !== null || note.trim() !== '') && !criteria.some((each) => isSameCriterion(each, criterion)),
  )
  return [...today, ...earlier].slice(0, SCORECARD.mostRatings)
}

const BLANK = { rating: null, note: '' }

/** What a form sends; undefined while there is no overall rating. */
export function answersOf({ overall, ratings, note }: ScorecardValues): ScorecardAnswers | undefined {
  if (overall === null) return undefined
  return { overall, ratings: ratings.map((each) => ({ ...each, note: each.note.trim() })), note: note.trim() }
}

/** Who rated what how: the names beside each rating, from the best to the worst. */
export type Distribution = { rating: Rating; names: string[] }[]

/** One line of the summary. */
export type SummaryLine = { criterion: string; isAsked: boolean; distribution: Distribution }

/** How the cards rate the applicant overall. */
export function overallOf(cards: readonly Scorecard[]): Distribution {
  return distribute(cards.flatMap(({ by, card }) => (card ? [{ name: by.name, rating: card.overall }] : [])))
}

/** How the cards rate each criterion of today that someone has rated, and then those that are no longer asked. */
export function summaryOf(criteria: readonly string[], cards: readonly Scorecard[]): SummaryLine[] {
  const ratings = cards.flatMap(({ by, card }) => card?.ratings.map((each) => ({ ...each, name: by.name })) ?? [])
  const all = [...criteria]
  for (const { criterion } of ratings) if (!all.some((each) => isSameCriterion(each, criterion))) all.push(criterion)
  return all
    .map((criterion, index) => ({
      criterion,
      isAsked: index < criteria.length,
      distribution: distribute(ratings.filter((each) => isSameCriterion(each.criterion, criterion))),
    }))
    .filter(({ distribution }) => distribution.length > 0)
}

function distribute(ratings: readonly { name: string; rating: Rating | null }[]): Distribution {
  return RATINGS.toReversed()
    .map((rating) => ({ rating, names: ratings.filter((each) => each.rating === rating).map(({ name }) => name) }))
    .filter(({ names }) => names.length > 0)
}
