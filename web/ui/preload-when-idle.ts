import { useEffect } from 'react'

/** Safari has no idle callback: wait this long after the page has loaded; milliseconds. */
const IDLE_AFTER_MS = 1_000

/**
 * Preloads a part once the page is loaded and idle, so that it opens even if the server becomes unreachable. A failure
 * shows when the part is opened.
 */
export function usePreloadWhenIdle({ preload }: { preload: () => Promise<unknown> }): void {
  useEffect(() => {
    whenIdle(() => {
      preload().catch(() => undefined)
    })
  }, [preload])
}

/** Does something once the page is loaded and idle. */
export function whenIdle(act: () => void): void {
  const whenLoaded = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(act)
    else setTimeout(act, IDLE_AFTER_MS)
  }
  if (document.readyState === 'complete') whenLoaded()
  else window.addEventListener('load', whenLoaded, { once: true })
}
