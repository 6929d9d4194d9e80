import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApplicantBoard } from '../../../../contract/applications/applicant-board.ts'
import type { ApplicationStatus } from '../../../../contract/applications/application-statuses.ts'
import { APPLICATION_STATUS } from '../../../../contract/applications/application-statuses.ts'
import { FIRST_STATUS, STATUSES_BY_KEY } from '../../../../contract/applications/status-lists.ts'
import { APPLICATIONS } from '../../../../contract/policies/applications-policy.ts'
import { BOARD_COLUMN } from '../../../../contract/wire/limits.ts'
import { Loaded, StaleNotice } from '../../../layout/loaded.tsx'
import { useAuth } from '../../../session/use-auth.ts'
import { useMay } from '../../../session/use-may.ts'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { formatCount } from '../../../ui/text/format-count.ts'
import { usePausedRefetch } from '../../applications/changes/pending-changes.ts'
import { applicantBoardQuery } from '../applicant-board-api.ts'
import { BoardColumn } from './board-column.tsx'
import { findCard } from './board-moves.ts'
import { enableDragging } from './drag-card.ts'
import { useBoardKeys } from './use-board-keys.ts'
import { useBoardMoves } from './use-board-moves.ts'

/** The applicants of a posting by stage: moved by dragging, by menu, or by key. */
export function KanbanBoard({ jobId }: { jobId: number }) {
  const { token } = useAuth()
  const [limit, setLimit] = useState<number>(BOARD_COLUMN.usual)
  const board = useQuery({ ...applicantBoardQuery(token, jobId, limit), ...usePausedRefetch() })
  return (
    <>
      <StaleNotice queries={[board]} />
      <Loaded
        query={board}
        loading={<TableSkeleton words="Loading applicants..." />}
        failure="The applicants could not be loaded."
      >
        {(data) => (
          <Columns
            jobId={jobId}
            board={data}
            isLoadingMore={board.isPlaceholderData}
            onShowMore={() => setLimit(BOARD_COLUMN.most)}
          />
        )}
      </Loaded>
    </>
  )
}

type ColumnsProps = { jobId: number; board: ApplicantBoard; isLoadingMore: boolean; onShowMore: () => void }

function Columns({ jobId, board, isLoadingMore, onShowMore }: ColumnsProps) {
  const [chosen, setChosen] = useState<ApplicationStatus>(() => firstStage(board))
  const [words, setWords] = useState('')
  const decides = useMay()(APPLICATIONS.decide, jobId)
  const { move, undoLast, dialog } = useBoardMoves(jobId, board)
  const shown = useRef(board)
  shown.current = board
  const onMove = useCallback(
    (id: number, to: ApplicationStatus) => {
      const placed = findCard(shown.current, id)
      if (!decides || !placed || placed.status === to) return
      move({ ...placed, to }, () => setWords(`${placed.card.name} moved to ${APPLICATION_STATUS[to].name}.`))
    },
    [decides, move],
  )
  const { reachableIn, handlers } = useBoardKeys(board, { onMove: decides ? onMove : undefined, onUndo: undoLast })
  const { frame, target } = useDragging(decides ? onMove : undefined)
  const columns = STATUSES_BY_KEY.flatMap((status) => board.columns.find((column) => column.status === status) ?? [])
  const hasAnswers = columns.some(({ cards }) => cards.some(({ firstAnswer }) => firstAnswer !== null))
  return (
    <div ref={frame} className="board-frame">
      <p role="status" className="sr-only">
        {words}
      </p>
      {dialog}
      <fieldset className="board-tabs md:hidden">
        <legend className="sr-only">Stage</legend>
        {columns.map(({ status, total }) => (
          <button
            key={status}
            type="button"
            data-status={status}
            data-target={target === status || undefined}
            aria-pressed={chosen === status}
            className="board-tab"
            onClick={() => setChosen(status)}
          >
            {APPLICATION_STATUS[status].name}
            <span className="font-mono font-normal text-ink-muted">{formatCount(total)}</span>
          </button>
        ))}
      </fieldset>
      <div className="board" data-answers={hasAnswers || undefined} {...handlers}>
        {columns.map((column) => (
          <BoardColumn
            key={column.status}
            jobId={jobId}
            column={column}
            isChosen={column.status === chosen}
            isTarget={column.status === target}
            reachable={reachableIn(column.status)}
            isLoadingMore={isLoadingMore}
            onShowMore={onShowMore}
            onMove={decides ? onMove : undefined}
          />
        ))}
      </div>
    </div>
  )
}

/** Dragging cards within an element, and the column that a dragged card is over. */
function useDragging(onMove: ((id: number, to: ApplicationStatus) => void) | undefined) {
  const frame = useRef<HTMLDivElement>(null)
  const [target, setTarget] = useState<ApplicationStatus | null>(null)
  useEffect(() => {
    if (!frame.current || !onMove) return
    return enableDragging(frame.current, {
      onOver: setTarget,
      onEnd: (id, status) => {
        setTarget(null)
        if (status) onMove(id, status)
      },
    })
  }, [onMove])
  return { frame, target }
}

/** The first stage with applicants, or the first one. */
function firstStage({ columns }: ApplicantBoard): ApplicationStatus {
  return (
    STATUSES_BY_KEY.find((status) => columns.some((column) => column.status === status && column.total > 0)) ??
    FIRST_STATUS
  )
}
