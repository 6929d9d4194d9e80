import { CalendarClock, Ellipsis } from 'lucide-react'
import { type CSSProperties, memo } from 'react'
import { Link } from 'wouter'
import type { BoardCard } from '../../../../contract/applications/applicant-board.ts'
import type { ApplicationStatus } from '../../../../contract/applications/application-statuses.ts'
import { APPLICATION_STATUS } from '../../../../contract/applications/application-statuses.ts'
import { STATUSES_BY_KEY } from '../../../../contract/applications/status-lists.ts'
import { Menu } from '../../../ui/menu/menu.tsx'
import type { MenuItem } from '../../../ui/menu/menu-item.ts'
import { formatShortDayAndTime } from '../../../ui/text/date-formats.ts'
import { formatDaysAloud, formatShortDays } from '../../applications/application-texts.ts'
import { openedFrom } from '../../applications/review/use-review-address.ts'
import { StatusLamp } from '../../applications/status-badge.tsx'
import { useAnswerClock } from '../../applications/use-answer-clock.ts'
import { MarkSign } from '../../questions/answer-mark.tsx'
import { daysInStage } from './board-moves.ts'

/** What a card takes. */
export type ApplicantCardProps = {
  card: BoardCard
  status: ApplicationStatus
  /** Address of the applicant's review page. */
  address: string
  /** Address of the board. */
  origin: string
  /** Whether Tab reaches this card; arrow keys move to the others. */
  isReachable: boolean
  /** Undefined where the person may not move it. */
  onMove: ((id: number, to: ApplicationStatus) => void) | undefined
}

/** One applicant on the board; memoized. The whole card is the link. */
export const ApplicantCard = memo(function ApplicantCard(props: ApplicantCardProps) {
  const { card, status, address, origin, isReachable, onMove } = props
  const { name, firstAnswer, marks, interviewDate, isWithdrawn } = card
  const days = daysInStage(card, Date.now())
  const clock = useAnswerClock({ ...card, status, archived: false })
  return (
    <li data-card={card.id} className="board-card">
      <Link
        href={address}
        state={openedFrom(origin)}
        title={name}
        draggable={false}
        tabIndex={isReachable ? 0 : -1}
        className="board-card-link"
      >
        {name}
      </Link>
      {onMove && <MoveMenu card={card} status={status} isReachable={isReachable} onMove={onMove} />}
      {firstAnswer && (
        <p className="board-card-answer">
          {marks.map((mark) => (
            <MarkSign key={mark} mark={mark} />
          ))}
          <bdi className="truncate">{firstAnswer}</bdi>
        </p>
      )}
      <p className="board-card-facts">
        <span className={clock?.isPassed ? 'text-signal-amber' : ''}>
          <span aria-hidden="true">{formatShortDays(days)}</span>
          <span className="sr-only"> {formatDaysAloud(days)} in this stage</span>
        </span>
        {isWithdrawn && <span className="text-signal-amber">withdrawn</span>}
        {interviewDate && <InterviewDate date={interviewDate} status={status} />}
      </p>
      {clock && (
        <span
          className="board-card-age"
          data-late={clock.isPassed || undefined}
          style={{ '--level': Math.min(1, clock.day / clock.days) } as CSSProperties}
        >
          <span className="sr-only">{`Day ${clock.day} of ${clock.days} until the promised answer`}</span>
        </span>
      )}
    </li>
  )
})

type MoveMenuProps = Pick<ApplicantCardProps, 'card' | 'status' | 'isReachable'> & {
  onMove: NonNullable<ApplicantCardProps['onMove']>
}

/** The menu of a card. */
function MoveMenu({ card: { id, name }, status, isReachable, onMove }: MoveMenuProps) {
  const moves = STATUSES_BY_KEY.filter((one) => one !== status).map(
    (to): MenuItem => ({
      label: APPLICATION_STATUS[to].move,
      icon: <StatusLamp status={to} className="m-1" />,
      onSelect: () => onMove(id, to),
    }),
  )
  return (
    <Menu
      label={`Move ${name}`}
      hint="Move to another stage"
      isReachable={isReachable}
      className="board-card-menu"
      groups={[moves]}
    >
      <Ellipsis aria-hidden="true" className="size-5" />
    </Menu>
  )
}

/** An upcoming interview; a past one only while the application is still in that stage. */
function InterviewDate({ date, status }: { date: string; status: ApplicationStatus }) {
  const isPast = Date.parse(date) < Date.now()
  if (isPast && status !== 'interview') return null
  return (
    <span className={isPast ? 'text-signal-amber' : 'text-signal-violet'}>
      <CalendarClock aria-hidden="true" className="mr-1 inline size-3.5 align-[-0.125em]" />
      <span className="sr-only">{isPast ? 'Interview was ' : 'Interview '}</span>
      {formatShortDayAndTime(date)}
    </span>
  )
}
