import { RATING_WORDS, type Rating } from '../../../contract/team/ratings.ts'
import type { Scorecard } from '../../../contract/team/scorecards.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { type Distribution, overallOf, summaryOf } from './scorecard-values.ts'

const TONES: Record<Rating, BadgeTone> = { definitely_not: 'red', no: 'amber', yes: 'green', strong_yes: 'green' }

/** A rating by word and colour. */
export function RatingBadge({ rating }: { rating: Rating }) {
  return <Badge tone={TONES[rating]}>{RATING_WORDS[rating]}</Badge>
}

type SummaryProps = { criteria: readonly string[]; cards: readonly Scorecard[] }

/** How all cards rate the applicant: overall, then by criterion; who says what. */
export function ScorecardSummary({ criteria, cards }: SummaryProps) {
  return (
    <dl aria-label="Summary of the scorecards" className="grid gap-3">
      <Line label="Overall" distribution={overallOf(cards)} isOverall />
      {summaryOf(criteria, cards).map(({ criterion, isAsked, distribution }) => (
        <Line key={criterion} label={criterion} isAsked={isAsked} distribution={distribution} />
      ))}
    </dl>
  )
}

type LineProps = { label: string; distribution: Distribution; isAsked?: boolean; isOverall?: boolean }

function Line({ label, distribution, isAsked = true, isOverall = false }: LineProps) {
  return (
    <div className="grid gap-1.5">
      <dt className={`wrap-anywhere text-sm ${isOverall ? 'font-semibold' : ''}`}>
        <span dir="auto">{label}</span>
        {!isAsked && <span className="text-ink-muted"> (no longer asked)</span>}
      </dt>
      <dd className="m-0 grid gap-1.5">
        <div aria-hidden="true" className="rating-bar">
          {distribution.map(({ rating, names }) => (
            <span key={rating} data-rating={rating} style={{ flexGrow: names.length }}>
              {names.length}
            </span>
          ))}
        </div>
        <ul className="flex list-none flex-wrap gap-x-4 gap-y-1 p-0">
          {distribution.map(({ rating, names }) => (
            <li key={rating} className="wrap-anywhere flex flex-wrap items-baseline gap-x-2 text-sm">
              <RatingBadge rating={rating} />
              <span>
                {names.map((name, index) => (
                  <span key={name}>
                    {index > 0 && ', '}
                    <bdi>{name}</bdi>
                  </span>
                ))}
              </span>
            </li>
          ))}
        </ul>
      </dd>
    </div>
  )
}
