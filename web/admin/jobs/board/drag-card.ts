import type { ApplicationStatus } from '../../../../contract/applications/application-statuses.ts'

/** What a drag calls. */
type DragListener = {
  /** The column, or tab of a column, under the pointer; null elsewhere. */
  onOver: (status: ApplicationStatus | null) => void
  /** @param status where the card was dropped; null elsewhere, or when the drag was canceled */
  onEnd: (id: number, status: ApplicationStatus | null) => void
}

/** A mouse drags after this distance, in pixels; a shorter one is a click. */
const MOUSE_DISTANCE = 6
/** A finger drags after it has rested this long, in milliseconds; before, it scrolls. */
const TOUCH_HOLD = 250

/**
 * Lets the cards of a board be dragged with a mouse, a pen or a finger. Cards carry `data-card` with their id; columns
 * and tabs carry `data-status`. Escape cancels.
 * @returns the action that ends it
 */
export function enableDragging(board: HTMLElement, listener: DragListener): () => void {
  let isDragging = false
  const press = (event: PointerEvent) => {
    const card = (event.target as Element).closest<HTMLElement>('[data-card]')
    const isOnControl = (event.target as Element).closest('button') !== null
    if (!card || isOnControl || event.button !== 0 || !event.isPrimary || isDragging) return
    followPointer(board, card, event, {
      ...listener,
      onStart: () => {
        isDragging = true
      },
      onEnd: (id, status) => {
        isDragging = false
        listener.onEnd(id, status)
      },
    })
  }
  // Registered before a touch begins: only then may it keep the browser from scrolling.
  const keepFromScrolling = (event: TouchEvent) => isDragging && event.cancelable && event.preventDefault()
  const keepFromNativeDrag = (event: Event) => event.preventDefault()
  board.addEventListener('pointerdown', press)
  board.addEventListener('touchmove', keepFromScrolling, { passive: false })
  board.addEventListener('dragstart', keepFromNativeDrag)
  return () => {
    board.removeEventListener('pointerdown', press)
    board.removeEventListener('touchmove', keepFromScrolling)
    board.removeEventListener('dragstart', keepFromNativeDrag)
  }
}

/** Follows the pointer from a press on a card until it is released or canceled. */
function followPointer(
  board: HTMLElement,
  card: HTMLElement,
  press: PointerEvent,
  listener: DragListener & { onStart: () => void },
): void {
  const id = Number(card.dataset.card)
  const events = new AbortController()
  const options = { signal: events.signal }
  const point = { x: press.clientX, y: press.clientY }
  let ghost: HTMLElement | undefined
  let stopScrolling: (() => void) | undefined
  let over: ApplicationStatus | null = null

  const start = () => {
    ghost = liftCard(card)
    stopScrolling = scrollAtEdges(board, point, follow)
    listener.onStart()
    follow()
  }
  const follow = () => {
    ghost?.style.setProperty('translate', `${point.x - press.clientX}px ${point.y - press.clientY}px`)
    const under = statusAt(point)
    if (under === over) return
    over = under
    listener.onOver(over)
  }
  const end = (status: ApplicationStatus | null) => {
    events.abort()
    clearTimeout(hold)
    stopScrolling?.()
    if (!ghost) return
    ghost.remove()
    ignoreNextClick()
    listener.onEnd(id, status)
  }
  const hold = press.pointerType === 'touch' ? setTimeout(start, TOUCH_HOLD) : undefined

  const move = (event: PointerEvent) => {
    if (event.pointerId !== press.pointerId) return
    Object.assign(point, { x: event.clientX, y: event.clientY })
    const isFar = Math.hypot(point.x - press.clientX, point.y - press.clientY) > MOUSE_DISTANCE
    if (ghost) follow()
    else if (isFar && press.pointerType === 'touch') end(null)
    else if (isFar) start()
  }
  window.addEventListener('pointermove', move, options)
  window.addEventListener('pointerup', ({ pointerId }) => pointerId === press.pointerId && end(over), options)
  window.addEventListener('pointercancel', () => end(null), options)
  window.addEventListener('blur', () => end(null), options)
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(null), options)
  // A long press otherwise opens the menu of the link under the finger.
  window.addEventListener('contextmenu', (event) => press.pointerType === 'touch' && event.preventDefault(), options)
}

/** A copy of the card that the pointer carries. */
function liftCard(card: HTMLElement): HTMLElement {
  const { left, top, width, height } = card.getBoundingClientRect()
  const ghost = card.cloneNode(true) as HTMLElement
  ghost.classList.add('board-ghost')
  ghost.removeAttribute('data-card')
  ghost.setAttribute('aria-hidden', 'true')
  ghost.inert = true
  for (const [property, value] of Object.entries({ left, top, width, height })) {
    ghost.style.setProperty(property, `${value}px`)
  }
  card.closest('main')?.append(ghost)
  return ghost
}

function statusAt({ x, y }: { x: number; y: number }): ApplicationStatus | null {
  const target = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-status]')
  return (target?.dataset.status as ApplicationStatus | undefined) ?? null
}

/** The release of a mouse also clicks the link under it. */
function ignoreNextClick(): void {
  const ignore = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', ignore, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', ignore, { capture: true }))
}

/** Distance from an edge at which scrolling begins, in pixels. */
const EDGE = 56
/** Fastest scrolling, in pixels of one frame. */
const SPEED = 16

/**
 * Scrolls what is under a dragging pointer while it is near an edge: the column, the board and the page.
 * @param point the pointer's position, which its owner updates
 * @param onScroll called when something else may have come under the pointer
 * @returns the action that ends it
 */
function scrollAtEdges(board: HTMLElement, point: { x: number; y: number }, onScroll: () => void): () => void {
  const step = () => {
    const { x, y } = point
    const column = document.elementFromPoint(x, y)?.closest('[data-status]')?.querySelector('ol')
    const across = speedAt(x, board.getBoundingClientRect().left, board.getBoundingClientRect().right)
    const box = column?.getBoundingClientRect()
    if (across !== 0) board.scrollLeft += across
    if (column && box) column.scrollTop += speedAt(y, box.top, box.bottom)
    window.scrollBy({ top: speedAt(y, 0, window.innerHeight), behavior: 'instant' })
    onScroll()
    frame = requestAnimationFrame(step)
  }
  let frame = requestAnimationFrame(step)
  return () => cancelAnimationFrame(frame)
}

/** How far to scroll in one frame: faster towards the edge, nothing between the edges. */
function speedAt(position: number, start: number, end: number): number {
  const nearStart = Math.max(0, EDGE - (position - start))
  const nearEnd = Math.max(0, EDGE - (end - position))
  return Math.round((Math.min(EDGE, nearEnd) - Math.min(EDGE, nearStart)) * (SPEED / EDGE))
}
