import * as z from 'zod'
import { idSchema, instantSchema } from '../wire/validation.ts'

const replySchema = z.strictObject({
  id: idSchema,
  nature: z
    .enum(['reply', 'automatic'])
    .describe('Whether a person wrote it, or a program such as that of a vacation notice, which nobody answers'),
  messageId: idSchema
    .nullable()
    .describe('The message that it answers; null where the address that it was sent to led here'),
  fromName: z.string().nullable(),
  fromAddress: z.string(),
  isOtherAddress: z
    .boolean()
    .describe('Whether it came from another address than that of the applicant, so that anyone may have written it'),
  subject: z.string(),
  text: z.string().describe('What is new in it, as text'),
  quoted: z.string().nullable().describe('The earlier text that it repeats at its end'),
  isCut: z.boolean().describe('Whether not all of it was read: all of it is in the mailbox'),
  files: z
    .array(
      z.strictObject({
        version: z.int().describe('For the download of the resume: a file of a reply is one with such a number'),
        name: z.string(),
        size: z.int(),
        isInfected: z.boolean(),
      }),
    )
    .describe('What came along'),
  leftOut: z
    .array(z.strictObject({ name: z.string(), reason: z.string() }))
    .describe('Files that were not taken: they are in the mailbox'),
  receivedAt: instantSchema,
  answeredAt: instantSchema.nullable().describe('When it was answered, or a colleague said that it needs no answer'),
  answeredBy: z.string().nullable().describe('That colleague; null where a message is the answer'),
})

/** Response of `GET /api/admin/applications/{id}/replies`, oldest first. */
export const repliesSchema = z.strictObject({ replies: z.array(replySchema) })

/** Body of `PATCH /api/admin/replies/{id}`. */
export const settledReplySchema = z.strictObject({
  needsNoAnswer: z.boolean().describe('False takes back that it needs none'),
})

/** Response of `PATCH /api/admin/replies/{id}`. */
export const changedReplySchema = replySchema

/** Whether replies are read: response of `GET /api/admin/inbox`. */
export const inboxStatusSchema = z.strictObject({
  isConfigured: z.boolean(),
  server: z.string().nullable().describe('Host and port'),
  folder: z.string().nullable(),
  readAt: instantSchema.nullable().describe('When the mailbox was last read to its end'),
  fault: z
    .strictObject({ since: instantSchema, reason: z.string().describe('What the mail server said') })
    .nullable()
    .describe('Null while it can be read'),
})

/** What came back to an application. */
export type Reply = z.output<typeof replySchema>
/** What came back to an application, oldest first. */
export type Replies = z.output<typeof repliesSchema>
/** Whether replies are read. */
export type InboxStatus = z.output<typeof inboxStatusSchema>
