import { type ComponentType, type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { Link } from 'wouter'
import type { Permission } from '../../../contract/policies/policy.ts'
import { PAGE } from '../../../contract/wire/paths.ts'
import type { PageModule, PageParams } from '../../layout/page.ts'
import { pageHead, useDocumentTitle } from '../../layout/page-head.ts'
import { useSessionWatch } from '../../session/end-session.ts'
import { useFactorNeededFrom, useMay } from '../../session/use-may.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { MENU_LIST } from '../../ui/menu/menu.tsx'
import { usePreloadWhenIdle, whenIdle } from '../../ui/preload-when-idle.ts'
import { useToaster } from '../../ui/toast/toast.ts'
import { TooltipProvider } from '../../ui/tooltip.tsx'
import { UnsentLine } from '../applications/changes/unsent-line.tsx'
import { IdentityQuestion } from '../confirming/identity-question.tsx'
import './admin.css'
import { AdminGuard } from './admin-guard.tsx'
import { AdminNav, type PageLink } from './admin-nav.tsx'

/** A page behind the guard, as `admin-pages.ts` lists it. */
export type ListedPage = PageLink & {
  /** Whether addresses of the path share one page, which stays mounted from one to the next. */
  isShared?: boolean
  /** Whether a visit without a token is redirected to the login page; the others show the login screen in place. */
  redirectsWithoutToken?: boolean
}

/** Makes a page of its place in the list. @param pages what the bar links to */
export type MakePage = (listed: ListedPage, pages: PageLink[]) => PageModule

/**
 * Puts a body behind the guard and under the bar, with the styles, toasts and tooltips of the admin area. No search engine
 * lists the page.
 */
export function adminPage(Body: ComponentType<{ title: string; params: PageParams }>): MakePage {
  return ({ title, redirectsWithoutToken, may }, pages) => {
    const Page = ({ params }: { params: PageParams }) => (
      <>
        <DocumentTitle words={title} />
        <AdminGuard redirectWithoutToken={redirectsWithoutToken}>
          {/* Not on the server, which knows no session. */}
          {!import.meta.env.SSR && (
            <AdminArea pages={pages}>
              <Permitted may={may} title={title}>
                <Body title={title} params={params} />
              </Permitted>
            </AdminArea>
          )}
        </AdminGuard>
      </>
    )
    return { Page, head: (data) => pageHead(title, data) }
  }
}

/**
 * The content of an admin page with its title and buttons.
 * @param props.note one line under the title
 * @param props.line one line in place of the title, which is read out alone: where rows are wanted on the screen
 * @param props.actions buttons of the page, beside its title
 */
export function AdminPage({
  title,
  note,
  line,
  actions,
  children,
}: {
  title: string
  note?: ReactNode
  line?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={`admin-wrap min-h-[calc(100dvh-var(--bar))] ${line ? '' : 'pt-3'}`}>
      {line ? (
        <header className="admin-line">
          <h1 className="sr-only">{title}</h1>
          {line}
          {actions}
        </header>
      ) : (
        <header className="flex flex-wrap items-start justify-between gap-x-2 gap-y-2 md:flex-nowrap md:gap-x-6">
          <div className="min-w-0 self-center">
            <h1 className="text-2xl wrap-anywhere max-md:text-lg">
              <bdi>{title}</bdi>
            </h1>
            {note && <p className="mt-1 text-ink-muted text-sm">{note}</p>}
          </div>
          {actions && (
            <div className="flex flex-wrap gap-2 max-md:[&>*]:px-2 max-md:[&>*]:text-sm md:shrink-0">{actions}</div>
          )}
        </header>
      )}
      <UnsentLine />
      <div className={line ? 'admin-content' : 'admin-content mt-3'}>{children}</div>
    </div>
  )
}

/** The page for those who may see it; the others read whom it is for. */
function Permitted({ may, title, children }: { may: Permission; title: string; children: ReactNode }) {
  if (useMay()(may)) return children
  return (
    <AdminPage title={title}>
      <div className="grid justify-items-start gap-2 rounded-md border border-line bg-panel p-5 md:p-7">
        <p>This page is for {may.recruiter ? 'owners and recruiters' : 'owners'}.</p>
        <Link href={PAGE.adminDashboard} className="inline-flex min-h-9 items-center max-md:min-h-11">
          To the dashboard
        </Link>
      </div>
    </AdminPage>
  )
}

/** Beside the body, not around it: a body may then set a title of its own. */
function DocumentTitle({ words }: { words: string }) {
  useDocumentTitle(words)
  return null
}

/** Only a person who needs a second factor and has none loads what asks for it. */
const NeededFactor = lazyPart(async () => (await import('../second-factors/needed-factor.tsx')).NeededFactor)

function WithFactor({ children }: { children: ReactNode }) {
  const needed = useFactorNeededFrom()
  const [held, setHeld] = useState<string | null>(null)
  const from = needed ?? held
  if (from === null) return children
  return (
    <Suspense fallback={children}>
      <NeededFactor.View from={from} onHold={(isHeld) => setHeld(isHeld ? from : null)}>
        {children}
      </NeededFactor.View>
    </Suspense>
  )
}

const LIVE_UPDATES = lazyPart(async () => (await import('../live/live-updates.tsx')).LiveUpdates)

/** Hears of changes once the page is idle. Shows nothing; where it cannot be loaded, the page goes on asking. */
function LiveWhenIdle() {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(
    () =>
      whenIdle(() =>
        LIVE_UPDATES.preload().then(
          () => setLoaded(true),
          () => undefined,
        ),
      ),
    [],
  )
  return isLoaded && <LIVE_UPDATES.View />
}

function AdminArea({ pages, children }: { pages: PageLink[]; children: ReactNode }) {
  useToaster()
  useSessionWatch()
  usePreloadWhenIdle(MENU_LIST)
  // For the sizes of `styles.css`.
  useLayoutEffect(() => {
    document.documentElement.dataset.area = 'admin'
    return () => {
      delete document.documentElement.dataset.area
    }
  }, [])
  return (
    <TooltipProvider>
      <AdminNav pages={pages} />
      <WithFactor>{children}</WithFactor>
      <IdentityQuestion />
      <LiveWhenIdle />
    </TooltipProvider>
  )
}
