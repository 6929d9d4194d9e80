import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'

/**
 * Keyboard of a table's body whose rows carry `data-id`: one row is reached by Tab, arrow keys, Home and End move
 * between rows, Enter opens one. With Shift an arrow key selects both rows. When the row with the focus leaves the table,
 * the next one that stays gets the focus.
 * @param ids of the rows, in order
 */
export function useRowKeys(
  ids: number[],
  onOpen: (id: number, isNewTab: boolean) => void,
  onExtend: (from: number, to: number) => void,
) {
  const body = useRef<HTMLTableSectionElement>(null)
  const last = useRef<number | null>(null)
  const listed = useRef(ids)
  const [reached, setReached] = useState<number | null>(null)
  const reachable = reached !== null && ids.includes(reached) ? reached : ids[0]

  useEffect(() => {
    const before = listed.current
    listed.current = ids
    const left = last.current
    if (left === null || ids.includes(left)) return
    last.current = null
    const next = neighborOf(left, before, ids)
    if (isWithoutPlace(document.activeElement) && next !== undefined) rowAt(body.current, ids.indexOf(next))?.focus()
  }, [ids])

  return {
    reachable,
    handlers: {
      ref: body,
      onFocus: ({ target }: FocusEvent<HTMLElement>) => {
        const id = Number(target.closest<HTMLElement>('tr')?.dataset.id)
        if (!ids.includes(id)) return
        last.current = id
        setReached(id)
      },
      onBlur: ({ relatedTarget }: FocusEvent<HTMLElement>) => {
        // The focus is lost with its row or moves to a menu or dialog of the row: remember the row then.
        if (relatedTarget && !relatedTarget.closest('tbody, [role=menu], [role=dialog]')) last.current = null
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const row = event.target as HTMLElement
        const index = ids.indexOf(Number(row.dataset.id))
        if (row.tagName !== 'TR' || index < 0) return
        const goal = goalOf(event.key, index, ids.length)
        if (goal !== undefined) {
          if (event.shiftKey) onExtend(ids[index] as number, ids[goal] as number)
          rowAt(body.current, goal)?.focus()
        } else if (event.key === 'Enter') onOpen(ids[index] as number, event.ctrlKey || event.metaKey)
        else return
        event.preventDefault()
      },
    },
  }
}

/** The row after one that has left, or before it at the end. @param before the rows when it was among them */
export function neighborOf(left: number, before: readonly number[], ids: readonly number[]): number | undefined {
  const index = before.indexOf(left)
  const stays = (id: number) => ids.includes(id)
  return before.slice(index + 1).find(stays) ?? before.slice(0, Math.max(index, 0)).findLast(stays) ?? ids[0]
}

/** The index that a key moves to; undefined for other keys, unchanged at either end. */
export function goalOf(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(index + 1, count - 1)
  if (key === 'ArrowUp') return Math.max(index - 1, 0)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/** Moves the focus to the next or previous row of the table, or to its first row. */
export function focusNeighbor(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)]
  const index = rows.indexOf(document.activeElement?.closest<HTMLElement>(ROW) as HTMLElement)
  rows[index < 0 ? 0 : Math.min(Math.max(index + step, 0), rows.length - 1)]?.focus()
}

/** Id of the row that has the focus, itself or in one of its controls. */
export function focusedRow(): number | undefined {
  const id = document.activeElement?.closest<HTMLElement>(ROW)?.dataset.id
  return id === undefined ? undefined : Number(id)
}

const ROW = 'tr[data-id]:not([data-leaving])'

function rowAt(body: HTMLElement | null, index: number): HTMLElement | undefined {
  return body?.querySelectorAll<HTMLElement>(ROW)[index]
}

/** Whether the focus was lost with its row, or is about to be. */
function isWithoutPlace(focused: Element | null): boolean {
  return focused === document.body || focused?.closest('[data-leaving]') != null
}
