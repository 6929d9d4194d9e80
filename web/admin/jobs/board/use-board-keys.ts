import { type FocusEvent, type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { ApplicantBoard } from '../../../../contract/applications/applicant-board.ts'
import type { ApplicationStatus } from '../../../../contract/applications/application-statuses.ts'
import { APPLICATION_STATUS } from '../../../../contract/applications/application-statuses.ts'
import { STATUSES_BY_KEY } from '../../../../contract/applications/status-lists.ts'
import { useKeys } from '../../../ui/keys/use-keys.ts'
import { goalOf } from '../../applications/list/row/use-row-keys.ts'

/** Where a card is: its column and its index there. */
type CardPosition = { status: ApplicationStatus; index: number }

/**
 * The keyboard of a board: Tab reaches one card of each column, arrow keys, J, K, Home and End move between cards, 1 to 5
 * move the card with the focus. When that card leaves its column, the card at its index gets the focus.
 * @param onMove gets the id of the card; undefined where cards cannot be moved
 */
export function useBoardKeys(
  { columns }: ApplicantBoard,
  { onMove, onUndo }: { onMove: ((id: number, to: ApplicationStatus) => void) | undefined; onUndo: () => void },
) {
  const board = useRef<HTMLDivElement>(null)
  const last = useRef<CardPosition | null>(null)
  const [reached, setReached] = useState<Partial<Record<ApplicationStatus, number>>>({})
  const idsOf = (status: ApplicationStatus) =>
    columns.find((column) => column.status === status)?.cards.map(({ id }) => id) ?? []
  const positionOf = (id: number): CardPosition | undefined => {
    for (const { status, cards } of columns) {
      const index = cards.findIndex((card) => card.id === id)
      if (index >= 0) return { status, index }
    }
    return undefined
  }
  const focus = ({ status, index }: CardPosition) => {
    const ids = idsOf(status)
    const id = ids[Math.min(index, ids.length - 1)]
    const target = id === undefined ? `[data-status=${status}] [data-heading]` : `[data-card="${id}"] a`
    board.current?.querySelector<HTMLElement>(target)?.focus()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is lost only when the cards change.
  useLayoutEffect(() => {
    if (last.current && document.activeElement === document.body) focus(last.current)
  }, [columns])

  const focused = () => Number(document.activeElement?.closest<HTMLElement>('[data-card]')?.dataset.card)
  const moveFocused = (to: ApplicationStatus) => {
    if (positionOf(focused())) onMove?.(focused(), to)
  }
  /** To the next or previous card of the column; without a focused card to the first one of the board. */
  const step = (by: 1 | -1) => {
    const position = positionOf(focused())
    const first = STATUSES_BY_KEY.find((status) => idsOf(status).length > 0)
    if (position) focus({ ...position, index: Math.max(0, position.index + by) })
    else if (first) focus({ status: first, index: 0 })
  }
  useKeys({
    j: { label: 'Next card', run: () => step(1), repeats: true },
    k: { label: 'Previous card', run: () => step(-1), repeats: true },
    ...(onMove && {
      ...Object.fromEntries(
        STATUSES_BY_KEY.map((status) => [
          APPLICATION_STATUS[status].key,
          { label: APPLICATION_STATUS[status].move, run: () => moveFocused(status) },
        ]),
      ),
      z: { label: 'Undo the last move', run: onUndo },
    }),
    // The cards handle these, as the handlers below say.
    '← → ↑ ↓': { label: 'Move between cards', run: undefined },
    'Home End': { label: 'First or last card of the column', run: undefined },
    Enter: { label: 'Review the application', run: undefined },
  })

  return {
    /** The card of a column that Tab reaches. */
    reachableIn: (status: ApplicationStatus): number | undefined => {
      const ids = idsOf(status)
      const id = reached[status]
      return id !== undefined && ids.includes(id) ? id : ids[0]
    },
    handlers: {
      ref: board,
      onFocus: useCallback(({ target }: FocusEvent<HTMLElement>) => {
        const card = target.closest<HTMLElement>('[data-card]')
        const status = card?.closest<HTMLElement>('[data-status]')?.dataset.status as ApplicationStatus | undefined
        if (!card || !status) return
        last.current = { status, index: [...(card.parentElement?.children ?? [])].indexOf(card) }
        setReached((before) => ({ ...before, [status]: Number(card.dataset.card) }))
      }, []),
      onBlur: ({ relatedTarget }: FocusEvent<HTMLElement>) => {
        // The focus is lost with its card or moves to the card's menu: remember the card then.
        if (relatedTarget && !relatedTarget.closest('[data-card], [role=menu]')) last.current = null
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const link = (event.target as HTMLElement).closest('[data-card] a')
        const position = link && positionOf(Number(link.closest<HTMLElement>('[data-card]')?.dataset.card))
        const goal = position && goalFrom(position, event.key)
        if (!goal) return
        event.preventDefault()
        focus(goal)
      },
    },
  }

  function goalFrom({ status, index }: CardPosition, key: string): CardPosition | undefined {
    const across = { ArrowLeft: -1, ArrowRight: 1 }[key]
    if (across === undefined) {
      const goal = goalOf(key, index, idsOf(status).length)
      return goal === undefined ? undefined : { status, index: goal }
    }
    const ahead =
      across > 0
        ? STATUSES_BY_KEY.slice(STATUSES_BY_KEY.indexOf(status) + 1)
        : STATUSES_BY_KEY.slice(0, STATUSES_BY_KEY.indexOf(status)).reverse()
    const next = ahead.find((one) => idsOf(one).length > 0)
    return next && { status: next, index }
  }
}
