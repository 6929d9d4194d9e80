import { PAGE } from '../contract/wire/paths.ts'
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

function route(pattern: string, load: () => Promise<PageModule>, isShared = false): PageRoute {
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

/** The pages of the site. */
const SITE_ROUTES: PageRoute[] = [
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
]

/** The page of every other address. */
export const NOT_FOUND: PageRoute = simple('*', () => import('./site/not-found/not-found-page.tsx'))

/** The pages of the admin area, once {@link loadAdminRoutes} has them: visitors load none of their list. */
let adminRoutes: PageRoute[] | undefined
let loadingRoutes: Promise<void> | undefined

/** Whether the page of a path would be one of the admin area. */
export function isOfAdminArea(path: string): boolean {
  return path.startsWith(PAGE.admin) || path === PAGE.viewApplications
}

async function loadAdminRoutes(): Promise<void> {
  const { ADMIN_ROUTES } = await import('./admin/admin-pages.ts')
  adminRoutes = ADMIN_ROUTES.map(({ pattern, load, isShared }) => route(pattern, load, isShared))
}

/** What to wait for before {@link matchPage} knows the page of a path; nothing where it does. */
export function pendingRoutes(path: string): Promise<void> | undefined {
  if (adminRoutes || !isOfAdminArea(path)) return undefined
  loadingRoutes ??= loadAdminRoutes()
  return loadingRoutes
}

/** Every page of the product. */
export async function allRoutes(): Promise<PageRoute[]> {
  await pendingRoutes(PAGE.admin)
  return [...SITE_ROUTES, ...(adminRoutes ?? []), NOT_FOUND]
}

/** Finds the page of a path; {@link NOT_FOUND} where there is none. */
export function matchPage(path: string): { page: PageRoute; params: PageParams } {
  for (const page of (isOfAdminArea(path) && adminRoutes) || SITE_ROUTES) {
    const params = matchPattern(page.pattern, path)
    if (params) return { page, params }
  }
  return { page: NOT_FOUND, params: {} }
}

/** Preloads the code of the page at a path. */
export async function preloadPage(path: string): Promise<void> {
  await pendingRoutes(path)
  await matchPage(path).page.view.preload()
}

/** Preloads the page of an internal link on hover or focus. */
export function preloadLinkedPages(): void {
  for (const event of ['pointerover', 'focusin']) document.addEventListener(event, preloadTarget, { passive: true })
}

function preloadTarget({ target }: Event): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (link?.origin === location.origin && link.pathname !== location.pathname)
    // A failure shows at the visit.
    preloadPage(link.pathname).catch(forgetFailure)
}

/** The visit asks again for the list of pages. */
function forgetFailure(): void {
  if (!adminRoutes) loadingRoutes = undefined
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
