import type { RemoteStoreName } from './vocabulary.ts'

/** Every address of the product. Patterns use `:id`, which Fastify and wouter both read. */

/** Addresses of pages. */
export const PAGE = {
  landing: '/',
  job: '/jobs/:id',
  recovery: '/recovery',
  adminLogin: '/admin/login',
  adminSetup: '/admin/setup',
  admin: '/admin',
  adminDashboard: '/admin/dashboard',
  review: '/admin/applications/:id',
  adminJobs: '/admin/jobs',
  adminJob: '/admin/jobs/:id',
  adminInsights: '/admin/insights',
  adminStorage: '/admin/storage',
  viewApplications: '/view-applications',
} as const

/** Addresses of the API (`spec.md` section 7; `docs/decisions` settles both logouts and the cloud-drive name). */
export const API = {
  jobs: '/api/jobs',
  job: '/api/jobs/:id',
  submitApplication: '/api/submit-application',
  login: '/api/auth/login',
  logout: '/api/auth/logout',
  logoutEverywhere: '/api/auth/logout-everywhere',
  me: '/api/auth/me',
  setupAdmin: '/api/auth/setup-admin',
  changePassword: '/api/auth/change-password',
  applications: '/api/applications',
  application: '/api/applications/:id',
  resume: '/api/applications/:id/resume',
  adminApplication: '/api/admin/applications/:id',
  applicationHistory: '/api/admin/applications/:id/history',
  relatedApplications: '/api/admin/applications/:id/related',
  feedbackVersions: '/api/admin/applications/:id/feedback-versions',
  deleteApplications: '/api/admin/applications/delete',
  downloadResumes: '/api/admin/applications/resumes',
  applicationChanges: '/api/admin/application-changes',
  undoApplicationChange: '/api/admin/application-changes/:id/undo',
  applicationSummary: '/api/admin/applications/summary',
  resumeText: '/api/admin/applications/:id/resume-text',
  resumeOpened: '/api/admin/applications/:id/resume-opened',
  adminJobs: '/api/admin/jobs',
  adminJob: '/api/admin/jobs/:id',
  applicantCounts: '/api/admin/jobs/applicant-counts',
  jobBoard: '/api/admin/jobs/:id/board',
  jobHistory: '/api/admin/jobs/:id/history',
  insights: '/api/admin/insights',
  weeklyCounts: '/api/admin/insights/weekly',
  recoveryResubmit: '/api/recovery/resubmit',
  storage: '/api/admin/storage',
  storageCheck: '/api/admin/storage/check',
  openapi: '/api/openapi.json',
} as const

/** Addresses that test a remote store. */
export const STORE_TESTS = {
  s3: '/api/admin/s3/test',
  'google-drive': '/api/admin/google-drive/test',
} as const satisfies Record<RemoteStoreName, string>

/** The request behind the landing list; also the key of its response in the page's data. */
export const ACTIVE_JOBS = `${API.jobs}?active=true`

/**
 * Puts an id into a pattern.
 * @param pattern one of the patterns above that contains `:id`
 * @param id a stored id
 * @returns the address, for example `/jobs/7`
 */
export function pathTo(pattern: string, id: number): string {
  return pattern.replace(':id', String(id))
}

/** Elements that in-page links point at (`spec.md` section 1). */
export const ANCHOR = { careers: 'careers', applicationForm: 'application-form' } as const

/** Header that identifies the attempts of one create. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key'

/** Header of one page of a list: how many rows the whole list has. */
export const TOTAL_HEADER = 'X-Total-Count'

/** Header that is `false` when {@link TOTAL_HEADER} is only a lower bound, and otherwise absent. */
export const EXACT_HEADER = 'X-Total-Count-Exact'

/** Header that carries the setup token. */
export const SETUP_TOKEN_HEADER = 'X-Setup-Token'

/** Name of the setup token in the fragment of the setup page's address: `/admin/setup#token=…`. */
export const SETUP_TOKEN_PARAMETER = 'token'
