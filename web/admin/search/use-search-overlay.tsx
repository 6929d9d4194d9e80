import { type ReactNode, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { usePreloadWhenIdle } from '../../ui/preload-when-idle.ts'
import { openWhenLoaded } from '../../ui/toast/open-when-loaded.ts'

const Overlay = lazyPart(async () => (await import('./search-overlay.tsx')).SearchOverlay)

/** The search overlay, and the action that opens it. */
export function useSearchOverlay(): { openSearch: () => void; overlay: ReactNode } {
  // What was typed before it was there; null while it is closed.
  const [typed, setTyped] = useState<string | null>(null)
  usePreloadWhenIdle(Overlay)
  const load = () => {
    const lettersSoFar = collectLetters()
    return Overlay.preload().finally(lettersSoFar).then(lettersSoFar)
  }
  const openSearch = () => openWhenLoaded('The search', load, setTyped)
  return { openSearch, overlay: typed !== null && <Overlay.View typed={typed} onClose={() => setTyped(null)} /> }
}

/** Keeps what is typed from the keys of the page. @returns the action that ends this, and gives the letters */
function collectLetters(): () => string {
  let letters = ''
  const collect = (event: KeyboardEvent) => {
    if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return
    letters += event.key
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  window.addEventListener('keydown', collect, true)
  return () => {
    window.removeEventListener('keydown', collect, true)
    return letters
  }
}
