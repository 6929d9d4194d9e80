import * as z from 'zod'
import { recordOf } from '../wire/records.ts'
import { idSchema, idTextSchema, instantSchema } from '../wire/validation.ts'
import { NOTICE_KINDS } from './notice-kinds.ts'

const noticeSchema = z.strictObject({
  id: idSchema,
  kind: z.enum(NOTICE_KINDS),
  by: z.string().nullable().describe('Who caused it, by the name at that time; null for the program'),
  application: z.strictObject({ id: idSchema, name: z.string(), job: z.string().nullable() }),
  count: z
    .int()
    .positive()
    .describe('How many applications it is about, of those that one sees; `application` is one of them'),
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

/** One notice. */
export type Notice = z.output<typeof noticeSchema>
/** A page of notices. */
export type Notices = z.output<typeof noticesSchema>
/** Which notices have been read. */
export type ReadNotices = z.output<typeof readNoticesSchema>
/** Which notices reach a person, and how. */
export type NoticeSettings = z.output<typeof noticeSettingsSchema>
