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

/** Parts of a page that say where one is. */
const PLACES = 'section, form, fieldset, li, article, nav, [role=dialog], main'

/** They give the focus back themselves, some tasks after they have gone. */
const LAYERS = '[role=dialog], [role=menu]'

/**
 * Whatever has the focus may go, be hidden or be disabled: the focus then moves to the place where it was, a row of its list
 * or a part of the page, and not to the body, from where a keyboard begins at the top and a screen reader says nothing. On a
 * place no key does anything: what is pressed twice must not press what has taken its position.
 */
export function guardFocus(): void {
  let last: Element | null = document.activeElement
  let around: Element[] = []
  const check = () => {
    if (document.activeElement !== document.body || !last) return
    if (isUsable(last)) {
      // Somebody has clicked beside it.
      last = null
      return
    }
    const layer = around.find((element) => element.matches(LAYERS))
    if (layer && !isUsable(layer)) return
    const place = around.find((element) => isUsable(element) && element.matches(PLACES))
    focusFallback(place instanceof HTMLElement ? place : undefined)
  }
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? target : null
    around = last ? ancestorsOf(last) : []
  })
  // After a part that knows better where its focus goes (`useKeepFocus`).
  const checkLater = () => queueMicrotask(check)
  // Hidden or disabled, it loses the focus with an event; removed, not in every browser.
  document.addEventListener('focusout', checkLater)
  new MutationObserver(checkLater).observe(document.body, { childList: true, subtree: true })
}

/** The element and all around it, from the inside. Kept, because what is removed has none. */
function ancestorsOf(element: Element): Element[] {
  const found = [element]
  for (let next = element.parentElement; next; next = next.parentElement) found.push(next)
  return found
}

function isUsable(element: Element): boolean {
  return element.isConnected && element.checkVisibility() && !element.matches(':disabled')
}
