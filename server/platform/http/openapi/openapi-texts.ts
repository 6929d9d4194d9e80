import { STREAM_HEADER } from '../../../../contract/wire/admin-paths.ts'

/** What the schema of a route says for the OpenAPI document, beside the schemas of what is sent and received. */
export type OperationTexts = {
  /** Names of {@link TAGS}. */
  tags: readonly string[]
  /** Name of the function in a generated client: never changes once it was released. */
  operationId: string
  summary: string
  /** Headers of its success response, by their names in {@link HEADERS}. */
  responseHeaders?: readonly (keyof typeof HEADERS)[]
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
  [STREAM_HEADER]: {
    description: 'Which stream it is, for requests that say what its page shows.',
    schema: { type: 'string', format: 'uuid' },
  },
} as const

/** Descriptions of parameters whose schema has none, by name. */
export const PARAMETERS: Record<string, string> = {
  id: 'Number of the posting, application, interview, person, invitation or import',
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
  'x-invitation-token': 'The token of the invitation; its link has it after the #',
  'x-password-reset-token': 'The token of a mailed link for a new password; the link has it after the #',
  'x-setup-token': 'The token that the server prints at its start; not needed on the same machine',
}

/** Groups of operations. */
export const TAGS = {
  jobs: 'Postings: read them; change them as an admin.',
  applications: 'Applications: send one; decide on them as an admin.',
  'my application': 'What an applicant reads and does with a private link.',
  recovery: 'Resubmit an application that was lost.',
  insights: 'How applications fare: counts by week, funnel, durations.',
  'colleague questions': 'Questions about an application to colleagues without an account.',
  'personal-data': 'How long applications are kept, people who are kept longer, and erasing everything about one.',
  imports: 'Moving in: tables and files of other systems, what becomes of them, and undoing that.',
  'saved-views': 'Names for what the list of applications shows, own or shared.',
  tags: 'Words with a color that colleagues put on applications.',
  comments: 'Comments of colleagues on an application, with mentions and earlier texts.',
  scorecards: 'What each colleague says of an applicant, by the criteria of the posting; hidden until one’s own is in.',
  'api-tokens': 'Named secrets by which other programs act with the rights of a person.',
  webhooks: 'Telling other systems and chats what happens; what was sent, and sending it again.',
  live: 'Changes as they happen, for pages that are open.',
  notices: 'What a person is told: who did what to which applicant; what reaches them in the page and by mail.',
  interviews: 'Interviews: plan, change and cancel them; the agenda; a private calendar feed.',
  messages: 'Messages to applicants: what waits, was sent or failed; their texts; the mail server.',
  'job alerts': 'Who gets mail about new postings.',
  settings: 'What applies to the whole site.',
  accounts: 'Sign in and out, create the first account, change passwords.',
  people: 'Who may sign in: invite people, change their roles and postings, deactivate them.',
  storage: 'Where resumes are stored, and whether the stores work.',
  health: 'For supervisors and proxies.',
  feeds: 'The open postings for other programs and the pages of any site.',
}
