/**
 * Addresses of the API that only the admin area calls, apart from those in `paths.ts`, so that visitors load none of them
 * (decisions 0014 and 0016 settle both logouts and the name of the cloud drive).
 */
export const ADMIN_API = {
  logoutEverywhere: '/api/auth/logout-everywhere',
  singleSignOn: '/api/auth/single-sign-on',
  ownEmail: '/api/auth/email',
  ownDisplayName: '/api/auth/display-name',
  people: '/api/admin/people',
  person: '/api/admin/people/:id',
  invitations: '/api/admin/invitations',
  invitation: '/api/admin/invitations/:id',
  audit: '/api/admin/audit',
  auditFile: '/api/admin/audit.csv',
  applications: '/api/applications',
  application: '/api/applications/:id',
  resume: '/api/applications/:id/resume',
  adminApplication: '/api/admin/applications/:id',
  answeredApplication: '/api/admin/applications/:id/answered',
  reading: '/api/admin/applications/:id/reading',
  applicationHistory: '/api/admin/applications/:id/history',
  relatedApplications: '/api/admin/applications/:id/related',
  personOfApplication: '/api/admin/applications/:id/person',
  erasePerson: '/api/admin/applications/:id/erase-person',
  feedbackVersions: '/api/admin/applications/:id/feedback-versions',
  comments: '/api/admin/applications/:id/comments',
  comment: '/api/admin/comments/:id',
  commentVersions: '/api/admin/comments/:id/versions',
  scorecards: '/api/admin/applications/:id/scorecards',
  ownScorecard: '/api/admin/applications/:id/scorecards/own',
  skipScorecard: '/api/admin/applications/:id/scorecards/skip',
  scorecardVersions: '/api/admin/scorecards/:id/versions',
  notices: '/api/admin/notices',
  readNotices: '/api/admin/notices/read',
  noticeSettings: '/api/admin/notices/settings',
  colleagueQuestions: '/api/admin/applications/:id/colleague-questions',
  endColleagueQuestion: '/api/admin/colleague-questions/:id/end',
  colleagueQuestionLink: '/api/admin/colleague-questions/:id/link',
  deleteApplications: '/api/admin/applications/delete',
  downloadResumes: '/api/admin/applications/resumes',
  applicationChanges: '/api/admin/application-changes',
  tags: '/api/admin/tags',
  tag: '/api/admin/tags/:id',
  applicationTags: '/api/admin/application-tags',
  savedViews: '/api/admin/saved-views',
  savedView: '/api/admin/saved-views/:id',
  assignees: '/api/admin/assignees',
  assignments: '/api/admin/assignments',
  undoApplicationChange: '/api/admin/application-changes/:id/undo',
  applicationsFile: '/api/admin/applications.csv',
  applicationSummary: '/api/admin/applications/summary',
  search: '/api/admin/search',
  live: '/api/admin/live',
  resumeText: '/api/admin/applications/:id/resume-text',
  earlierResumes: '/api/admin/applications/:id/earlier-resumes',
  resumeOpened: '/api/admin/applications/:id/resume-opened',
  applicationInterviews: '/api/admin/applications/:id/interviews',
  interviews: '/api/admin/interviews',
  interviewDefaults: '/api/admin/interview-defaults',
  interview: '/api/admin/interviews/:id',
  cancelInterview: '/api/admin/interviews/:id/cancel',
  applicationOffers: '/api/admin/applications/:id/interview-offers',
  interviewOffers: '/api/admin/interview-offers',
  withdrawOffer: '/api/admin/interview-offers/:id/withdraw',
  calendarFeed: '/api/admin/calendar-feed',
  adminJobs: '/api/admin/jobs',
  adminJob: '/api/admin/jobs/:id',
  applicantCounts: '/api/admin/jobs/applicant-counts',
  applicantBoard: '/api/admin/jobs/:id/board',
  openApplications: '/api/admin/jobs/:id/open-applications',
  legalHolds: '/api/admin/legal-holds',
  legalHold: '/api/admin/applications/:id/legal-hold',
  fillJob: '/api/admin/jobs/:id/fill',
  jobHistory: '/api/admin/jobs/:id/history',
  insights: '/api/admin/insights',
  settings: '/api/admin/settings',
  siteTexts: '/api/admin/site-texts',
  messages: '/api/admin/messages',
  message: '/api/admin/messages/:id',
  messageCounts: '/api/admin/messages/counts',
  messageActions: '/api/admin/messages/actions',
  messagePreview: '/api/admin/messages/preview',
  messageTemplates: '/api/admin/message-templates',
  messageTemplate: '/api/admin/message-templates/:kind',
  jobAlerts: '/api/admin/job-alerts',
  jobAlert: '/api/admin/job-alerts/:id',
  mail: '/api/admin/mail',
  testMail: '/api/admin/mail/test',
  storage: '/api/admin/storage',
  storageCheck: '/api/admin/storage/check',
  openapi: '/api/openapi.json',
} as const

/** Addresses of the other pages of the admin area. */
export const ADMIN_PAGE = {
  setup: '/admin/setup',
  join: '/admin/join',
  resetPassword: '/admin/reset-password',
  colleague: '/admin/colleague',
  review: '/admin/applications/:id',
  jobs: '/admin/jobs',
  job: '/admin/jobs/:id',
  interviews: '/admin/interviews',
  insights: '/admin/insights',
  storage: '/admin/storage',
  messages: '/admin/messages',
  jobAlerts: '/admin/job-alerts',
  settings: '/admin/settings',
  audit: '/admin/audit',
  people: '/admin/people',
} as const

/** Name of the token in the fragment of the link of an invitation, to the page on which an invited person makes an account. */
export const INVITATION_TOKEN_PARAMETER = 'token'

/** Header that carries the token of an invitation. */
export const INVITATION_TOKEN_HEADER = 'X-Invitation-Token'

/** Name of the token in the fragment of the link in a mail that lets its reader choose a new password. */
export const PASSWORD_RESET_PARAMETER = 'token'

/** Header that carries the token of such a link. */
export const PASSWORD_RESET_HEADER = 'X-Password-Reset-Token'

/** The header of the response that begins a stream of changes: its id, by which its page says what it shows. */
export const STREAM_HEADER = 'Live-Stream'
