import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { ApplicantBoard, BoardCard } from '../../../../contract/applications/applicant-board.ts'
import type { Application } from '../../../../contract/applications/application.ts'
import type { ApplicationChange, RefusedApplication } from '../../../../contract/applications/application-changes.ts'
import type { ApplicationStatus } from '../../../../contract/applications/application-statuses.ts'
import { APPLICATION_STATUS } from '../../../../contract/applications/application-statuses.ts'
import { useFailureNotice } from '../../../session/end-session.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { describeActor } from '../../api/history-api.ts'
import { describeFailedChange, describeRefusal } from '../../applications/changes/change-texts.ts'
import { useUndo } from '../../applications/changes/undo.ts'
import type { Sending } from '../../applications/changes/use-changes.ts'
import { useChanges } from '../../applications/changes/use-changes.ts'
import { useInterviewQuestion } from '../../interviews/question/use-interview-question.tsx'
import { boardKey } from '../applicant-board-api.ts'
import { findCard, type PlacedCard, placeCard } from './board-moves.ts'

/** A card, the column that it leaves, and the one that it goes to. */
type BoardMove = PlacedCard & { to: ApplicationStatus } & Pick<ApplicationChange, 'interviews'>

/**
 * Returns the action that moves a card, and the one that undoes the newest change. Before a move that ends a planned interview
 * `dialog` asks. A move shows immediately; a refused one is put back, with a toast that says why.
 */
export function useBoardMoves(jobId: number, shown: ApplicantBoard) {
  const client = useQueryClient()
  const board = useMemo(() => openBoard(client, jobId), [client, jobId])
  const showFailure = useFailureNotice()
  const undo = useUndo()
  const changes = useChanges<Sending & BoardMove>({
    undo,
    noun: 'Move',
    show: ({ card, status, to }) => {
      board.show({ ...board.latest(card), inStageSince: new Date().toISOString() }, to)
      return () => board.show(card, status)
    },
    onStored: ([stored], { card }) => {
      if (stored) board.showStored(card, stored)
    },
    onRefused: ([refusal], move) => {
      if (!refusal) return
      board.showStored(move.card, refusal.stored)
      explainRefusal(refusal, move)
    },
    onFailed: (error, { change, card }) => showFailure(error, { ...describeFailedChange(change), about: card.name }),
  })
  const { ask, dialog } = useInterviewQuestion(useMemo(() => shown.columns.flatMap(({ cards }) => cards), [shown]))
  const { mutate } = changes
  const move = useCallback(
    (one: BoardMove, onMade?: () => void) => {
      const { card, status, to, interviews } = one
      const { id, version, name } = card
      const applications = [{ id, version, name, status, archived: false }]
      ask({ status: to, interviews }, [card], (change) => {
        mutate({ ...one, change, applications })
        onMade?.()
      })
    },
    [ask, mutate],
  )

  /** Says why a move was refused; where another admin was faster, who, and asks whether to move it all the same. */
  const explainRefusal = (refusal: RefusedApplication, { card, to, change }: Sending & BoardMove) => {
    const { reason, stored, since: [last] = [] } = refusal
    const words = { title: 'Changed meanwhile', about: card.name, tone: 'error' } as const
    if (reason !== 'changed_meanwhile' || !stored) return toast({ ...words, description: describeRefusal(refusal) })
    const by = last ? describeActor(last) : 'another admin'
    const again = { card: cardOf(card, stored), status: stored.status, to, interviews: change.interviews }
    toast({
      ...words,
      description: `was moved to ${APPLICATION_STATUS[stored.status].name} by ${by}, and stays there.`,
      action: { label: `${APPLICATION_STATUS[to].move} anyway`, run: () => move(again) },
    })
  }

  return { move, undoLast: undo.undoLast, dialog }
}

/** The cached board of a posting, for optimistic changes. */
function openBoard(client: QueryClient, jobId: number) {
  const filter = { queryKey: boardKey(jobId) }
  const show = (card: BoardCard, status: ApplicationStatus | null) => {
    client.setQueriesData<ApplicantBoard>(filter, (board) => board && placeCard(board, card, status))
  }
  /** The card with the version and date that an earlier move has given it. */
  const latest = (card: BoardCard): BoardCard => {
    const boards = client.getQueriesData<ApplicantBoard>(filter)
    return boards.flatMap(([, board]) => (board && findCard(board, card.id)?.card) ?? [])[0] ?? card
  }
  return {
    show,
    latest,
    /** Shows an application where it is stored; one that is archived, quarantined or deleted is on no board. */
    showStored: (card: BoardCard, stored: Application | null) => {
      if (!stored || stored.archived || stored.quarantined) show(card, null)
      else show(cardOf(latest(card), stored), stored.status)
    },
  }
}

function cardOf(card: BoardCard, { version, name, interviewDate }: Application): BoardCard {
  return { ...card, version, name, interviewDate }
}
