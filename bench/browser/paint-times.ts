import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** Milliseconds from each watched event to the painted change that it brings. */
    paintTimes: number[]
  }
}

/** Looks whether a change is made: in each frame, and after the one that paints it, when looking costs no time that counts. */
type Look = (isAfterFrame: boolean) => boolean

/** Runs in the page at an event, so that it can use nothing from outside; undefined if the event does not count. */
type Begin = (event: Event) => Look | undefined

/** Notes in the page, for each event of a type, how long it takes until the browser has painted what the event brings. */
export async function watchPaints(page: Page, type: 'keydown' | 'mousedown', begin: Begin): Promise<void> {
  await page.evaluate(`(${notePaints})(${JSON.stringify(type)}, ${begin})`)
}

/** What has been noted so far, in milliseconds. */
export function paintTimes(page: Page): Promise<number[]> {
  return page.evaluate(() => window.paintTimes)
}

function notePaints(type: string, begin: Begin): void {
  window.paintTimes = []
  const note = (event: Event) => {
    const isMade = begin(event)
    if (!isMade) return
    const look = () => {
      if (!isMade(false)) return requestAnimationFrame(look)
      return setTimeout(() => {
        const now = performance.now()
        if (isMade(true)) window.paintTimes.push(now - event.timeStamp)
        else requestAnimationFrame(look)
      })
    }
    requestAnimationFrame(look)
  }
  addEventListener(type, note, true)
}
