import { APPLICATIONS } from '../../contract/policies/applications-policy.ts'
import { INTERVIEWS } from '../../contract/policies/interviews-policy.ts'
import { JOBS } from '../../contract/policies/jobs-policy.ts'
import { MESSAGES } from '../../contract/policies/messages-policy.ts'
import { SITE } from '../../contract/policies/site-policy.ts'
import { PAGE } from '../../contract/wire/paths.ts'
import type { PageModule } from '../layout/page.ts'
import type { AdminPageEntry } from './frame/admin-page.tsx'

/** What the pages show. The server, which knows no session, leaves it out: its renderer is a third smaller. */
const BODIES = {
  dashboard: () => import('./pages/dashboard-page.tsx'),
  review: () => import('./pages/review-page.tsx'),
  jobs: () => import('./pages/job-management-page.tsx'),
  job: () => import('./pages/applicant-board-page.tsx'),
  interviews: () => import('./pages/interviews-page.tsx'),
  insights: () => import('./pages/insights-page.tsx'),
  messages: () => import('./pages/messages-page.tsx'),
  jobAlerts: () => import('./pages/job-alerts-page.tsx'),
  settings: () => import('./pages/settings-page.tsx'),
  storage: () => import('./pages/storage-page.tsx'),
  viewApplications: () => import('./pages/view-applications-page.tsx'),
}

/** A page, and the name of its body. */
type ListedPage = AdminPageEntry & { body: keyof typeof BODIES }

/** Every page behind the guard; those with `nav` are the navigation, in this order. */
export const ADMIN_PAGES: ListedPage[] = [
  {
    path: PAGE.adminDashboard,
    alias: [PAGE.admin],
    title: 'Dashboard',
    nav: 'bar',
    redirectsWithoutToken: true,
    may: APPLICATIONS.read,
    body: 'dashboard',
  },
  {
    path: PAGE.review,
    under: PAGE.adminDashboard,
    title: 'Review',
    isShared: true,
    redirectsWithoutToken: true,
    may: APPLICATIONS.read,
    body: 'review',
  },
  {
    path: PAGE.adminJobs,
    title: 'Job Postings',
    nav: 'bar',
    redirectsWithoutToken: true,
    may: JOBS.read,
    body: 'jobs',
  },
  {
    path: PAGE.adminJob,
    under: PAGE.adminJobs,
    title: 'Job Posting',
    redirectsWithoutToken: true,
    may: JOBS.read,
    body: 'job',
  },
  {
    path: PAGE.adminMessages,
    title: 'Messages',
    nav: 'bar',
    may: MESSAGES.read,
    body: 'messages',
  },
  {
    path: PAGE.adminInterviews,
    title: 'Interviews',
    nav: 'bar',
    may: INTERVIEWS.read,
    body: 'interviews',
  },
  {
    path: PAGE.adminInsights,
    title: 'Insights',
    nav: 'bar',
    may: SITE.readInsights,
    body: 'insights',
  },
  {
    path: PAGE.adminJobAlerts,
    title: 'Job alerts',
    nav: 'menu',
    may: SITE.seeAlerts,
    body: 'jobAlerts',
  },
  {
    path: PAGE.adminSettings,
    title: 'Settings',
    nav: 'menu',
    may: SITE.changeSettings,
    body: 'settings',
  },
  {
    path: PAGE.adminStorage,
    title: 'Storage Settings',
    name: 'Storage',
    nav: 'menu',
    may: SITE.seeStorage,
    body: 'storage',
  },
  {
    path: PAGE.viewApplications,
    title: 'All Applications',
    name: 'All applications',
    nav: 'menu',
    may: APPLICATIONS.read,
    body: 'viewApplications',
  },
]

const onServer = async () => ({ page: (await import('./frame/admin-page.tsx')).adminPage(() => null) })

/** Loads a page of the list. */
export async function loadAdminPage(entry: ListedPage): Promise<PageModule> {
  const { page } = import.meta.env.SSR ? await onServer() : await BODIES[entry.body]()
  return page(entry, ADMIN_PAGES)
}
