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

function route(pattern: string, load: () => Promise<PageModule>, { isShared = false } = {}): PageRoute {
  return { pattern, load, isShared, view: lazyPart(async () => (await load()).Page) }
}

const dashboard = () => import('./admin/applications/list/dashboard-page.tsx')

/** With the sections that only show text, unless the server has sent them. */
const landing = () => import('./site/landing/landing-page.tsx').then(withSections)

async function withSections<Module extends { preloadSections: () => Promise<void> }>(module: Module): Promise<Module> {
  await module.preloadSections()
  return module
}

/** Every page of the product. */
export const ROUTES: PageRoute[] = [
  route(PAGE.landing, landing),
  route(PAGE.job, () => import('./site/jobs/job-page.tsx')),
  route(PAGE.apply, () => import('./site/apply/apply-page.tsx')),
  route(PAGE.applicationSent, () => import('./site/apply/sent-page.tsx')),
  route(PAGE.recovery, () => import('./site/recovery/recovery-page.tsx')),
  route(PAGE.privacy, async () => (await import('./site/legal/legal-page.tsx')).privacy),
  route(PAGE.terms, async () => (await import('./site/legal/legal-page.tsx')).terms),
  route(PAGE.myApplication, () => import('./site/my-application/my-application-page.tsx')),
  route(PAGE.jobAlerts, () => import('./site/alerts/job-alerts-page.tsx')),
  route(PAGE.jobAlertRequested, () => import('./site/alerts/alert-requested-page.tsx')),
  route(PAGE.jobAlert, () => import('./site/alerts/job-alert-page.tsx')),
  route(PAGE.endJobAlert, () => import('./site/alerts/end-alert-page.tsx')),
  route(PAGE.adminLogin, () => import('./admin/login/login-page.tsx')),
  route(PAGE.adminSetup, () => import('./admin/setup/setup-page.tsx')),
  route(PAGE.admin, dashboard),
  route(PAGE.adminDashboard, dashboard),
  route(PAGE.review, () => import('./admin/applications/review/review-page.tsx'), { isShared: true }),
  route(PAGE.adminJobs, () => import('./admin/jobs/list/job-management-page.tsx')),
  route(PAGE.adminJob, () => import('./admin/jobs/board/job-board-page.tsx')),
  route(PAGE.adminInterviews, () => import('./admin/interviews/interviews-page.tsx')),
  route(PAGE.adminInsights, () => import('./admin/insights/insights-page.tsx')),
  route(PAGE.adminStorage, () => import('./admin/storage/storage-page.tsx')),
  route(PAGE.adminMessages, () => import('./admin/messages/messages-page.tsx')),
  route(PAGE.adminJobAlerts, () => import('./admin/alerts/job-alerts-page.tsx')),
  route(PAGE.adminSettings, () => import('./admin/settings/settings-page.tsx')),
  route(PAGE.viewApplications, () => import('./admin/all-applications/view-applications-page.tsx')),
]

/** The page of every other address. */
export const NOT_FOUND: PageRoute = route('*', () => import('./site/not-found/not-found-page.tsx'))

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
