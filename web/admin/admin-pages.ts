import { PAGE } from '../../contract/wire/paths.ts'
import type { PageModule } from '../layout/page.ts'
import type { AdminBody } from './frame/admin-links.ts'
import type { ListedPage, MakePage } from './frame/admin-page.tsx'

/** What the pages show. The server, which knows no session, leaves it out: its renderer is a third smaller. */
const BODIES: Record<AdminBody, () => Promise<{ page: MakePage }>> = {
  dashboard: () => import('./pages/dashboard-page.tsx'),
  review: () => import('./pages/review-page.tsx'),
  jobs: () => import('./pages/job-management-page.tsx'),
  job: () => import('./pages/applicant-board-page.tsx'),
  interviews: () => import('./pages/interviews-page.tsx'),
  insights: () => import('./pages/insights-page.tsx'),
  messages: () => import('./pages/messages-page.tsx'),
  jobAlerts: () => import('./pages/job-alerts-page.tsx'),
  settings: () => import('./pages/settings-page.tsx'),
  people: () => import('./pages/people-page.tsx'),
  audit: () => import('./pages/audit-page.tsx'),
  storage: () => import('./pages/storage-page.tsx'),
  viewApplications: () => import('./pages/view-applications-page.tsx'),
}

/** Where every page behind the guard is, in the order of the navigation. */
const PATHS: Record<AdminBody, string> = {
  dashboard: PAGE.adminDashboard,
  review: PAGE.review,
  jobs: PAGE.adminJobs,
  job: PAGE.adminJob,
  messages: PAGE.adminMessages,
  interviews: PAGE.adminInterviews,
  insights: PAGE.adminInsights,
  jobAlerts: PAGE.adminJobAlerts,
  settings: PAGE.adminSettings,
  people: PAGE.adminPeople,
  audit: PAGE.adminAudit,
  storage: PAGE.adminStorage,
  viewApplications: PAGE.viewApplications,
}

/** Every page behind the guard. */
export const ADMIN_PAGES = Object.entries(PATHS).map(
  ([body, path]): ListedPage => ({
    ...{ path, body: body as AdminBody, isShared: path === PAGE.review },
    alias: path === PAGE.adminDashboard ? [PAGE.admin] : [],
  }),
)

const onServer = async () => ({ page: (await import('./frame/admin-page.tsx')).adminPage(() => null) })

/** Loads a page of the list. */
export async function loadAdminPage(listed: ListedPage): Promise<PageModule> {
  const { page } = import.meta.env.SSR ? await onServer() : await BODIES[listed.body]()
  return page(listed, ADMIN_PAGES)
}
