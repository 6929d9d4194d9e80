import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Where the focus goes when its element disappears, the first that is shown: an open dialog, the row that Tab reaches, the
 * shown row of the queue, the chosen tab, the page.
 */
const FALLBACKS = [
  '[role=dialog]:not([aria-hidden=true])',
  'main tr[tabindex="0"]:not([data-leaving])',
  'main :not([data-leaving]) > [data-queue-id][aria-current]',
  'main [role=tab][aria-selected=true]',
  'main',
]

/**
 * Moves a lost focus to its fallback. A focus that is not lost stays.
 * @param place where it was, if that is still there: its fallback is inside, or the place itself
 */
export function focusFallback(place?: HTMLElement): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return
  const fallbacks = FALLBACKS.map((selector) => document.querySelector<HTMLElement>(selector))
  const shown = fallbacks.filter((element) => element?.checkVisibility() && (!place || place.contains(element)))
  const next = shown[0] ?? place
  if (next && next.tabIndex < 0 && !next.hasAttribute('tabindex')) {
    next.tabIndex = -1
    next.addEventListener('blur', () => next.removeAttribute('tabindex'), { once: true })
  }
  next?.focus({ preventScroll: true })
}

/** Moves the focus to its fallback when a part of the page disappears with it. @returns the ref of that part */
export function useKeepFocus<Part extends HTMLElement>(
  /** What gets the focus instead, if it stays; always the same function. */
  nextOf?: (part: Part) => HTMLElement | null | undefined,
): RefObject<Part | null> {
  const part = useRef<Part>(null)
  useLayoutEffect(
    () => () => {
      if (!part.current?.contains(document.activeElement)) return
      const next = nextOf?.(part.current)
      // React ignores the events of a focus that moves while it changes the page.
      queueMicrotask(() => {
        next?.focus()
        focusFallback()
      })
    },
    [nextOf],
  )
  return part
}

/** The first button of the next row of a list, or of the one before. */
export function buttonOfNextRow(row: HTMLElement): HTMLElement | null | undefined {
  return (row.nextElementSibling ?? row.previousElementSibling)?.querySelector('button')
}
