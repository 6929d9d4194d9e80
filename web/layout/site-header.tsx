import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { PAGE } from '../../contract/wire/paths.ts'
import { useAuth } from '../session/use-auth.ts'
import { useLogout } from '../session/use-logout.ts'
import { ShellIcon } from '../ui/shell-icons.tsx'
import { CompanyLogo } from './company-logo.tsx'

/** Id of the part of the header that the admin area fills with a bar, which then replaces the rest. */
export const ADMIN_BAR = 'admin-bar'

const MENU_ID = 'site-menu'
const ITEM =
  'inline-flex min-h-11 cursor-pointer items-center rounded-md px-3 font-semibold text-ink no-underline hover:bg-accent-wash hover:text-accent active:bg-line'

/** The header: logo, and the links for a visitor or a signed-in admin. */
export function SiteHeader() {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const closeMenu = () => setMenuOpen(false)
  useEffect(() => {
    if (!isMenuOpen) return
    const closeWithEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setMenuOpen(false)
      toggle.current?.focus()
    }
    window.addEventListener('keydown', closeWithEscape)
    return () => window.removeEventListener('keydown', closeWithEscape)
  }, [isMenuOpen])

  return (
    <header className="site-header sticky top-0 z-20 border-line border-b bg-paper">
      <div id={ADMIN_BAR} />
      <div className="wrap flex h-16 items-center justify-between gap-4">
        <CompanyLogo />
        <nav aria-label="Main" className="-mr-3 hidden items-center gap-1 md:flex">
          <HeaderLinks onChoose={closeMenu} />
        </nav>
        <button
          ref={toggle}
          type="button"
          aria-expanded={isMenuOpen}
          aria-controls={MENU_ID}
          aria-label={isMenuOpen ? 'Close menu' : 'Open menu'}
          onClick={() => setMenuOpen(!isMenuOpen)}
          className="-mr-2 grid size-11 shrink-0 cursor-pointer place-items-center rounded-md text-ink hover:bg-accent-wash hover:text-accent active:bg-line noscript:hidden md:hidden"
        >
          <ShellIcon name={isMenuOpen ? 'cross' : 'menu'} />
        </button>
      </div>
      <nav
        id={MENU_ID}
        aria-label="Menu"
        hidden={!isMenuOpen}
        className="absolute inset-x-0 top-full border-t border-t-line border-b border-b-control bg-panel [box-shadow:0_8px_24px_rgb(0_0_0/0.18)] md:hidden"
      >
        <div className="wrap grid py-2 [&>*]:-ml-3">
          <HeaderLinks onChoose={closeMenu} />
        </div>
      </nav>
    </header>
  )
}

function HeaderLinks({ onChoose }: { onChoose: () => void }) {
  const { isAuthenticated, isAdmin } = useAuth()
  const logout = useLogout()
  if (!isAuthenticated || !isAdmin) {
    return (
      <Link href={PAGE.adminLogin} className={ITEM} onClick={onChoose}>
        Admin
      </Link>
    )
  }
  return (
    <>
      <Link href={PAGE.adminDashboard} className={ITEM} onClick={onChoose}>
        Dashboard
      </Link>
      <button
        type="button"
        className={ITEM}
        onClick={() => {
          onChoose()
          logout()
        }}
      >
        Logout
      </button>
    </>
  )
}
