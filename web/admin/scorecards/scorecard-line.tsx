import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Scorecard, ScorecardAnswers } from '../../../contract/team/scorecards.ts'
import { useAuth } from '../../session/use-auth.ts'
import { formatDayAndTime, formatShortDayAndTime } from '../../ui/text/date-formats.ts'
import { RatingBadge } from './scorecard-summary.tsx'
import { scorecardVersionsQuery } from './scorecards-api.ts'

/** What one person has given: a card to open, that there is none, or only that it is there while it is hidden. */
export function ScorecardLine({ scorecard }: { scorecard: Scorecard }) {
  const { by, card, createdAt, isSkipped, skippedAt } = scorecard
  return (
    <li className="grid gap-1 border-line border-l-2 pl-3">
      <p className="wrap-anywhere flex flex-wrap items-baseline gap-x-2 text-ink-muted text-sm">
        <bdi className="text-ink">{by.name}</bdi>
        {by.address !== null && by.address !== by.name && <span>{by.address}</span>}
        <Time at={createdAt} />
        {card && <RatingBadge rating={card.overall} />}
      </p>
      {isSkipped && <p className="text-ink-muted text-sm">Reads the others without giving one</p>}
      {!isSkipped && skippedAt !== null && (
        <p className="text-ink-muted text-sm">Given after reading the others, or when they could be read</p>
      )}
      {card && <Answers answers={card} of={by.name} />}
      {card && card.changedAt !== null && <EarlierVersions scorecard={scorecard} changedAt={card.changedAt} />}
    </li>
  )
}

function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatDayAndTime(at)}>
      {formatShortDayAndTime(at)}
    </time>
  )
}

/** The note on the whole, and what is said of each criterion. */
function Answers({ answers, of }: { answers: ScorecardAnswers; of: string }) {
  const said = answers.ratings.filter(({ rating, note }) => rating !== null || note !== '')
  return (
    <>
      {answers.note !== '' && <Note text={answers.note} />}
      {said.length > 0 && (
        <details aria-label={`Criteria in the scorecard of ${of}`} className="text-sm">
          <summary className="min-h-9 cursor-pointer py-1.5 text-ink-muted hover:text-accent max-md:min-h-11 max-md:py-3">
            {said.length === 1 ? 'One criterion' : `${said.length} criteria`}
          </summary>
          <dl className="grid gap-2">
            {said.map(({ criterion, rating, note }) => (
              <div key={criterion} className="grid gap-0.5">
                <dt className="wrap-anywhere flex flex-wrap items-baseline gap-x-2">
                  <span dir="auto">{criterion}</span>
                  {rating && <RatingBadge rating={rating} />}
                </dt>
                <dd className="m-0">{note !== '' && <Note text={note} />}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  )
}

function Note({ text }: { text: string }) {
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
      {text}
    </p>
  )
}

type EarlierVersionsProps = { scorecard: Scorecard; changedAt: string }

/** When a card was changed, and what it said before. */
function EarlierVersions({ scorecard, changedAt }: EarlierVersionsProps) {
  const [isOpen, setOpen] = useState(false)
  const { token } = useAuth()
  const { data } = useQuery({ ...scorecardVersionsQuery(token, scorecard), enabled: isOpen })
  return (
    <details
      aria-label={`Earlier versions of the scorecard of ${scorecard.by.name}`}
      className="text-sm"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="min-h-9 cursor-pointer py-1.5 text-ink-muted hover:text-accent max-md:min-h-11 max-md:py-3">
        Changed {formatShortDayAndTime(changedAt)}
      </summary>
      <ol aria-label="Earlier versions, newest first" className="grid list-none gap-2 p-0">
        {data?.versions.map(({ until, ...answers }) => (
          <li key={until} className="grid gap-1 border-line border-l-2 pl-3">
            <p className="flex flex-wrap items-baseline gap-x-2 text-ink-muted">
              Until <Time at={until} />
              <RatingBadge rating={answers.overall} />
            </p>
            <Answers answers={answers} of={`${scorecard.by.name} until ${formatShortDayAndTime(until)}`} />
          </li>
        ))}
      </ol>
    </details>
  )
}
