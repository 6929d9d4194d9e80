/** The sides of a box on the screen, in CSS pixels. */
type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

/** Part of the screen that a focused or pointed element may fill and still move the toast: a larger one is a region, not a control. */
const LARGEST_CONTROL = 0.6

/** How long pointer and page rest before the toast gives way: who crosses rows on the way to it finds it in its place. */
const REST_MS = 250

/**
 * How far the toast stands above the end of the screen, so that it lies over none of the boxes.
 * @param toast where it stands at the end of the screen
 * @param menus open menus: where no place is free, the toast stands at the top of the screen, not over them
 * @returns CSS pixels; 0 where no place is free
 */
export function freePlace(toast: Box, boxes: readonly Box[], menus: readonly Box[] = []): number {
  let rise = 0
  for (const box of [...boxes, ...menus].toSorted((one, other) => other.bottom - one.bottom)) {
    if (isOver(toast, box, rise)) rise = toast.bottom - box.top
  }
  if (rise <= toast.top) return rise
  return menus.some((menu) => isOver(toast, menu, 0)) ? toast.top : 0
}

function isOver(toast: Box, box: Box, rise: number): boolean {
  const isBeside = box.left >= toast.right || box.right <= toast.left
  const isAboveOrBelow = box.bottom <= toast.top - rise || box.top >= toast.bottom - rise
  return !isBeside && !isAboveOrBelow
}

/**
 * Keeps the slot of toasts clear of bars of actions that stay in view (`data-action-bar`), of the focused element, and of
 * the row in which the pointer rests, for as long as a toast is shown. It stays where it is while the pointer or the focus
 * is in it, and for a pointer that goes back to the row.
 * @returns the action that ends it
 */
export function keepClear(slot: HTMLElement): () => void {
  let frame = 0
  let resting = 0
  let pointed = pointedPart(slot)
  const place = () => {
    frame = 0
    slot.style.removeProperty('--toast-rise')
    const rise = freePlace(slot.getBoundingClientRect(), boxesToKeep(slot, pointed), openMenus())
    if (rise > 0) slot.style.setProperty('--toast-rise', `${rise}px`)
  }
  const later = () => {
    // Moved between the two halves of a press, its button would miss the click.
    const isInUse = slot.matches(':hover') || slot.contains(document.activeElement)
    if (!isInUse) frame ||= requestAnimationFrame(place)
  }
  const onRest = () => {
    // Who comes back from the toast still finds it above the row.
    if (slot.matches(':hover')) return
    const before = pointed
    pointed = pointedPart(slot)
    if (pointed !== before) later()
  }
  const awaitRest = () => {
    clearTimeout(resting)
    resting = window.setTimeout(onRest, REST_MS)
  }
  const onLeave = () => {
    pointed = pointedPart(slot)
    later()
  }
  const onScroll = () => {
    pointed = null
    later()
    awaitRest()
  }
  const changes = new MutationObserver(later)
  changes.observe(document.body, { childList: true, subtree: true })
  const ending = new AbortController()
  const listening = { capture: true, passive: true, signal: ending.signal }
  for (const event of ['focusin', 'resize']) window.addEventListener(event, later, listening)
  window.addEventListener('scroll', onScroll, listening)
  window.addEventListener('pointermove', awaitRest, listening)
  slot.addEventListener('pointerleave', onLeave, { signal: ending.signal })
  place()
  return () => {
    clearTimeout(resting)
    cancelAnimationFrame(frame)
    changes.disconnect()
    ending.abort()
  }
}

/** The row or card that the pointer is in, otherwise the control; null in the toast itself. */
function pointedPart(slot: HTMLElement): Element | null {
  const pointed = [...document.querySelectorAll(':hover')].at(-1)
  if (!pointed || slot.contains(pointed)) return null
  return pointed.closest('tr, li, article') ?? pointed.closest('a, button, label')
}

function openMenus(): DOMRect[] {
  return [...document.querySelectorAll('.menu, .admin-menu')]
    .filter((menu) => menu.checkVisibility())
    .map((menu) => menu.getBoundingClientRect())
}

function boxesToKeep(slot: HTMLElement, pointed: Element | null): DOMRect[] {
  const bars = [...document.querySelectorAll('[data-action-bar]')]
  const { activeElement, body } = document
  const focused = activeElement === body || slot.contains(activeElement) ? null : activeElement
  const isControl = (element: Element | null): element is Element =>
    element !== null && element.getBoundingClientRect().height < window.innerHeight * LARGEST_CONTROL
  return [...bars, ...[focused, pointed].filter(isControl)]
    .filter((element) => element.checkVisibility())
    .map((element) => element.getBoundingClientRect())
}
