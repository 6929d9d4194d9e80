/** What a reader of the OpenAPI document is told of a call beside its schemas. */
export type OperationWords = {
  /** Name of the function in a generated client: stays as it is once it was released. */
  id: string
  summary: string
  /** Headers of its success, by their names in {@link HEADERS}. */
  headers?: readonly (keyof typeof HEADERS)[]
}

/** Headers that answers carry beside those that HTTP asks for. */
export const HEADERS = {
  ETag: {
    description: 'Sent back as If-None-Match it is answered with 304 when nothing has changed.',
    schema: { type: 'string' },
  },
  Link: {
    description: 'Address of the next page, with rel="next"; absent on the last one and where no page was asked for.',
    schema: { type: 'string' },
  },
  'X-Total-Count': {
    description: 'How many applications match; absent where no page was asked for.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-Total-Count-Exact': {
    description: '"false" where X-Total-Count says only how many there are at least; otherwise absent.',
    schema: { type: 'string', enum: ['false'] },
  },
  'Content-Disposition': { description: 'Name under which to keep the file.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait before trying again, with 429 and 503.', schema: { type: 'integer' } },
} as const

/** What parameters are for, where their schema says nothing, by their names. */
export const PARAMETERS: Record<string, string> = {
  id: 'Number of the posting or application',
  active: 'Open postings alone, or the others; needs a bearer to be of use',
  status: 'Only applications with this status',
  archived: 'Only archived applications, or only the others',
  jobId: 'Only applications for this posting, or for none',
  limit: 'Applications on a page; 25 unless said otherwise',
  'idempotency-key': 'The same for each attempt at the same thing, so that it is stored once',
  'x-setup-token': 'The token that the server prints at its start; not needed on the machine itself',
}

/** Groups of calls. */
export const TAGS = {
  jobs: 'Postings: reading them, and changing them as an admin.',
  applications: 'Applications: sending one, and deciding on them as an admin.',
  recovery: 'Sending an application again that was lost.',
  accounts: 'Signing in and out, the first account, passwords.',
  storage: 'Where resumes are kept, and whether that works.',
  health: 'For whoever watches the server.',
}

/** Every call by its method and path. */
export const OPERATIONS: Record<string, OperationWords> = {
  'GET /healthz': { id: 'getHealth', summary: 'Say that the process runs' },
  'GET /readyz': { id: 'getReadiness', summary: 'Say whether the database can be used' },
  'GET /api/jobs': { id: 'listJobs', summary: 'List postings: open ones, or all with a bearer', headers: ['ETag'] },
  'GET /api/jobs/{id}': { id: 'getJob', summary: 'Read a posting: an open one, or any with a bearer' },
  'POST /api/admin/jobs': { id: 'createJob', summary: 'Create a posting' },
  'PATCH /api/admin/jobs/{id}': { id: 'updateJob', summary: 'Change a posting' },
  'DELETE /api/admin/jobs/{id}': { id: 'deleteJob', summary: 'Delete a posting; its applications stay' },
  'GET /api/admin/jobs/{id}/history': { id: 'getJobHistory', summary: 'Read who did what to a posting' },
  'POST /api/auth/setup-admin': { id: 'setUpAdmin', summary: 'Create the first account, once' },
  'POST /api/auth/login': { id: 'login', summary: 'Sign in: get a bearer token, and the cookie of the list' },
  'GET /api/auth/me': { id: 'getMe', summary: 'Say whose bearer token it is' },
  'POST /api/auth/logout': { id: 'logout', summary: 'Sign out: end the session of the bearer token' },
  'POST /api/auth/logout-everywhere': { id: 'logoutEverywhere', summary: 'End every session of the account' },
  'POST /api/auth/change-password': { id: 'changePassword', summary: 'Change the own password, and the username' },
  'POST /api/submit-application': { id: 'submitApplication', summary: 'Apply for a posting, or in general' },
  'POST /api/recovery/resubmit': { id: 'resubmitApplication', summary: 'Send an application again that was lost' },
  'GET /api/applications': {
    id: 'listApplications',
    summary: 'List applications: all, or one page of those that match',
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
    summary: 'Archive an application, bring it back, or let it out of quarantine',
  },
  'DELETE /api/admin/applications/{id}': {
    id: 'deleteApplication',
    summary: 'Delete an application with its resume',
  },
  'GET /api/applications/{id}/resume': {
    id: 'downloadResume',
    summary: 'Download the resume of an application',
    headers: ['Content-Disposition'],
  },
  'GET /api/admin/applications/{id}/history': {
    id: 'getApplicationHistory',
    summary: 'Read who did what to an application',
  },
  'GET /api/admin/google-drive/test': { id: 'testGoogleDrive', summary: 'Test writing to Google Drive' },
  'GET /api/admin/s3/test': { id: 'testS3', summary: 'Test writing to the S3 bucket' },
  'GET /api/admin/storage': { id: 'getStorage', summary: 'Say where resumes are, and what is left to do' },
  'POST /api/admin/storage/check': { id: 'checkStorage', summary: 'Check all files now, in the background' },
}
