import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** Milliseconds from each watched event to the painted change that it brings. */
    paintTimes: number[]
  }
}

/**
 * Notes in the page, for each event of a type, how long it takes until the browser has painted what the event brings.
 * @param begin runs in the page at the event, so that it can use nothing from outside: returns whether the change is made,
 * or undefined if the event does not count
 */
export async function watchPaints(
  page: Page,
  type: 'keydown' | 'mousedown',
  begin: (event: Event) => (() => boolean) | undefined,
): Promise<void> {
  await page.evaluate(`(${notePaints})(${JSON.stringify(type)}, ${begin})`)
}

/** What has been noted so far, in milliseconds. */
export function paintTimes(page: Page): Promise<number[]> {
  return page.evaluate(() => window.paintTimes)
}

function notePaints(type: string, begin: (event: Event) => (() => boolean) | undefined): void {
  window.paintTimes = []
  const note = (event: Event) => {
    const isMade = begin(event)
    if (!isMade) return
    const look = () => {
      if (!isMade()) return requestAnimationFrame(look)
      // After the frame that shows it.
      return setTimeout(() => window.paintTimes.push(performance.now() - event.timeStamp))
    }
    requestAnimationFrame(look)
  }
  addEventListener(type, note, true)
}
