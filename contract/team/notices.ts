import * as z from 'zod'
import { ADMIN_PAGE } from '../wire/admin-paths.ts'
import { pathTo } from '../wire/paths.ts'
import { keysOf, recordOf } from '../wire/records.ts'
import { idSchema, idTextSchema, instantSchema } from '../wire/validation.ts'

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

const noticeSchema = z.strictObject({
  id: idSchema,
  kind: z.enum(NOTICE_KINDS),
  by: z.string().nullable().describe('Who caused it, by the name at that time; null for the program'),
  application: z.strictObject({ id: idSchema, name: z.string(), job: z.string().nullable() }),
  commentId: idSchema.nullable(),
  at: instantSchema,
  isRead: z.boolean(),
})

/** Query of `GET /api/admin/notices`. */
export const noticesQuerySchema = z.strictObject({
  before: idTextSchema.optional().describe('The id of the last notice of the page before'),
})

/** Response of `GET /api/admin/notices`: one’s own, newest first, about applications that one may see. */
export const noticesSchema = z.strictObject({
  notices: z.array(noticeSchema),
  unread: z.int().nonnegative().describe('How many are unread, on whatever page'),
  hasEarlier: z.boolean(),
})

/** Body of `POST /api/admin/notices/read`. */
export const readNoticesSchema = z.strictObject({
  id: idSchema.describe('The notice that was read'),
  andEarlier: z.boolean().describe('Whether all before it are read too'),
})

const channels = z.strictObject({ page: z.boolean(), mail: z.boolean() })

/** Which notices reach a person, and how: response and body of `/api/admin/notices/settings`. */
export const noticeSettingsSchema = z.strictObject(recordOf(NOTICE_KINDS, () => channels))

/** A page of notices. */
export type Notices = z.output<typeof noticesSchema>
/** Which notices have been read. */
export type ReadNotices = z.output<typeof readNoticesSchema>
/** Which notices reach a person, and how. */
export type NoticeSettings = z.output<typeof noticeSettingsSchema>

/** Name of the parameter that leads to a comment on the page of an application. */
const COMMENT_PARAMETER = 'comment'

/** The address that a notice leads to: the application, and its comment. */
export function noticeAddress(applicationId: number, commentId: number | null): string {
  const page = pathTo(ADMIN_PAGE.review, applicationId)
  return commentId === null ? page : `${page}?${COMMENT_PARAMETER}=${commentId}`
}
