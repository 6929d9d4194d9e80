import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Where one goes on: an open dialog, the row that Tab reaches, the shown row of the queue, the chosen tab, or the page. */
const GOALS = [
  '[role=dialog]:not([aria-hidden=true])',
  'main tr[tabindex="0"]:not([data-leaving])',
  'main :not([data-leaving]) > [data-queue-id][aria-current]',
  'main [role=tab][aria-selected=true]',
  'main',
]

/** Moves the focus to where one goes on, unless it is in use. */
export function focusGoal(): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return
  const goals = GOALS.map((selector) => document.querySelector<HTMLElement>(selector))
  goals.find((goal) => goal?.checkVisibility())?.focus({ preventScroll: true })
}

/** Keeps the focus in use when a part of the page disappears with it. @returns the ref of that part */
export function useKeepFocus<Part extends HTMLElement>(): RefObject<Part | null> {
  const part = useRef<Part>(null)
  useLayoutEffect(
    () => () => {
      // React ignores the events of a focus that moves while it changes the page.
      if (part.current?.contains(document.activeElement)) queueMicrotask(focusGoal)
    },
    [],
  )
  return part
}
