/** Texts of an operation in the OpenAPI document, beside its schemas. */
export type OperationTexts = {
  /** Name of the function in a generated client: never changes once it was released. */
  id: string
  summary: string
  /** Headers of its success response, by their names in {@link HEADERS}. */
  headers?: readonly (keyof typeof HEADERS)[]
}

/** Headers of responses, beside those that HTTP requires. */
export const HEADERS = {
  ETag: {
    description: 'Sent back as If-None-Match, it yields 304 when nothing has changed.',
    schema: { type: 'string' },
  },
  Link: {
    description: 'Address of the next page, with rel="next"; absent on the last page and without paging.',
    schema: { type: 'string' },
  },
  'X-Total-Count': {
    description: 'How many applications match; absent without paging.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-Total-Count-Exact': {
    description: '"false" when X-Total-Count is only a lower bound; otherwise absent.',
    schema: { type: 'string', enum: ['false'] },
  },
  'Content-Disposition': { description: 'Name under which to save the file.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait before trying again, with 429 and 503.', schema: { type: 'integer' } },
} as const

/** Descriptions of parameters whose schema has none, by name. */
export const PARAMETERS: Record<string, string> = {
  id: 'Number of the posting, application or interview',
  kind: 'Which message the text is for',
  tab: 'Only messages in this group of states',
  applicationId: 'Only messages about this application',
  active: 'true: open postings only; false: the others, which only a bearer token shows',
  status: 'Only applications with this status',
  archived: 'Only archived applications, or only the others',
  jobId: 'Only applications for this posting, or without a posting',
  includeCompensation: 'true: each posting has its pay',
  limit: 'Applications on a page; 25 by default',
  'idempotency-key': 'The same for every attempt of one create, so that it is stored once',
  'x-application-token': 'The token of the private link; the link has it after the #',
  'x-setup-token': 'The token that the server prints at its start; not needed on the same machine',
}

/** Groups of operations. */
export const TAGS = {
  jobs: 'Postings: read them; change them as an admin.',
  applications: 'Applications: send one; decide on them as an admin.',
  'my application': 'What an applicant reads and does with a private link.',
  recovery: 'Resubmit an application that was lost.',
  insights: 'How applications fare: counts by week, funnel, durations.',
  interviews: 'Interviews: plan, change and cancel them; the agenda; a private calendar feed.',
  messages: 'Messages to applicants: what waits, was sent or failed; their texts; the mail server.',
  'job alerts': 'Who gets mail about new postings.',
  settings: 'What applies to the whole site.',
  accounts: 'Sign in and out, create the first account, change passwords.',
  storage: 'Where resumes are stored, and whether the stores work.',
  health: 'For supervisors and proxies.',
  feeds: 'The open postings for other programs and the pages of any site.',
}

/** Every operation by method and path. */
export const OPERATIONS: Record<string, OperationTexts> = {
  'GET /healthz': { id: 'getHealth', summary: 'Report that the process runs' },
  'GET /readyz': { id: 'getReadiness', summary: 'Report whether the server can serve requests' },
  'GET /api/jobs': {
    id: 'listJobs',
    summary: 'List postings: open ones, or all with a bearer token',
    headers: ['ETag'],
  },
  'GET /api/jobs/{id}': { id: 'getJob', summary: 'Read a posting: an open one, or any with a bearer token' },
  'POST /api/admin/jobs': { id: 'createJob', summary: 'Create a posting' },
  'PATCH /api/admin/jobs/{id}': { id: 'updateJob', summary: 'Change a posting' },
  'DELETE /api/admin/jobs/{id}': { id: 'deleteJob', summary: 'Delete a posting; its applications stay' },
  'GET /api/admin/jobs/{id}/history': { id: 'getJobHistory', summary: 'Read who did what to a posting' },
  'GET /api/admin/jobs/applicant-counts': {
    id: 'listApplicantCounts',
    summary: 'Count the applications of each posting',
    headers: ['ETag'],
  },
  'GET /api/admin/jobs/{id}/board': {
    id: 'getJobBoard',
    summary: 'Read the applications of a posting by status',
    headers: ['ETag'],
  },
  'POST /api/auth/setup-admin': { id: 'setUpAdmin', summary: 'Create the first account, once' },
  'POST /api/auth/login': {
    id: 'login',
    summary: 'Sign in: get a bearer token, and the cookie of the applications list',
  },
  'GET /api/promise': {
    id: 'getPromise',
    summary: 'Read the days within which applicants are answered, and the measured median',
  },
  'GET /api/auth/email': { id: 'getOwnEmail', summary: 'Read the address that gets the daily digest of the account' },
  'PUT /api/auth/email': { id: 'setOwnEmail', summary: 'Set the address that gets the daily digest of the account' },
  'GET /api/auth/me': { id: 'getMe', summary: 'Read the account of the bearer token' },
  'POST /api/auth/logout': { id: 'logout', summary: 'Sign out: end the session of the bearer token' },
  'POST /api/auth/logout-everywhere': { id: 'logoutEverywhere', summary: 'End every session of the account' },
  'POST /api/auth/change-password': {
    id: 'changePassword',
    summary: 'Change the password, and the username, of the account in use',
  },
  'POST /api/submit-application': { id: 'submitApplication', summary: 'Apply for a posting, or in general' },
  'POST /api/recovery/receipt': {
    id: 'checkReceipt',
    summary: 'Check a receipt, and whether its application is stored',
  },
  'POST /api/recovery/resubmit': { id: 'resubmitApplication', summary: 'Resubmit an application that was lost' },
  'GET /api/applications': {
    id: 'listApplications',
    summary: 'List applications: all, or one page of the matching ones',
    headers: ['ETag', 'Link', 'X-Total-Count', 'X-Total-Count-Exact'],
  },
  'GET /api/admin/applications/summary': {
    id: 'getApplicationSummary',
    summary: 'Count applications and postings for the dashboard',
    headers: ['ETag'],
  },
  'PATCH /api/applications/{id}': {
    id: 'updateApplication',
    summary: 'Change status, feedback or interview date of an application',
  },
  'PATCH /api/admin/applications/{id}': {
    id: 'moveApplication',
    summary: 'Archive or unarchive an application, or release it from quarantine',
  },
  'DELETE /api/admin/applications/{id}': {
    id: 'deleteApplication',
    summary: 'Delete an application with its resume',
  },
  'GET /api/admin/applications/{id}/earlier-resumes': {
    id: 'listEarlierResumes',
    summary: 'Read which resumes an application had before its present one',
  },
  'PUT /api/admin/applications/{id}/answered': {
    id: 'markAnswered',
    summary: 'Mark an application as answered by hand, or take the mark back',
  },
  'GET /api/admin/applications/{id}': { id: 'getApplication', summary: 'Read an application' },
  'GET /api/admin/applications/{id}/related': {
    id: 'getRelatedApplications',
    summary: 'Read other applications with the same email, phone number or file',
  },
  'GET /api/admin/applications/{id}/feedback-versions': {
    id: 'getFeedbackVersions',
    summary: 'Read the texts that the feedback of an application has had',
  },
  'GET /api/admin/applications/{id}/interviews': {
    id: 'listApplicationInterviews',
    summary: 'Read the interviews of an application',
  },
  'POST /api/admin/applications/{id}/interviews': { id: 'planInterview', summary: 'Plan an interview' },
  'GET /api/admin/interviews': {
    id: 'getAgenda',
    summary: 'Read the interviews of a time, and those that wait for feedback',
  },
  'PUT /api/admin/interviews/{id}': { id: 'changeInterview', summary: 'Change a planned interview' },
  'POST /api/admin/interviews/{id}/cancel': { id: 'cancelInterview', summary: 'Cancel an interview' },
  'POST /api/admin/interviews/{id}/restore': {
    id: 'restoreInterview',
    summary: 'Undo the cancellation of an interview, for ten minutes',
  },
  'GET /api/admin/calendar-feed': { id: 'getCalendarFeed', summary: "Read whether the account's calendar feed exists" },
  'POST /api/admin/calendar-feed': {
    id: 'renewCalendarFeed',
    summary: "Make the account's calendar feed, or give it a new address",
  },
  'DELETE /api/admin/calendar-feed': { id: 'revokeCalendarFeed', summary: "End the account's calendar feed" },
  'POST /api/my-application/interviews/{id}/answer': {
    id: 'answerInterview',
    summary: 'Accept or decline an interview as its applicant',
  },
  'GET /api/my-application/interviews/{id}/calendar': {
    id: 'getInterviewCalendar',
    summary: 'Read an interview as a calendar file',
  },
  'GET /api/my-application': { id: 'getMyApplication', summary: 'Read an application as its applicant' },
  'POST /api/my-application/note': { id: 'addApplicationNote', summary: 'Add to the note of an application' },
  'POST /api/my-application/resume': { id: 'replaceResume', summary: 'Replace the resume of an application' },
  'POST /api/my-application/withdraw': { id: 'withdrawApplication', summary: 'Withdraw an application' },
  'POST /api/my-application/erase': { id: 'eraseApplication', summary: 'Erase an application with its files' },
  'POST /api/my-application/new-link': {
    id: 'sendNewApplicationLink',
    summary: 'Send new private links to an address, if applications have it',
  },
  'POST /api/admin/application-changes': {
    id: 'changeApplications',
    summary: 'Give up to 500 applications a status, or archive or unarchive them',
  },
  'POST /api/admin/application-changes/{id}/undo': {
    id: 'undoApplicationChange',
    summary: 'Undo a change of status or archive, within ten minutes',
  },
  'GET /api/admin/messages': { id: 'listMessages', summary: 'Read messages to applicants, newest first' },
  'POST /api/admin/messages': { id: 'sendMessages', summary: 'Write a message to each of up to 500 applicants' },
  'POST /api/admin/messages/actions': {
    id: 'actOnMessages',
    summary: 'Send messages at once, cancel them, or mark them as answered by hand',
  },
  'POST /api/admin/messages/preview': { id: 'previewMessage', summary: 'Fill in a text for one applicant' },
  'GET /api/admin/message-templates': { id: 'listMessageTemplates', summary: 'Read the texts of messages' },
  'PUT /api/admin/message-templates/{kind}': { id: 'setMessageTemplate', summary: 'Set the text of a message' },
  'DELETE /api/admin/message-templates/{kind}': {
    id: 'resetMessageTemplate',
    summary: 'Go back to the built-in text of a message',
  },
  'GET /api/admin/mail': { id: 'getMailStatus', summary: 'Read whether and from where mail leaves' },
  'POST /api/admin/mail/test': { id: 'sendTestMail', summary: 'Send a test message' },
  'GET /api/admin/settings': { id: 'getSettings', summary: 'Read the settings of the site' },
  'PATCH /api/admin/settings': { id: 'changeSettings', summary: 'Change the settings of the site' },
  'GET /api/admin/site-texts': { id: 'getSiteTexts', summary: 'Read the texts of the site that owners edit' },
  'PATCH /api/admin/site-texts': { id: 'changeSiteTexts', summary: 'Change the texts of the site' },
  'POST /api/admin/applications/delete': {
    id: 'deleteApplications',
    summary: 'Delete up to 500 applications with their resumes',
  },
  'POST /api/admin/applications/resumes': {
    id: 'downloadResumes',
    summary: 'Download the resumes of up to 500 applications as one ZIP archive',
    headers: ['Content-Disposition'],
  },
  'GET /api/applications/{id}/resume': {
    id: 'downloadResume',
    summary: 'Download the resume of an application',
    headers: ['Content-Disposition'],
  },
  'POST /api/admin/applications/{id}/resume-opened': {
    id: 'recordResumeOpened',
    summary: 'Record that a prefetched resume was opened',
  },
  'GET /api/admin/applications/{id}/resume-text': {
    id: 'getResumeText',
    summary: 'Read the text of a resume',
  },
  'GET /api/admin/applications/{id}/history': {
    id: 'getApplicationHistory',
    summary: 'Read who did what to an application',
  },
  'GET /api/admin/insights': {
    id: 'getInsights',
    summary: 'Report on the applications of a period: weekly counts, funnel, medians, oldest waiting',
    headers: ['ETag'],
  },
  'GET /api/admin/insights/weekly': {
    id: 'getWeeklyCounts',
    summary: 'Count eight weeks for the stat cards of the dashboard',
    headers: ['ETag'],
  },
  'GET /api/admin/google-drive/test': { id: 'testGoogleDrive', summary: 'Test writing to Google Drive' },
  'GET /api/admin/s3/test': { id: 'testS3', summary: 'Test writing to the S3 bucket' },
  'GET /api/admin/job-alerts': { id: 'listJobAlerts', summary: 'List job alerts, newest first' },
  'DELETE /api/admin/job-alerts/{id}': {
    id: 'deleteJobAlert',
    summary: 'Delete a job alert with all that is stored about its address',
  },
  'GET /api/admin/storage': { id: 'getStorage', summary: 'Report where resumes are stored, and which tasks are open' },
  'GET /posting-api/job-board/{name}': {
    id: 'getPostingApi',
    summary: "Read the open postings in the shape of Ashby's job board",
    headers: ['ETag'],
  },
  'POST /api/admin/storage/check': { id: 'checkStorage', summary: 'Start a check of all files in the background' },
}
