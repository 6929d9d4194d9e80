import * as z from 'zod'
import { STREAM_HEADER } from '../wire/admin-paths.ts'
import { idSchema } from '../wire/validation.ts'

/** Names that are shown where more people read; of one more, all are. */
export const MOST_READERS_NAMED = 2

/** Body of `PUT /api/admin/applications/{id}/reading`. */
export const readingSchema = z.strictObject({
  stream: z.uuid().describe(`Of the page: what the header ${STREAM_HEADER} of its stream of changes says`),
  isReading: z.boolean().describe('Whether the page shows the application. A stream says this of one application'),
})

/** Who else has the application open that the page of the stream shows, without its own reader. */
export const readersSchema = z.strictObject({
  application: idSchema,
  names: z.array(z.string()).describe('All, or the first of them'),
  others: z.int().min(0).describe('How many there are besides'),
})

/** Who else has an application open. */
export type Readers = z.output<typeof readersSchema>
