import { type ReactNode, useEffect, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { toast } from '../../ui/toast/toast.ts'

const Overlay = lazyPart(async () => (await import('./search-overlay.tsx')).SearchOverlay)

const NOT_LOADED = {
  title: 'The search could not be loaded',
  description: 'Check your connection and try again. What you typed on this page stays.',
  tone: 'error',
} as const

/** The first sign that somebody uses the page: the overlay is fetched then, so that it opens at once. */
const FIRST_USE = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

/** The search overlay, and the action that opens it. */
export function useSearchOverlay(): { openSearch: () => void; overlay: ReactNode } {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const used = new AbortController()
    const fetchOverlay = () => {
      used.abort()
      Overlay.preload().catch(() => undefined)
    }
    for (const event of FIRST_USE) window.addEventListener(event, fetchOverlay, { signal: used.signal })
    return () => used.abort()
  }, [])
  const openSearch = () => {
    const explain = () => toast({ ...NOT_LOADED, action: { label: 'Try again', run: openSearch } })
    Overlay.preload().then(() => setOpen(true), explain)
  }
  return { openSearch, overlay: isOpen && <Overlay.View onClose={() => setOpen(false)} /> }
}
