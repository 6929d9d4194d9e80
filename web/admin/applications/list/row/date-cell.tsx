import type { CSSProperties } from 'react'
import type { Application } from '../../../../../contract/applications/application.ts'
import { FIRST_STATUS } from '../../../../../contract/applications/status-lists.ts'
import { daysSince, formatDay, formatShortDay } from '../../../../ui/text/date-formats.ts'
import { formatDaysAloud, formatShortDays, isOverdue } from '../../application-texts.ts'
import { StatusBadge } from '../../status-badge.tsx'

/** The day of an application; a pending one adds how many days it waits. */
export function DateCell({ application, promisedDays }: { application: Application; promisedDays: number }) {
  const { createdAt, status, archived } = application
  const days = status === FIRST_STATUS && !archived ? daysSince(createdAt, Date.now()) : Number.NaN
  return (
    <td data-label="Date Applied">
      <span className="date-cell">
        <span className="day">{formatDay(createdAt)}</span>
        {days >= 0 && <Waiting days={days} promisedDays={promisedDays} />}
      </span>
    </td>
  )
}

/** The level is full at twice the promised limit, so that the mark of the limit stands in its middle. */
function Waiting({ days, promisedDays }: { days: number; promisedDays: number }) {
  const level = Math.min(1, days / (2 * promisedDays))
  return (
    <span
      className="waiting"
      data-overdue={isOverdue(days, promisedDays) || undefined}
      style={{ '--level': level } as CSSProperties}
    >
      <span aria-hidden="true">{formatShortDays(days)}</span>
      <span className="sr-only"> waiting {formatDaysAloud(days)}</span>
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
