import { type ReactNode, useEffect, useRef } from 'react'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

const MAIN_ID = 'main'

/** History state of another view of the same page: scroll position and focus do not change. */
export const KEEPS_SCROLL = { keepsScroll: true } as const

/** What surrounds every page: skip link, header, main landmark, footer. */
export function PageShell({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)

  useEffect(() => {
    // The router dispatches this for followed links; for Back and Forward the browser restores the position.
    const startAtTop = () => {
      if (history.state?.keepsScroll) return
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
      <main id={MAIN_ID} ref={main} tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <SiteFooter />
    </>
  )
}
