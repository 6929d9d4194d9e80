import * as z from 'zod'
import { idSchema, instantSchema } from '../wire/validation.ts'

/** A session of one's own account: where someone is signed in with it. */
const ownSessionSchema = z.strictObject({
  id: idSchema,
  device: z.string().describe('The browser and its system in words, as it named itself at sign-in'),
  address: z.string().nullable().describe('The address that the sign-in came from'),
  createdAt: instantSchema,
  lastUsedAt: instantSchema.describe('The last request, to the minute'),
  isThis: z.boolean().describe('Whether the request that reads the list belongs to it'),
})

/** A session of one's own account. */
export type OwnSession = z.output<typeof ownSessionSchema>

/** The sessions of one's own account, that of the newest use first. */
export const ownSessionsSchema = z.strictObject({ sessions: z.array(ownSessionSchema).readonly() })

/** The sessions of one's own account. */
export type OwnSessions = z.output<typeof ownSessionsSchema>
