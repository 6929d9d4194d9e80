import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import type { Application } from '../../../../contract/application.ts'
import type { BoardCard, JobBoard } from '../../../../contract/job-board.ts'
import { API, pathTo } from '../../../../contract/paths.ts'
import type { ApplicationStatus } from '../../../../contract/vocabulary.ts'
import { ApiError } from '../../../api/api-error.ts'
import { readToken } from '../../../api/auth-store.ts'
import { useFailureNotice } from '../../../session/end-session.ts'
import { toast } from '../../../ui/toast.ts'
import { STATUS_VIEWS } from '../../applications/application-statuses.ts'
import { changeTogether, undoChange } from '../../applications/changes/change-together.ts'
import { CHANGES_KEY, cancelReads, refreshDashboard } from '../../applications/changes/pending-changes.ts'
import { describeChange, REFUSALS } from '../../applications/changes/row-changes.ts'
import { historyQuery } from '../../history/history-api.ts'
import { describeActor } from '../../history/history-texts.ts'
import { findCard, type PlacedCard, placeCard } from './board-moves.ts'
import { boardKey, COUNTS_KEY } from './job-board-api.ts'

/** A card, the column that it leaves, and the one that it goes to. */
export type BoardMove = PlacedCard & { to: ApplicationStatus }

/**
 * Returns the action that moves a card, and the one that undoes the last move. A move shows immediately; a refused one is
 * put back, with a toast that says why.
 */
export function useBoardMoves(jobId: number) {
  const client = useQueryClient()
  const board = useMemo(() => openBoard(client, jobId), [client, jobId])
  const showFailure = useFailureNotice()
  const lastChange = useRef<{ id: number; name: string } | null>(null)
  const settled = {
    mutationKey: CHANGES_KEY,
    scope: { id: CHANGES_KEY[0] },
    onSettled: () => refreshBoards(client, jobId),
  }

  const undo = useMutation({
    ...settled,
    mutationFn: ({ id }: { id: number; name: string }) => undoChange(id),
    onSuccess: ({ refused }, { name }) => {
      if (refused.length === 0) toast({ title: 'Move undone', about: name })
      else toast({ title: 'Not undone', about: name, description: 'was changed again meanwhile.', tone: 'error' })
    },
    onError: (error, { name }) => {
      const description = error instanceof ApiError ? error.serverMessage : 'Please try again'
      showFailure(error, { title: 'Not undone', about: name, description })
    },
  })
  const undoLast = () => {
    if (lastChange.current) undo.mutate(lastChange.current)
    lastChange.current = null
  }

  const move = useMutation({
    ...settled,
    mutationFn: ({ card, status, to }: BoardMove) => sendMove({ card: board.latest(card), status, to }),
    onMutate: async ({ card, to }) => {
      await Promise.all([cancelReads(client), board.cancelReads()])
      board.show({ ...board.latest(card), inStageSince: new Date().toISOString() }, to)
    },
    onSuccess: async ({ id, changed, refused }, moved) => {
      const [stored] = changed
      const [conflict] = refused
      if (conflict) {
        board.showStored(moved.card, conflict.stored)
        return explainConflict(conflict.stored, moved)
      }
      if (!stored || id === null) return
      board.showStored(moved.card, stored)
      lastChange.current = { id, name: stored.name }
      const notice = describeChange({ kind: 'status', status: moved.to, application: stored })
      toast({ ...notice, about: stored.name, action: { label: 'Undo', run: undoLast } })
    },
    onError: (error, { card, status }) => {
      board.show(card, status)
      showFailure(error, { ...REFUSALS.status, about: card.name })
    },
  })

  /** Says where the application is now, who moved it there, and asks whether to move it all the same. */
  const explainConflict = async (stored: Application | null, { card, to }: BoardMove) => {
    const title = 'Changed meanwhile'
    if (!stored || stored.quarantined) {
      toast({ title, about: card.name, description: 'no longer exists.', tone: 'error' })
      return
    }
    const place = stored.archived ? 'was archived' : `was moved to ${STATUS_VIEWS[stored.status].tab}`
    const description = `${place} by ${await findAuthor(client, stored)}, and stays there.`
    const again = { card: cardOf(card, stored), status: stored.status, to }
    const action = stored.archived
      ? undefined
      : { label: `${STATUS_VIEWS[to].move} anyway`, run: () => move.mutate(again) }
    toast({ title, about: card.name, description, tone: 'error', action })
  }

  return { move: move.mutate, undoLast }
}

/** Refetches a board and the counts, and everything else that shows applications. */
export function refreshBoards(client: QueryClient, jobId: number): void {
  refreshDashboard(client, true)
  if (client.isMutating({ mutationKey: CHANGES_KEY }) > 1) return
  for (const queryKey of [boardKey(jobId), COUNTS_KEY]) client.invalidateQueries({ queryKey })
}

/** Sends a move; if something other than status and archive changed meanwhile, sends it again over that version. */
async function sendMove({ card, status, to }: BoardMove): ReturnType<typeof changeTogether> {
  const made = await changeTogether({ status: to }, [{ id: card.id, version: card.version }])
  const stored = made.refused[0]?.stored
  const isSameStage = stored && stored.status === status && !stored.archived && !stored.quarantined
  return isSameStage ? sendMove({ card: cardOf(card, stored), status, to }) : made
}

/** The cached board of a posting, for optimistic changes. */
function openBoard(client: QueryClient, jobId: number) {
  const filter = { queryKey: boardKey(jobId) }
  const show = (card: BoardCard, status: ApplicationStatus | null) => {
    client.setQueriesData<JobBoard>(filter, (board) => board && placeCard(board, card, status))
  }
  /** The card with the version and date that an earlier move has given it. */
  const latest = (card: BoardCard): BoardCard => {
    const boards = client.getQueriesData<JobBoard>(filter)
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
    cancelReads: () => client.cancelQueries(filter),
  }
}

function cardOf(card: BoardCard, { version, name, interviewDate }: Application): BoardCard {
  return { ...card, version, name, interviewDate }
}

/** Who changed the status or the archive last; a guess never: without the history it is another admin. */
async function findAuthor(client: QueryClient, { id }: Application): Promise<string> {
  const history = await client
    .fetchQuery({ ...historyQuery(pathTo(API.applicationHistory, id), readToken()), retry: false })
    .catch(() => [])
  const entry = history.find(({ event }) => ['status_changed', 'archived', 'unarchived'].includes(event.action))
  return entry ? describeActor(entry) : 'another admin'
}
