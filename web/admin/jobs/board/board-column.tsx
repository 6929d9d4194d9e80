import { Link } from 'wouter'
import type { ApplicantBoard } from '../../../../contract/applications/applicant-board.ts'
import { APPLICATION_STATUS } from '../../../../contract/applications/application-statuses.ts'
import { ADMIN_PAGE } from '../../../../contract/wire/admin-paths.ts'
import { BOARD_COLUMN } from '../../../../contract/wire/limits.ts'
import { PAGE, pathTo } from '../../../../contract/wire/paths.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { formatCount } from '../../../ui/text/format-count.ts'
import { FIRST_VIEW, writeListView } from '../../applications/list-view.ts'
import { StatusLamp } from '../../applications/status-badge.tsx'
import { ApplicantCard, type ApplicantCardProps } from './applicant-card.tsx'

type BoardColumnProps = {
  jobId: number
  column: ApplicantBoard['columns'][number]
  /** Whether a narrow screen shows it: one column at a time. */
  isChosen: boolean
  /** Whether a dragged card is over it. */
  isTarget: boolean
  /** The card that Tab reaches. */
  reachable: number | undefined
  isLoadingMore: boolean
  onShowMore: () => void
  onMove: ApplicantCardProps['onMove']
}

/** One stage of a posting, with its applicants. */
export function BoardColumn(props: BoardColumnProps) {
  const { jobId, column, isChosen, isTarget, reachable, onMove } = props
  const { status, cards, total } = column
  const list = writeListView({ ...FIRST_VIEW, tab: status, job: String(jobId) })
  const headingId = `stage-${status}`
  return (
    <section
      data-status={status}
      data-chosen={isChosen || undefined}
      data-target={isTarget || undefined}
      aria-labelledby={headingId}
      className="board-column"
    >
      <h2 id={headingId} data-heading tabIndex={-1} className="board-heading">
        <StatusLamp status={status} />
        {APPLICATION_STATUS[status].name}
        <span className="ml-auto font-mono font-normal text-ink-muted">{formatCount(total)}</span>
      </h2>
      {cards.length === 0 && <p className="board-empty">No applicants</p>}
      <ol className="board-cards">
        {cards.map((card) => (
          <ApplicantCard
            key={card.id}
            card={card}
            status={status}
            address={pathTo(ADMIN_PAGE.review, card.id) + list}
            origin={pathTo(ADMIN_PAGE.job, jobId)}
            isReachable={card.id === reachable}
            onMove={onMove}
          />
        ))}
      </ol>
      <More {...props} list={PAGE.adminDashboard + list} />
    </section>
  )
}

/** The cards behind the first ones; behind the most that a board has, the list. */
function More({ column, isLoadingMore, onShowMore, list }: BoardColumnProps & { list: string }) {
  const { status, cards, total } = column
  if (cards.length >= total) return null
  if (cards.length < BOARD_COLUMN.most) {
    return (
      <Button tone="quiet" className="text-sm" isBusy={isLoadingMore} onClick={onShowMore}>
        Show more<span className="sr-only"> in {APPLICATION_STATUS[status].name}</span>
      </Button>
    )
  }
  return (
    <Link href={list} className={buttonClass('quiet', 'text-sm')}>
      All {formatCount(total)} in the list
    </Link>
  )
}
