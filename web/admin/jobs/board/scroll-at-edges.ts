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
export function scrollAtEdges(board: HTMLElement, point: { x: number; y: number }, onScroll: () => void): () => void {
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
