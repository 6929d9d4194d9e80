import { focusFallback } from './keep-focus.ts'

/** Parts of a page that say where one is. */
const PLACES = 'section, form, fieldset, li, article, nav, [role=dialog], main'

/** They give the focus back themselves, some tasks after they have gone. */
const LAYERS = '[role=dialog], [role=menu]'

/**
 * Whatever has the focus may go, be hidden or be disabled: the focus then moves to the place where it was, a row of its list
 * or a part of the page, and not to the body, from where a keyboard begins at the top and a screen reader says nothing. On a
 * place no key does anything: what is pressed twice must not press what has taken its position.
 * @param readPath what got the focus last, and all around it, from the inside: nothing is around what has been removed
 */
export function guardFocus(readPath: () => EventTarget[]): void {
  let left: EventTarget[] | undefined
  const check = () => {
    if (document.activeElement !== document.body) return
    const path = readPath()
    const [last, ...around] = path.filter((target) => target instanceof Element)
    if (!last || path === left) return
    if (isUsable(last)) {
      // Someone has clicked beside it.
      left = path
      return
    }
    const layer = [last, ...around].find((element) => element.matches(LAYERS))
    if (layer && !isUsable(layer)) return
    const place = around.find((element) => isUsable(element) && element.matches(PLACES))
    focusFallback(place instanceof HTMLElement ? place : undefined)
  }
  // After a part that knows better where its focus goes (`useKeepFocus`).
  const checkLater = () => queueMicrotask(check)
  // Hidden or disabled, it loses the focus with an event; removed, not in every browser.
  document.addEventListener('focusout', checkLater)
  new MutationObserver(checkLater).observe(document.body, { childList: true, subtree: true })
  check()
}

function isUsable(element: Element): boolean {
  return element.isConnected && element.checkVisibility() && !element.matches(':disabled')
}
