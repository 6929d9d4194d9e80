import { APPLICATIONS } from '../../contract/policies/applications-policy.ts'
import { INTERVIEWS } from '../../contract/policies/interviews-policy.ts'
import { JOBS } from '../../contract/policies/jobs-policy.ts'
import { MESSAGES } from '../../contract/policies/messages-policy.ts'
import { PEOPLE } from '../../contract/policies/people-policy.ts'
import { PERSONAL_DATA } from '../../contract/policies/personal-data-policy.ts'
import { SITE } from '../../contract/policies/site-policy.ts'
import { ADMIN_PAGE } from '../../contract/wire/admin-paths.ts'
import { PAGE } from '../../contract/wire/paths.ts'
import type { PageModule } from '../layout/page.ts'
import type { ListedPage, MakePage } from './frame/admin-page.tsx'

const list = <Name extends string>(pages: Record<Name, ListedPage>): Readonly<Record<Name, ListedPage>> => pages

/** Every page behind the guard, by the name of its body. Those with `nav` are the navigation, in this order. */
const LISTED = list({
  dashboard: {
    path: PAGE.adminDashboard,
    alias: [PAGE.admin],
    title: 'Dashboard',
    nav: 'bar',
    redirectsWithoutToken: true,
    may: APPLICATIONS.read,
  },
  review: {
    path: ADMIN_PAGE.review,
    isShared: true,
    title: 'Review',
    under: PAGE.adminDashboard,
    redirectsWithoutToken: true,
    may: APPLICATIONS.read,
  },
  jobs: {
    path: ADMIN_PAGE.jobs,
    title: 'Job Postings',
    nav: 'bar',
    redirectsWithoutToken: true,
    may: JOBS.read,
  },
  job: {
    path: ADMIN_PAGE.job,
    title: 'Job Posting',
    under: ADMIN_PAGE.jobs,
    redirectsWithoutToken: true,
    may: JOBS.read,
  },
  messages: {
    path: ADMIN_PAGE.messages,
    title: 'Messages',
    nav: 'bar',
    may: MESSAGES.read,
  },
  interviews: {
    path: ADMIN_PAGE.interviews,
    title: 'Interviews',
    nav: 'bar',
    may: INTERVIEWS.read,
  },
  insights: {
    path: ADMIN_PAGE.insights,
    title: 'Insights',
    nav: 'bar',
    may: SITE.readInsights,
  },
  jobAlerts: {
    path: ADMIN_PAGE.jobAlerts,
    title: 'Job alerts',
    nav: 'menu',
    may: SITE.seeAlerts,
  },
  settings: {
    path: ADMIN_PAGE.settings,
    title: 'Settings',
    nav: 'menu',
    may: SITE.changeSettings,
  },
  people: {
    path: ADMIN_PAGE.people,
    title: 'People',
    nav: 'menu',
    may: PEOPLE.manage,
  },
  audit: {
    path: ADMIN_PAGE.audit,
    title: 'Audit trail',
    nav: 'menu',
    may: PEOPLE.audit,
  },
  personalData: {
    path: ADMIN_PAGE.personalData,
    title: 'Personal data',
    nav: 'menu',
    may: PERSONAL_DATA.retain,
  },
  webhooks: {
    path: ADMIN_PAGE.webhooks,
    title: 'Webhooks',
    nav: 'menu',
    may: SITE.manageWebhooks,
  },
  apiTokens: {
    path: ADMIN_PAGE.apiTokens,
    title: 'API tokens',
    nav: 'menu',
    may: PEOPLE.makeTokens,
  },
  imports: {
    path: ADMIN_PAGE.import,
    title: 'Import',
    nav: 'menu',
    may: PERSONAL_DATA.import,
  },
  storage: {
    path: ADMIN_PAGE.storage,
    title: 'Storage Settings',
    name: 'Storage',
    nav: 'menu',
    may: SITE.seeStorage,
  },
  viewApplications: {
    path: PAGE.viewApplications,
    title: 'All Applications',
    name: 'All applications',
    nav: 'menu',
    may: APPLICATIONS.read,
  },
})

/** What the pages show. The server, which knows no session, leaves it out: its renderer is a third smaller. */
const BODIES: Record<keyof typeof LISTED, () => Promise<{ page: MakePage }>> = {
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
  personalData: () => import('./pages/personal-data-page.tsx'),
  webhooks: () => import('./pages/webhooks-page.tsx'),
  apiTokens: () => import('./pages/api-tokens-page.tsx'),
  imports: () => import('./pages/import-page.tsx'),
  storage: () => import('./pages/storage-page.tsx'),
  viewApplications: () => import('./pages/view-applications-page.tsx'),
}

/** An address of the admin area and the page there. */
export type AdminRoute = {
  pattern: string
  load: () => Promise<PageModule>
  /** Whether addresses of the pattern share one page, which stays mounted from one to the next. */
  isShared?: boolean | undefined
}

const open = (pattern: string, load: () => Promise<{ page: PageModule }>): AdminRoute => ({
  pattern,
  load: async () => (await load()).page,
})

function guarded([name, page]: [string, ListedPage]): AdminRoute[] {
  const { path, alias = [], isShared } = page
  const load = async () => (await loadBody(name))(page, Object.values(LISTED))
  return [path, ...alias].map((pattern) => ({ pattern, load, isShared }))
}

async function loadBody(name: string): Promise<MakePage> {
  if (import.meta.env.SSR) return (await import('./frame/admin-page.tsx')).adminPage(() => null)
  return (await BODIES[name as keyof typeof LISTED]()).page
}

/** Every page of the admin area. Loaded by those who go there: visitors load none of it. */
export const ADMIN_ROUTES: AdminRoute[] = [
  open(PAGE.adminLogin, () => import('./login/login-page.tsx')),
  open(ADMIN_PAGE.setup, () => import('./setup/setup-page.tsx')),
  open(ADMIN_PAGE.join, () => import('./join/join-page.tsx')),
  open(ADMIN_PAGE.resetPassword, () => import('./reset-password/reset-password-page.tsx')),
  open(ADMIN_PAGE.colleague, () => import('./colleague/colleague-page.tsx')),
  ...Object.entries<ListedPage>(LISTED).flatMap(guarded),
]
