import type { CSSProperties } from 'react'
import type { Application } from '../../../../../contract/applications/application.ts'
import type { OfferedTimesMark } from '../../../../../contract/applications/application-list.ts'
import { decisionOf } from '../../../../../contract/applications/status-lists.ts'
import type { AnswerClock } from '../../../../../contract/promise/answer-clock.ts'
import { formatShortDay } from '../../../../ui/text/date-formats.ts'
import type { ListRow } from '../../application-list-api.ts'
import { formatDaysAloud, formatShortDays } from '../../application-texts.ts'
import { StatusBadge } from '../../status-badge.tsx'
import { useAnswerClock } from '../../use-answer-clock.ts'

/**
 * The status of an application, and what it means for its applicant: how long an answer is waited for, the day of the
 * interview, or whether the decision is known; and that its person is held, or to be erased. In a tab of one status only screen readers get the badge, unless the row has left it: the tab says it.
 */
export function StatusCell({ application }: { application: ListRow }) {
  const clock = useAnswerClock(application)
  const { status, interviewDate, withdrawnAt, offeredTimes, heldUntil, isErasing } = application
  const knows = withdrawnAt || status === 'interview' ? undefined : isAnswered(application)
  return (
    <td data-label="Status">
      <span className="status-cell">
        <StatusBadge status={status} />
        {withdrawnAt && (
          <span className="status-fact text-signal-amber">{isErasing ? 'erasure requested' : 'withdrawn'}</span>
        )}
        {status === 'interview' && interviewDate && !withdrawnAt && <InterviewDay date={interviewDate} />}
        {offeredTimes && !withdrawnAt && <OfferedTimes offer={offeredTimes} />}
        {heldUntil !== null && <span className="status-offer text-signal-blue">legal hold</span>}
        {clock && <Waiting clock={clock} />}
        {knows === true && <span className="status-fact text-ink-muted">answered</span>}
        {knows === false && <span className="status-fact text-signal-amber">not answered</span>}
      </span>
    </td>
  )
}

/** Whether the applicant knows the decision; undefined while there is none to know. */
function isAnswered(application: Application): boolean | undefined {
  return decisionOf(application) === null || application.quarantined ? undefined : application.answered !== null
}

/** Whose turn it is: the applicant's until the last day, then the reader's, in amber. */
function OfferedTimes({ offer: { state, lastDay } }: { offer: OfferedTimesMark }) {
  if (state !== 'open')
    return (
      <span className="status-offer text-signal-amber">
        {state === 'ended' ? 'no time chosen' : 'wants other times'}
      </span>
    )
  const day = formatShortDay(`${lastDay}T12:00`)
  return (
    <span className="status-offer text-ink-muted" title={`Times offered, choose by ${day}`}>
      <span className="sr-only">times offered, </span>choose by {day}
    </span>
  )
}

/** Amber once it is over. */
function InterviewDay({ date }: { date: string }) {
  const isPast = Date.parse(date) < Date.now()
  return (
    <span className={`status-fact ${isPast ? 'text-signal-amber' : 'text-ink-muted'}`}>
      {formatShortDay(date)}
      {isPast && <span className="sr-only"> is over</span>}
    </span>
  )
}

/** The days that an applicant has waited, over a level that is full on the promised day. */
function Waiting({ clock: { day, days, isPassed } }: { clock: AnswerClock }) {
  return (
    <span
      className="waiting"
      title={`Day ${day} of ${days}`}
      data-overdue={isPassed || undefined}
      style={{ '--level': Math.min(1, day / days) } as CSSProperties}
    >
      <span aria-hidden="true">{formatShortDays(day)}</span>
      <span className="sr-only"> waiting {formatDaysAloud(day)}</span>
    </span>
  )
}
