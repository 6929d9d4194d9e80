import { PAGE } from '../contract/wire/paths.ts'
import { ADMIN_PAGES, loadAdminPage } from './admin/admin-pages.ts'
import type { PageModule, PageParams } from './layout/page.ts'
import { type LazyPart, lazyPart } from './ui/lazy-part.tsx'

/** One page: its pattern and where its code lives. */
export type PageRoute = {
  pattern: string
  view: LazyPart<{ params: PageParams }>
  load: () => Promise<PageModule>
  /** Whether addresses of the pattern share one page, which stays mounted from one to the next. */
  isShared: boolean
}

function route(
  pattern: string,
  load: () => Promise<PageModule>,
  { isShared = false }: { isShared?: boolean } = {},
): PageRoute {
  return { pattern, load, isShared, view: lazyPart(async () => (await load()).Page) }
}

/** A page whose module holds no other. */
function simple(pattern: string, load: () => Promise<{ page: PageModule }>): PageRoute {
  return route(pattern, async () => (await load()).page)
}

/** With the sections that only show text, unless the server has sent them. */
async function landing(): Promise<PageModule> {
  const { page, preloadSections } = await import('./site/landing/landing-page.tsx')
  await preloadSections()
  return page
}

/** Every page of the product. */
export const ROUTES: PageRoute[] = [
  route(PAGE.landing, landing),
  simple(PAGE.job, () => import('./site/jobs/job-page.tsx')),
  simple(PAGE.apply, () => import('./site/apply/without-script/apply-page.tsx')),
  simple(PAGE.applicationSent, () => import('./site/apply/without-script/sent-page.tsx')),
  simple(PAGE.recovery, () => import('./site/recovery/recovery-page.tsx')),
  route(PAGE.privacy, async () => (await import('./site/legal/legal-page.tsx')).privacy),
  route(PAGE.terms, async () => (await import('./site/legal/legal-page.tsx')).terms),
  simple(PAGE.promise, () => import('./site/promise/promise-page.tsx')),
  simple(PAGE.myApplication, () => import('./site/my-application/my-application-page.tsx')),
  simple(PAGE.jobAlerts, () => import('./site/alerts/alert-sign-up-page.tsx')),
  simple(PAGE.jobAlertRequested, () => import('./site/alerts/alert-requested-page.tsx')),
  simple(PAGE.jobAlert, () => import('./site/alerts/job-alert-page.tsx')),
  simple(PAGE.endJobAlert, () => import('./site/alerts/end-alert-page.tsx')),
  simple(PAGE.interviewTimes, () => import('./site/interview-times/interview-times-page.tsx')),
  simple(PAGE.adminLogin, () => import('./admin/login/login-page.tsx')),
  simple(PAGE.adminSetup, () => import('./admin/setup/setup-page.tsx')),
  simple(PAGE.adminJoin, () => import('./admin/join/join-page.tsx')),
  ...ADMIN_PAGES.flatMap((page) =>
    [page.path, ...page.alias].map((path) => route(path, () => loadAdminPage(page), page)),
  ),
]

/** The page of every other address. */
export const NOT_FOUND: PageRoute = simple('*', () => import('./site/not-found/not-found-page.tsx'))

/** Finds the page of a path; {@link NOT_FOUND} where there is none. */
export function matchPage(path: string): { page: PageRoute; params: PageParams } {
  for (const page of ROUTES) {
    const params = matchPattern(page.pattern, path)
    if (params) return { page, params }
  }
  return { page: NOT_FOUND, params: {} }
}

/** Preloads the code of the page at a path. A failure shows at the visit. */
function preloadPage(path: string): void {
  matchPage(path)
    .page.view.preload()
    .catch(() => undefined)
}

/** Preloads the page of an internal link on hover or focus. */
export function preloadLinkedPages(): void {
  for (const event of ['pointerover', 'focusin']) document.addEventListener(event, preloadTarget, { passive: true })
}

function preloadTarget({ target }: Event): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (link?.origin === location.origin && link.pathname !== location.pathname) preloadPage(link.pathname)
}

function matchPattern(pattern: string, path: string): PageParams | undefined {
  const expected = pattern.split('/')
  const actual = path.split('/')
  if (expected.length !== actual.length) return undefined
  const params: PageParams = {}
  for (const [index, part] of expected.entries()) {
    const value = actual[index] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = value
    else if (part !== value) return undefined
  }
  return params
}
