import { useQuery } from '@tanstack/react-query'
import { Menu, Search, X } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link, useLocation } from 'wouter'
import { ACCOUNT_MENU } from '../../../contract/accounts/account-menu.ts'
import { ROLE_NAMES } from '../../../contract/accounts/roles.ts'
import type { Permission } from '../../../contract/policies/policy.ts'
import { ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { CompanyLogo } from '../../layout/company-logo.tsx'
import { LoadFailureBoundary } from '../../layout/load-failure-boundary.tsx'
import { ADMIN_BAR } from '../../layout/site-header.tsx'
import { useAuth } from '../../session/use-auth.ts'
import { useLogout } from '../../session/use-logout.ts'
import { useMay, useOwnName } from '../../session/use-may.ts'
import { useDisclosure } from '../../ui/focus/use-disclosure.ts'
import { useKeys } from '../../ui/keys/use-keys.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { formatCount } from '../../ui/text/format-count.ts'
import { openWhenLoaded } from '../../ui/toast/open-when-loaded.ts'
import { singleSignOnQuery } from '../company-account/single-sign-on-query.ts'
import { messageCountsQuery } from '../messages/messages-api.ts'
import { useSearchOverlay } from '../search/use-search-overlay.tsx'

/** After the page: a bell may come a little later than what one came for. */
const NoticeBell = lazyPart(async () => (await import('../notices/notice-bell.tsx')).NoticeBell)

const AccountDialog = lazyPart(async () => (await import('../account/account-dialogs.tsx')).AccountDialog)

type DialogName = keyof typeof ACCOUNT_MENU

const DIALOGS = Object.keys(ACCOUNT_MENU) as DialogName[]

const MENU_ID = 'admin-menu'

/** A page as its title and the bar show it. */
export type PageLink = {
  path: string
  /** Other addresses. */
  alias?: string[]
  title: string
  /** What links call the page, where that is not its title. */
  name?: string
  /** Where the bar links to it. */
  nav?: 'bar' | 'menu'
  /** Path of the page whose link is marked on this one. */
  under?: string
  /** What a person has to be allowed for the page. */
  may: Permission
}

/** The bar of the admin area, in the header of the site; the current page's link is marked. */
export function AdminNav({ pages }: { pages: PageLink[] }) {
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const bar = useAdminBar()
  const openDialog = (which: DialogName) =>
    openWhenLoaded(ACCOUNT_MENU[which], AccountDialog.preload, () => setDialog(which))
  return (
    <>
      {bar && createPortal(<Bar pages={pages} onOpenDialog={openDialog} />, bar)}
      {dialog && <AccountDialog.View which={dialog} onClose={() => setDialog(null)} />}
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

function Bar({ pages, onOpenDialog }: { pages: PageLink[]; onOpenDialog: (which: DialogName) => void }) {
  const { isOpen, toggle, close, area, button } = useDisclosure()
  const logout = useLogout()
  const { openSearch, overlay } = useSearchOverlay()
  const hasCompanyAccounts = useQuery({ ...singleSignOnQuery, enabled: isOpen }).data?.provider != null
  const dialogs = DIALOGS.filter((which) => which !== 'company' || hasCompanyAccounts)
  useKeys({ '/': { label: 'Search', run: openSearch } })
  useEffect(() => {
    // The libraries of its form are a fifth of what the area loads: only an admin who opens the menu may need them.
    if (isOpen) AccountDialog.preload().catch(() => undefined)
  }, [isOpen])
  const openDialog = (which: DialogName) => {
    // The dialog returns the focus to the button of the menu, which stays.
    button.current?.focus()
    close()
    onOpenDialog(which)
  }
  return (
    <div ref={area} className="admin-wrap admin-bar" data-open={isOpen || undefined}>
      <div className="mr-auto min-w-0 max-md:flex-1 md:mr-3">
        <CompanyLogo />
      </div>
      <nav aria-label="Admin" className="contents">
        <ul className="md:mr-auto">
          <PageLinks pages={pages} part="bar" onChoose={close} />
        </ul>
        <button type="button" className="admin-link admin-search w-auto!" onClick={openSearch}>
          <Search aria-hidden="true" className="size-4" />
          <span>Search</span>
          <span aria-hidden="true" className="rounded border border-control px-1.5 font-mono text-sm">
            /
          </span>
        </button>
        <LoadFailureBoundary>
          <Suspense fallback={<span className="size-11 shrink-0" />}>
            <NoticeBell.View onSettings={() => onOpenDialog('notices')} />
          </Suspense>
        </LoadFailureBoundary>
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
          <PageLinks pages={pages} part="menu" onChoose={close} />
          <SignedIn />
          {dialogs.map((which) => (
            <MenuButton key={which} onClick={() => openDialog(which)}>
              {ACCOUNT_MENU[which]}
            </MenuButton>
          ))}
          <MenuButton onClick={logout}>Logout</MenuButton>
        </ul>
      </nav>
      {overlay}
    </div>
  )
}

type PageLinksProps = { pages: PageLink[]; part: PageLink['nav']; onChoose: () => void }

function PageLinks({ pages, part, onChoose }: PageLinksProps) {
  const [path] = useLocation()
  const may = useMay()
  const current = pages.find((page) => page.path === path || page.alias?.includes(path))
  const belongsTo = pages.find((page) => page.under && path.startsWith(page.path.replace(':id', '')))?.under
  return pages
    .filter((page) => page.nav === part && may(page.may))
    .map((page) => (
      <li key={page.path}>
        <Link
          href={page.path}
          className="admin-link"
          aria-current={page === current ? 'page' : page.path === belongsTo || undefined}
          onClick={onChoose}
        >
          {page.name ?? page.title} {page.path === ADMIN_PAGE.messages && <WaitingMessages />}
        </Link>
      </li>
    ))
}

/** How many messages wait for the admin, beside the link to them; nothing while none does. */
function WaitingMessages() {
  const { token } = useAuth()
  const { data } = useQuery({ ...messageCountsQuery(token), enabled: token !== null })
  const count = data ? data.drafts + data.problems : 0
  if (count === 0) return null
  return (
    <span className="admin-count">
      {formatCount(count)}
      <span className="sr-only">{count === 1 ? ' waits for you' : ' wait for you'}</span>
    </span>
  )
}

/** Who is signed in, above what the menu has for that person's account. */
function SignedIn() {
  const { name, role } = useOwnName()
  return (
    <li className="admin-person">
      <bdi>{name}</bdi> <span>{ROLE_NAMES[role]}</span>
    </li>
  )
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
