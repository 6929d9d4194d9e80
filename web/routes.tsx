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

/** With the sections that only show text, unless the server has sent them. */
async function landing(): Promise<PageModule> {
  const { page, preloadSections } = await import('./site/landing/landing-page.tsx')
  await preloadSections()
  return page
}

/** Every page of the product. */
export const ROUTES: PageRoute[] = [
  route(PAGE.landing, landing),
  route(PAGE.job, async () => (await import('./site/jobs/job-page.tsx')).page),
  route(PAGE.apply, async () => (await import('./site/apply/without-script/apply-page.tsx')).page),
  route(PAGE.applicationSent, async () => (await import('./site/apply/without-script/sent-page.tsx')).page),
  route(PAGE.recovery, async () => (await import('./site/recovery/recovery-page.tsx')).page),
  route(PAGE.privacy, async () => (await import('./site/legal/legal-page.tsx')).privacy),
  route(PAGE.terms, async () => (await import('./site/legal/legal-page.tsx')).terms),
  route(PAGE.promise, async () => (await import('./site/promise/promise-page.tsx')).page),
  route(PAGE.myApplication, async () => (await import('./site/my-application/my-application-page.tsx')).page),
  route(PAGE.jobAlerts, async () => (await import('./site/alerts/alert-sign-up-page.tsx')).page),
  route(PAGE.jobAlertRequested, async () => (await import('./site/alerts/alert-requested-page.tsx')).page),
  route(PAGE.jobAlert, async () => (await import('./site/alerts/job-alert-page.tsx')).page),
  route(PAGE.endJobAlert, async () => (await import('./site/alerts/end-alert-page.tsx')).page),
  route(PAGE.interviewTimes, async () => (await import('./site/interview-times/interview-times-page.tsx')).page),
  route(PAGE.adminLogin, async () => (await import('./admin/login/login-page.tsx')).page),
  route(PAGE.adminSetup, async () => (await import('./admin/setup/setup-page.tsx')).page),
  ...ADMIN_PAGES.flatMap((page) =>
    [page.path, ...(page.alias ?? [])].map((path) => route(path, () => loadAdminPage(page), page)),
  ),
]

/** The page of every other address. */
export const NOT_FOUND: PageRoute = route('*', async () => (await import('./site/not-found/not-found-page.tsx')).page)

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
