/** The sides of a box on the screen, in CSS pixels. */
type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

/** Part of the screen that a focused element may fill and still move the toast: a larger one is a region, not a control. */
const LARGEST_CONTROL = 0.6

/**
 * How far the toast stands above the end of the screen, so that it lies over none of the boxes.
 * @param toast where it stands at the end of the screen
 * @returns CSS pixels; 0 where no place is free
 */
export function freePlace(toast: Box, boxes: readonly Box[]): number {
  let rise = 0
  for (const box of boxes.toSorted((one, other) => other.bottom - one.bottom)) {
    const isBeside = box.left >= toast.right || box.right <= toast.left
    const isAboveOrBelow = box.bottom <= toast.top - rise || box.top >= toast.bottom - rise
    if (!isBeside && !isAboveOrBelow) rise = toast.bottom - box.top
  }
  return rise > toast.top ? 0 : rise
}

/**
 * Keeps the slot of toasts clear of bars of actions that stay in view (`data-action-bar`) and of the focused element, for
 * as long as a toast is shown. It stays where it is while the pointer or the focus is in it.
 * @returns the action that ends it
 */
export function keepClear(slot: HTMLElement): () => void {
  let frame = 0
  const place = () => {
    frame = 0
    slot.style.removeProperty('--toast-rise')
    const rise = freePlace(slot.getBoundingClientRect(), boxesToKeep(slot))
    if (rise > 0) slot.style.setProperty('--toast-rise', `${rise}px`)
  }
  const later = () => {
    // Moved between the two halves of a press, its button would miss the click.
    const isInUse = slot.matches(':hover') || slot.contains(document.activeElement)
    if (!isInUse) frame ||= requestAnimationFrame(place)
  }
  const changes = new MutationObserver(later)
  changes.observe(document.body, { childList: true, subtree: true })
  const ending = new AbortController()
  for (const event of ['focusin', 'resize', 'scroll']) {
    window.addEventListener(event, later, { capture: true, passive: true, signal: ending.signal })
  }
  slot.addEventListener('pointerleave', later, { signal: ending.signal })
  place()
  return () => {
    cancelAnimationFrame(frame)
    changes.disconnect()
    ending.abort()
  }
}

function boxesToKeep(slot: HTMLElement): Box[] {
  const bars = [...document.querySelectorAll('[data-action-bar]')]
  const focused = document.activeElement
  const isControl =
    focused !== null &&
    focused !== document.body &&
    !slot.contains(focused) &&
    focused.getBoundingClientRect().height < window.innerHeight * LARGEST_CONTROL
  return [...bars, ...(isControl ? [focused] : [])]
    .filter((element) => element.checkVisibility())
    .map((element) => element.getBoundingClientRect())
}
