import { type ReactNode, useEffect, useRef } from 'react'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

const MAIN_ID = 'main'

/** State of an entry in the browser's history for another view of the same page: scroll and focus stay where they are. */
export const KEEPS_PLACE = 'keeps-place'

/** What surrounds every page: skip link, header, main landmark, footer. */
export function PageShell({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)

  useEffect(() => {
    // Dispatched by the router for a followed link, not for back and forward, where the browser restores the place.
    const startAtTop = () => {
      if (history.state === KEEPS_PLACE) return
      window.scrollTo({ top: 0, behavior: 'instant' })
      main.current?.focus({ preventScroll: true })
    }
    window.addEventListener('pushState', startAtTop)
    return () => window.removeEventListener('pushState', startAtTop)
  }, [])

  return (
    <>
      <a href={`#${MAIN_ID}`} className="skip-link">
        Skip to main content
      </a>
      <SiteHeader />
      <main id={MAIN_ID} ref={main} tabIndex={-1} className="min-h-[60vh] outline-none">
        {children}
      </main>
      <SiteFooter />
    </>
  )
}
