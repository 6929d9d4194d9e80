import { type ReactNode, useLayoutEffect } from 'react'
import { useToaster } from '../../ui/toast/toast.ts'
import { TooltipProvider } from '../../ui/tooltip.tsx'
import { UnsentLine } from '../applications/changes/unsent-line.tsx'
import './admin.css'
import { AdminNav } from './admin-nav.tsx'

/** What a page of the admin area takes. */
export type AdminPageProps = {
  title: string
  /** One line under the title. */
  note?: ReactNode
  /** A few words beside the title. */
  beside?: ReactNode
  /** Buttons of the page, beside its title. */
  actions?: ReactNode
  children: ReactNode
}

/** What every page of the admin area has: the bar, its styles, toasts and tooltips. */
export function AdminFrame({ children }: { children: ReactNode }) {
  useToaster()
  useAdminArea()
  return (
    <TooltipProvider>
      <AdminNav />
      {children}
    </TooltipProvider>
  )
}

/** The frame of an admin page with a title and buttons. */
export function AdminPage({ title, note, beside, actions, children }: AdminPageProps) {
  return (
    <AdminFrame>
      <div className="admin-wrap min-h-[calc(100dvh-var(--bar))] pt-3">
        <header className="flex flex-wrap items-start justify-between gap-x-2 gap-y-2 md:flex-nowrap md:gap-x-6">
          <div className={beside ? 'shrink-0 self-center' : 'min-w-0 self-center'}>
            <h1 className="text-2xl wrap-anywhere max-md:text-lg">
              <bdi>{title}</bdi>
            </h1>
            {note && <p className="mt-1 text-ink-muted text-sm">{note}</p>}
          </div>
          {beside && <div className="grow self-center md:mt-1">{beside}</div>}
          {actions && <div className="flex flex-wrap gap-2 *:max-md:px-2 *:max-md:text-sm md:shrink-0">{actions}</div>}
        </header>
        <UnsentLine />
        <div className="admin-content mt-3">{children}</div>
      </div>
    </AdminFrame>
  )
}

/** Marks the document while a page of the admin area is shown, for the sizes of `styles.css`. */
function useAdminArea() {
  useLayoutEffect(() => {
    document.documentElement.dataset.area = 'admin'
    return () => {
      delete document.documentElement.dataset.area
    }
  }, [])
}
