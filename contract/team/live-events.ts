import * as z from 'zod'
import { idSchema } from '../wire/validation.ts'
import { readersSchema } from './reading.ts'

/**
 * Data of an event of `GET /api/admin/live`: what has changed, and never how, so that each page reads it again by the rights of its
 * reader. Several changes shortly after each other are one event.
 */
export const liveEventSchema = z.strictObject({
  applications: z
    .union([z.array(idSchema), z.literal('many')])
    .optional()
    .describe('Applications with all that belongs to them, such as comments, messages and interviews'),
  postings: z.literal(true).optional(),
  tags: z.literal(true).optional().describe('Which tags there are, their names or colors'),
  notices: z.literal(true).optional().describe('One’s own'),
  readers: readersSchema.optional().describe('Who else reads the application that the page has said to show'),
  all: z.literal(true).optional().describe('Changes may have been missed'),
})

/** What has changed. */
export type LiveEvent = z.output<typeof liveEventSchema>
