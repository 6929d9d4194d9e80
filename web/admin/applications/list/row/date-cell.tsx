import type { CSSProperties } from 'react'
import type { Application } from '../../../../../contract/application.ts'
import { ANSWER_WITHIN_DAYS } from '../../../../../contract/limits.ts'
import { daysSince, formatDay, formatShortDay } from '../../../../ui/text/date-formats.ts'
import { formatDays, isOverdue, spellDays } from '../../application-texts.ts'
import { StatusBadge } from '../../status-badge.tsx'

/** The day of an application; a pending one adds how many days it waits. */
export function DateCell({ application }: { application: Application }) {
  const { createdAt, status, archived } = application
  const days = status === 'pending' && !archived ? daysSince(createdAt, Date.now()) : Number.NaN
  return (
    <td data-label="Date Applied">
      <span className="date-cell">
        <span className="day">{formatDay(createdAt)}</span>
        {days >= 0 && <Waiting days={days} />}
      </span>
    </td>
  )
}

/** The level is full at twice the promised limit, so that the mark of the limit stands in its middle. */
function Waiting({ days }: { days: number }) {
  const level = Math.min(1, days / (2 * ANSWER_WITHIN_DAYS))
  return (
    <span className="waiting" data-overdue={isOverdue(days) || undefined} style={{ '--level': level } as CSSProperties}>
      <span aria-hidden="true">{formatDays(days)}</span>
      <span className="sr-only"> waiting {spellDays(days)}</span>
    </span>
  )
}

/** The status of an application; in the interview stage with the day of the interview, amber once it is over. */
export function StatusCell({ application: { status, interviewDate } }: { application: Application }) {
  const isPast = interviewDate !== null && Date.parse(interviewDate) < Date.now()
  return (
    <td data-label="Status">
      <span className="status-cell">
        <StatusBadge status={status} />
        {status === 'interview' && interviewDate && (
          <span className={`font-mono text-[0.8125rem] ${isPast ? 'text-signal-amber' : 'text-ink-muted'}`}>
            {formatShortDay(interviewDate)}
            {isPast && <span className="sr-only"> is over</span>}
          </span>
        )}
      </span>
    </td>
  )
}
