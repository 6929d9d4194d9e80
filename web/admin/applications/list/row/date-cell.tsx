import type { CSSProperties } from 'react'
import type { Application } from '../../../../../contract/applications/application.ts'
import type { AnswerClock } from '../../../../../contract/promise/answer-clock.ts'
import { formatDay, formatShortDay } from '../../../../ui/text/date-formats.ts'
import { formatDaysAloud, formatShortDays } from '../../application-texts.ts'
import { StatusBadge } from '../../status-badge.tsx'
import { useAnswerClock } from '../../use-answer-clock.ts'

/** The day of an application; one whose applicant waits for an answer adds for how many days. */
export function DateCell({ application }: { application: Application }) {
  const clock = useAnswerClock(application)
  return (
    <td data-label="Date Applied">
      <span className="date-cell">
        <span className="day">{formatDay(application.createdAt)}</span>
        {clock && <Waiting clock={clock} />}
      </span>
    </td>
  )
}

/** The level is full at twice the promised limit, so that the mark of the limit stands in its middle. */
function Waiting({ clock: { day, days, isPassed } }: { clock: AnswerClock }) {
  const level = Math.min(1, day / (2 * days))
  return (
    <span className="waiting" data-overdue={isPassed || undefined} style={{ '--level': level } as CSSProperties}>
      <span aria-hidden="true">{formatShortDays(day)}</span>
      <span className="sr-only"> waiting {formatDaysAloud(day)}</span>
    </span>
  )
}

/** The status of an application, and whether it was withdrawn; in the interview stage with the day of the interview, amber once it is over. */
export function StatusCell({ application: { status, interviewDate, withdrawnAt } }: { application: Application }) {
  const isPast = interviewDate !== null && Date.parse(interviewDate) < Date.now()
  return (
    <td data-label="Status">
      <span className="status-cell">
        <StatusBadge status={status} />
        {withdrawnAt && <span className="font-mono text-[0.8125rem] text-signal-amber">withdrawn</span>}
        {status === 'interview' && interviewDate && !withdrawnAt && (
          <span className={`font-mono text-[0.8125rem] ${isPast ? 'text-signal-amber' : 'text-ink-muted'}`}>
            {formatShortDay(interviewDate)}
            {isPast && <span className="sr-only"> is over</span>}
          </span>
        )}
      </span>
    </td>
  )
}
