import { type ReactNode, useEffect } from 'react'
import { useToaster } from '../../ui/toast.ts'
import { TooltipProvider } from '../../ui/tooltip.tsx'
import adminStyles from './admin.css?url'
import { AdminNav } from './admin-nav.tsx'

/** What a page of the admin area takes. */
export type AdminPageProps = {
  title: string
  /** One line under the title. */
  note?: ReactNode
  /** Buttons of the page, beside its title. */
  actions?: ReactNode
  children: ReactNode
}

/** The frame of every admin page: navigation, title and buttons. */
export function AdminPage({ title, note, actions, children }: AdminPageProps) {
  useToaster()
  useAdminStyles()
  return (
    <TooltipProvider>
      <div className="wrap min-h-dvh pt-2 md:pt-4">
        <AdminNav />
        <header className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div>
            <h1 className="text-2xl">{title}</h1>
            {note && <p className="mt-1 text-ink-muted text-sm">{note}</p>}
          </div>
          {actions && <div className="flex flex-wrap gap-x-2 gap-y-3 *:max-sm:px-3 sm:gap-x-3">{actions}</div>}
        </header>
        <div className="mt-6">{children}</div>
      </div>
    </TooltipProvider>
  )
}

let hasStyles = false

/** Loaded once and never removed: reloading it on each page would flash fallback fonts. */
export function useAdminStyles() {
  useEffect(() => {
    if (hasStyles) return
    hasStyles = true
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: adminStyles })
    link.onerror = () => {
      hasStyles = false
      link.remove()
    }
    document.head.append(link)
  }, [])
}
