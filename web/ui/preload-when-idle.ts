import { useEffect } from 'react'

/** Where a browser does not tell when it is idle (Safari), it is taken to be so this long after the page has loaded. */
const IDLE_AFTER_MS = 1_000

/**
 * Fetches the code of a part once the page is loaded and idle, so that the part opens even if the server is out of reach
 * by then. A failure is left for the opening itself to show.
 */
export function usePreloadWhenIdle({ preload }: { preload: () => Promise<unknown> }): void {
  useEffect(() => {
    const fetchPart = () => {
      preload().catch(() => undefined)
    }
    const whenLoaded = () => {
      if ('requestIdleCallback' in window) requestIdleCallback(fetchPart)
      else setTimeout(fetchPart, IDLE_AFTER_MS)
    }
    if (document.readyState === 'complete') whenLoaded()
    else window.addEventListener('load', whenLoaded, { once: true })
  }, [preload])
}
