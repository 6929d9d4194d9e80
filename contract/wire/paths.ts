/** Every address of the product. Patterns use `:id`, which Fastify and wouter both read. */

/** Addresses of pages: those of the site, and those of the admin area that it links to or is entered by. */
export const PAGE = {
  landing: '/',
  job: '/jobs/:id',
  apply: '/apply',
  applicationSent: '/apply/sent',
  recovery: '/recovery',
  privacy: '/privacy',
  terms: '/terms',
  promise: '/promise',
  myApplication: '/my-application',
  jobAlerts: '/job-alerts',
  jobAlertRequested: '/job-alerts/sent',
  jobAlert: '/job-alerts/manage',
  endJobAlert: '/job-alerts/unsubscribe',
  interviewTimes: '/interview-times',
  adminLogin: '/admin/login',
  admin: '/admin',
  adminDashboard: '/admin/dashboard',
  viewApplications: '/view-applications',
} as const

/** In the fragment of `PAGE.myApplication`, before the token of a link that opens nothing but the choice to stay on file. */
export const CHOICE_PARAMETER = 'choice'

/** Addresses of the API (decisions 0014 and 0016 settle both logouts and the name of the cloud drive). */
export const API = {
  jobs: '/api/jobs',
  job: '/api/jobs/:id',
  promise: '/api/promise',
  promiseMonths: '/api/promise/months',
  submitApplication: '/api/submit-application',
  login: '/api/auth/login',
  logout: '/api/auth/logout',
  me: '/api/auth/me',
  myApplication: '/api/my-application',
  myApplicationNote: '/api/my-application/note',
  myApplicationArchive: '/api/my-application/archive',
  myApplicationResume: '/api/my-application/resume',
  withdrawApplication: '/api/my-application/withdraw',
  eraseApplication: '/api/my-application/erase',
  keeping: '/api/my-application/keeping',
  keepOnFile: '/api/my-application/keep',
  withdrawConsent: '/api/my-application/withdraw-consent',
  respondToInterview: '/api/my-application/interviews/:id/response',
  interviewCalendar: '/api/my-application/interviews/:id/calendar',
  chooseTime: '/api/my-application/interview-offers/:id/choice',
  declineTimes: '/api/my-application/interview-offers/:id/decline',
  newApplicationLink: '/api/my-application/new-link',
  recoveryResubmit: '/api/recovery/resubmit',
  recoveryReceipt: '/api/recovery/receipt',
} as const

/** Address of a private calendar feed, for calendar programs. */
export const CALENDAR_FEED = '/calendar/:file'

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

/** The file of the receipt that the confirmation page links to. */
export const RECEIPT_FILE = `${PAGE.applicationSent}/receipt.json`

/** Name of the posting in the query of the apply page. */
export const JOB_PARAMETER = 'job'

/** Name of the source in the query of the list, a posting and the apply page: where the address was found, such as `indeed`. */
export const SOURCE_PARAMETER = 'source'

/** Name of the signed link in the query of the confirmation page and of its receipt. */
export const SENT_PARAMETER = 'link'

/** Address of the picture that link previews of a posting show. */
export const SHARE_PICTURE = '/jobs/:id/share.png'

/** Name of the picture's version in the query of its address. */
export const PICTURE_VERSION_PARAMETER = 'v'

/** Address of the list of open positions that other sites show in a frame. */
export const EMBEDDED_LIST = '/embed'

/** Name of the colours in the query of the embedded list. */
export const EMBED_THEME_PARAMETER = 'theme'

/** Address of the script that puts the embedded list into a page. */
export const EMBED_SCRIPT = '/embed.js'
/** Name of the secret token in the query of the pages of one job alert. */
export const ALERT_PARAMETER = 'token'

/** Name of the secret token in the query of the page on which an applicant chooses a time without JavaScript. */
export const OFFER_PARAMETER = 'token'

/** Elements that links point at, and what became of a form that was sent without JavaScript. */
export const ANCHOR = {
  careers: 'careers',
  applicationForm: 'application-form',
  contact: 'contact',
  result: 'result',
} as const

/** Header that identifies the attempts of one create. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key'

/** Header of one page of a list: how many rows the whole list has. */
export const TOTAL_HEADER = 'X-Total-Count'

/** Header that is `false` when {@link TOTAL_HEADER} is only a lower bound, and otherwise absent. */
export const EXACT_HEADER = 'X-Total-Count-Exact'

/** Header that carries the token of an applicant's private link; the link has it in its fragment. */
export const APPLICATION_TOKEN_HEADER = 'X-Application-Token'

/** Header that carries the setup token. */
export const SETUP_TOKEN_HEADER = 'X-Setup-Token'

/** Name of the setup token in the fragment of the setup page's address: `/admin/setup#token=…`. */
export const SETUP_TOKEN_PARAMETER = 'token'
