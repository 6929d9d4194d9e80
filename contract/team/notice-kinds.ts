import { ASSIGNED_TO_ME } from '../applications/application-terms.ts'
import { ADMIN_PAGE } from '../wire/admin-paths.ts'
import { PAGE, pathTo } from '../wire/paths.ts'
import { keysOf } from '../wire/records.ts'

/** What a kind of notice says. */
type NoticeKindEntry = {
  /** When it comes, as the settings have it. */
  when: string
  /** What its cause did, after the name of that person; a sentence where the program tells it. */
  did: string
  /** The same in a mail, before the name of the applicant, where that differs. */
  didIn?: string
  /** Left out where each notice has a mail: another mail says it. */
  isMailedOtherwise?: true
  /** The same of several applications at once, where one cause can have that. */
  several?: (count: number) => string
}

const KINDS = {
  mentioned: {
    when: 'A colleague mentions you in a comment',
    did: 'mentioned you',
    didIn: 'mentioned you in a comment on the application of',
  },
  answered: {
    when: 'A colleague whom you asked has answered',
    did: 'answered your question',
    didIn: 'answered your question about',
  },
  assigned: {
    when: 'A colleague assigns applications to you',
    did: 'assigned an application to you',
    didIn: 'assigned to you the application of',
    several: (count) => `assigned ${count} applications to you`,
  },
  replied: {
    when: 'An applicant replies to a message, where you take care of the application or nobody does',
    did: 'An applicant has replied',
    didIn: 'A reply has come to the application of',
  },
  bounced: {
    when: 'A message to an applicant comes back, where you take care of the application or nobody does',
    did: 'A message has come back',
    didIn: 'A message has come back that was about the application of',
  },
  scorecard_missing: {
    when: 'Your scorecard is missing after an interview',
    did: 'Your scorecard is missing',
    isMailedOtherwise: true,
  },
} satisfies Record<string, NoticeKindEntry>

/** One of the kinds of notice. */
export type NoticeKind = keyof typeof KINDS

/** Every kind of notice. */
export const NOTICE_KIND: Readonly<Record<NoticeKind, NoticeKindEntry>> = KINDS

/** The kinds of notice, in the order of the settings. */
export const NOTICE_KINDS = keysOf(NOTICE_KIND)

/** Where a notice reaches a person; each kind can be switched off for each. */
export const NOTICE_CHANNELS = ['page', 'mail'] as const

/** One of the ways in which a notice reaches a person. */
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number]

/** Name of the parameter that leads to a comment on the page of an application. */
const COMMENT_PARAMETER = 'comment'

/** What the words and the address of a notice depend on. */
type NoticeContent = { kind: NoticeKind; count: number; commentId: number | null; application: { id: number } }

/** What the cause of a notice did, after the name of that person. */
export function noticeWords({ kind, count }: Pick<NoticeContent, 'kind' | 'count'>): string {
  const { did, several } = NOTICE_KIND[kind]
  return (count > 1 && several?.(count)) || did
}

/** The address that a notice leads to: the application, and its comment; one’s own applications where it is about several. */
export function noticeAddress({ application, commentId, count }: Omit<NoticeContent, 'kind'>): string {
  if (count > 1) return `${PAGE.adminDashboard}?assigned=${ASSIGNED_TO_ME}`
  const page = pathTo(ADMIN_PAGE.review, application.id)
  return commentId === null ? page : `${page}?${COMMENT_PARAMETER}=${commentId}`
}

/** The comment that an address leads to; null for none. @param query the address after the question mark */
export function commentIn(query: string): number | null {
  return Number(/^[1-9]\d{0,9}$/.exec(new URLSearchParams(query).get(COMMENT_PARAMETER) ?? '')?.[0] ?? 0) || null
}
