import { ADMIN_PAGE } from '../wire/admin-paths.ts'
import { pathTo } from '../wire/paths.ts'
import { keysOf } from '../wire/records.ts'

/** What a kind of notice says. */
type NoticeKindEntry = {
  /** When it comes, as the settings have it. */
  when: string
  /** What its cause did, after the name of that person. */
  did: string
  /** The same in a mail, before the name of the applicant. */
  didIn: string
}

/** Every kind of notice. */
export const NOTICE_KIND = {
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
} as const satisfies Record<string, NoticeKindEntry>

/** One of the kinds of notice. */
export type NoticeKind = keyof typeof NOTICE_KIND

/** The kinds of notice, in the order of the settings. */
export const NOTICE_KINDS = keysOf(NOTICE_KIND)

/** Where a notice reaches a person; each kind can be switched off for each. */
export const NOTICE_CHANNELS = ['page', 'mail'] as const

/** One of the ways in which a notice reaches a person. */
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number]

/** Name of the parameter that leads to a comment on the page of an application. */
const COMMENT_PARAMETER = 'comment'

/** The address that a notice leads to: the application, and its comment. */
export function noticeAddress(applicationId: number, commentId: number | null): string {
  const page = pathTo(ADMIN_PAGE.review, applicationId)
  return commentId === null ? page : `${page}?${COMMENT_PARAMETER}=${commentId}`
}

/** The comment that an address leads to; null for none. @param query the address after the question mark */
export function commentIn(query: string): number | null {
  return Number(/^[1-9]\d{0,9}$/.exec(new URLSearchParams(query).get(COMMENT_PARAMETER) ?? '')?.[0] ?? 0) || null
}
