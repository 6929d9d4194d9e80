import { focusFallback } from './keep-focus.ts'

/** Parts of a page that say where one is. */
const PLACES = 'section, form, fieldset, li, article, nav, [role=dialog], main'

/** They give the focus back themselves, some tasks after they have gone. */
const LAYERS = '[role=dialog], [role=menu]'

/** What had the focus last, and all around it, from the inside: nothing is around what has been removed. */
let path: Element[] = []
let isGuarding = false

/**
 * Whatever has the focus may go, be hidden or be disabled: the focus then moves to the place where it was, a row of its list
 * or a part of the page, and not to the body, from where a keyboard begins at the top and a screen reader says nothing. On a
 * place no key does anything: what is pressed twice must not press what has taken its position.
 * @param targets the path of the event of a focus, which may be lost again
 */
export function noteFocus(targets: EventTarget[]): void {
  path = targets.filter((target) => target instanceof Element)
  if (!isGuarding) startGuard()
  checkFocus()
}

function startGuard(): void {
  isGuarding = true
  // After a part that knows better where its focus goes (`useKeepFocus`).
  const checkLater = () => queueMicrotask(checkFocus)
  // Hidden or disabled, it loses the focus with an event; removed, not in every browser.
  document.addEventListener('focusout', checkLater)
  new MutationObserver(checkLater).observe(document.body, { childList: true, subtree: true })
}

function checkFocus(): void {
  const last = path[0]
  if (document.activeElement !== document.body || !last) return
  if (isUsable(last)) {
    // Somebody has clicked beside it.
    path = []
    return
  }
  const layer = path.find((element) => element.matches(LAYERS))
  if (layer && !isUsable(layer)) return
  const place = path.find((element) => isUsable(element) && element.matches(PLACES))
  focusFallback(place instanceof HTMLElement ? place : undefined)
}

function isUsable(element: Element): boolean {
  return element.isConnected && element.checkVisibility() && !element.matches(':disabled')
}
