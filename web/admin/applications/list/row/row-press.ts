import type { MouseEvent } from 'react'

/** Parts of a row that have a click of their own. */
const OWN_CLICK = 'a, button, input, label, [data-tick]'
const MIDDLE_BUTTON = 1

/**
 * Makes the free space of a table's rows open what their link opens, as the link would: with Ctrl, the command key or the
 * middle button in a new tab. Text can be selected.
 */
export function rowPress(onOpen: (id: number, isNewTab: boolean) => void) {
  const pressedRow = ({ target, currentTarget }: MouseEvent): number | undefined => {
    // The events of a menu reach the row in React, but not in the page.
    if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(OWN_CLICK)) return undefined
    const id = Number(target.closest<HTMLElement>('tr[data-id]')?.dataset.id)
    return Number.isNaN(id) ? undefined : id
  }
  return {
    onClick: (event: MouseEvent) => {
      const id = pressedRow(event)
      if (id === undefined || event.shiftKey || event.altKey || isSelecting()) return
      onOpen(id, event.ctrlKey || event.metaKey)
    },
    onAuxClick: (event: MouseEvent) => {
      const id = event.button === MIDDLE_BUTTON ? pressedRow(event) : undefined
      if (id !== undefined) onOpen(id, true)
    },
    onMouseDown: (event: MouseEvent) => {
      // Or the browser would begin to scroll.
      if (event.button === MIDDLE_BUTTON && pressedRow(event) !== undefined) event.preventDefault()
    },
  }
}

/** Whether the press has selected text. */
function isSelecting(): boolean {
  return getSelection()?.type === 'Range'
}
