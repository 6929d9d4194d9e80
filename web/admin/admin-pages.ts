import { PAGE } from '../../contract/wire/paths.ts'
import type { PageModule } from '../layout/page.ts'
import type { AdminPageEntry } from './frame/admin-nav.tsx'

/** The server knows no session and needs no body: its renderer is a third smaller without them. */
const onServer = async () => ({ page: (await import('./frame/admin-page.tsx')).adminPage(() => null) })

/** Every page behind the guard; those with `nav` are the navigation, in this order. */
export const ADMIN_PAGES: AdminPageEntry[] = [
  {
    path: PAGE.adminDashboard,
    alias: [PAGE.admin],
    title: 'Dashboard',
    nav: 'bar',
    redirectsWithoutToken: true,
    load: import.meta.env.SSR ? onServer : () => import('./pages/dashboard-page.tsx'),
  },
  {
    path: PAGE.review,
    under: PAGE.adminDashboard,
    title: 'Review',
    isShared: true,
    redirectsWithoutToken: true,
    load: import.meta.env.SSR ? onServer : () => import('./pages/review-page.tsx'),
  },
  {
    path: PAGE.adminJobs,
    title: 'Job Postings',
    nav: 'bar',
    redirectsWithoutToken: true,
    load: import.meta.env.SSR ? onServer : () => import('./pages/job-management-page.tsx'),
  },
  {
    path: PAGE.adminJob,
    under: PAGE.adminJobs,
    title: 'Job Posting',
    redirectsWithoutToken: true,
    load: import.meta.env.SSR ? onServer : () => import('./pages/applicant-board-page.tsx'),
  },
  {
    path: PAGE.adminInterviews,
    title: 'Interviews',
    nav: 'bar',
    load: import.meta.env.SSR ? onServer : () => import('./pages/interviews-page.tsx'),
  },
  {
    path: PAGE.adminInsights,
    title: 'Insights',
    nav: 'bar',
    load: import.meta.env.SSR ? onServer : () => import('./pages/insights-page.tsx'),
  },
  {
    path: PAGE.adminMessages,
    title: 'Messages',
    nav: 'menu',
    load: import.meta.env.SSR ? onServer : () => import('./pages/messages-page.tsx'),
  },
  {
    path: PAGE.adminJobAlerts,
    title: 'Job alerts',
    nav: 'menu',
    load: import.meta.env.SSR ? onServer : () => import('./pages/job-alerts-page.tsx'),
  },
  {
    path: PAGE.adminSettings,
    title: 'Settings',
    nav: 'menu',
    load: import.meta.env.SSR ? onServer : () => import('./pages/settings-page.tsx'),
  },
  {
    path: PAGE.adminStorage,
    title: 'Storage Settings',
    name: 'Storage',
    nav: 'menu',
    load: import.meta.env.SSR ? onServer : () => import('./pages/storage-page.tsx'),
  },
  {
    path: PAGE.viewApplications,
    title: 'All Applications',
    name: 'All applications',
    nav: 'menu',
    load: import.meta.env.SSR ? onServer : () => import('./pages/view-applications-page.tsx'),
  },
]

/** Loads a page of the list. */
export async function loadAdminPage(entry: AdminPageEntry): Promise<PageModule> {
  const { page } = await entry.load()
  return page(entry, ADMIN_PAGES)
}
