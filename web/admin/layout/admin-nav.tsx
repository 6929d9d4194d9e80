import { Menu, Search, X } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link, useLocation } from 'wouter'
import { PAGE } from '../../../contract/wire/paths.ts'
import { CompanyLogo } from '../../layout/company-logo.tsx'
import { ADMIN_BAR } from '../../layout/site-header.tsx'
import { useLogout } from '../../session/use-logout.ts'
import { useKeys } from '../../ui/keys/use-keys.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { useDisclosure } from './use-disclosure.ts'
import { useOpenSearch } from './use-open-search.ts'

const ChangePassword = lazyPart(
  async () => (await import('../account/change-password-dialog.tsx')).ChangePasswordDialog,
)

const NOT_LOADED = {
  title: 'Change password could not be loaded',
  description: 'Check your connection and try again. What you typed on this page stays.',
  tone: 'error',
} as const

const MENU_ID = 'admin-menu'

/** A page of the admin area; those whose paths begin with one of `sections` belong to it. */
type AdminLink = { name: string; href: string; sections?: string[] }

const PAGES: AdminLink[] = [
  { name: 'Dashboard', href: PAGE.adminDashboard, sections: [PAGE.review.replace(':id', '')] },
  { name: 'Job Postings', href: PAGE.adminJobs, sections: [PAGE.adminJob.replace(':id', '')] },
  { name: 'Interviews', href: PAGE.adminInterviews },
  { name: 'Insights', href: PAGE.adminInsights },
]

const MENU_PAGES: AdminLink[] = [
  { name: 'Messages', href: PAGE.adminMessages },
  { name: 'Job alerts', href: PAGE.adminJobAlerts },
  { name: 'Settings', href: PAGE.adminSettings },
  { name: 'Storage', href: PAGE.adminStorage },
  { name: 'All applications', href: PAGE.viewApplications },
]

/** The bar of the admin area, in the header of the site; the current page's link is marked. */
export function AdminNav() {
  const [isChangingPassword, setChangingPassword] = useState(false)
  const bar = useAdminBar()
  const changePassword = () => {
    const open = () => setChangingPassword(true)
    // A toast, because reloading the page would lose what is typed on it.
    const explain = () => toast({ ...NOT_LOADED, action: { label: 'Try again', run: changePassword } })
    ChangePassword.preload().then(open, explain)
  }
  return (
    <>
      {bar && createPortal(<Bar onChangePassword={changePassword} />, bar)}
      {isChangingPassword && <ChangePassword.View onClose={() => setChangingPassword(false)} />}
    </>
  )
}

/** The element of the header that the bar goes into. */
function useAdminBar(): HTMLElement | null {
  const [bar, setBar] = useState<HTMLElement | null>(null)
  // Before the first paint, so that the site's own links never show in between.
  useLayoutEffect(() => setBar(document.getElementById(ADMIN_BAR)), [])
  return bar
}

function Bar({ onChangePassword }: { onChangePassword: () => void }) {
  const { isOpen, toggle, close, area, button } = useDisclosure()
  const logout = useLogout()
  const openSearch = useOpenSearch()
  useKeys({ '/': { label: 'Search', run: openSearch } })
  useEffect(() => {
    // The libraries of its form are a fifth of what the area loads: only an admin who opens the menu may need them.
    if (isOpen) ChangePassword.preload().catch(() => undefined)
  }, [isOpen])
  const changePassword = () => {
    // The dialog returns the focus to the button of the menu, which stays.
    button.current?.focus()
    close()
    onChangePassword()
  }
  return (
    <div ref={area} className="admin-wrap admin-bar" data-open={isOpen || undefined}>
      <div className="mr-auto min-w-0 md:mr-3">
        <CompanyLogo />
      </div>
      <nav aria-label="Admin" className="contents">
        <ul className="md:mr-auto">
          <PageLinks pages={PAGES} onChoose={close} />
        </ul>
        <button type="button" className="admin-link admin-search w-auto!" onClick={openSearch}>
          <Search aria-hidden="true" className="size-4" />
          <span>Search</span>
          <span aria-hidden="true" className="rounded border border-control px-1.5 font-mono text-sm">
            /
          </span>
        </button>
        <button
          ref={button}
          type="button"
          aria-expanded={isOpen}
          aria-controls={MENU_ID}
          aria-label={isOpen ? 'Close menu' : 'Open menu'}
          onClick={toggle}
          className="-mr-3 grid size-11 shrink-0 cursor-pointer place-items-center rounded-md hover:bg-accent-wash hover:text-accent"
        >
          {isOpen ? <X aria-hidden="true" className="size-5" /> : <Menu aria-hidden="true" className="size-5" />}
        </button>
        <ul id={MENU_ID} className="admin-menu" hidden={!isOpen}>
          <PageLinks pages={MENU_PAGES} onChoose={close} />
          <MenuButton onClick={changePassword}>Change password</MenuButton>
          <MenuButton onClick={logout}>Logout</MenuButton>
        </ul>
      </nav>
    </div>
  )
}

function PageLinks({ pages, onChoose }: { pages: AdminLink[]; onChoose: () => void }) {
  const [path] = useLocation()
  return pages.map((page) => (
    <li key={page.name}>
      <Link href={page.href} className="admin-link" aria-current={currentOf(page, path)} onClick={onChoose}>
        {page.name}
      </Link>
    </li>
  ))
}

/** `page` on the page itself, true on a page that belongs to it. */
function currentOf({ href, sections = [] }: AdminLink, path: string): 'page' | true | undefined {
  if (path === href || (path === PAGE.admin && href === PAGE.adminDashboard)) return 'page'
  return sections.some((section) => path.startsWith(section)) || undefined
}

function MenuButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <li>
      <button type="button" className="admin-link" onClick={onClick}>
        {children}
      </button>
    </li>
  )
}
