import * as z from 'zod'
import { idSchema, instantSchema, requiredLine } from '../wire/validation.ts'
import { API_TOKEN } from './api-token-limits.ts'
import { TOKEN_SCOPE_NAMES } from './token-scopes.ts'

/** How every token begins, so that programs that look for leaked secrets find it. */
export const API_TOKEN_PREFIX = 'wh_'

const scopes = z
  .array(z.enum(TOKEN_SCOPE_NAMES))
  .min(1, 'Choose at least one')
  .max(TOKEN_SCOPE_NAMES.length)
  .refine((chosen) => new Set(chosen).size === chosen.length, { error: 'Name each scope once' })
  .readonly()

/** Body of `POST /api/admin/api-tokens`. */
export const newApiTokenSchema = z.strictObject({
  name: requiredLine('Name is required', API_TOKEN.name),
  scopes,
  days: z
    .int({ error: `Must be a whole number from 1 to ${API_TOKEN.mostDays}` })
    .min(1)
    .max(API_TOKEN.mostDays)
    .default(API_TOKEN.usualDays)
    .describe('Days until it expires'),
})

const apiTokenSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  scopes,
  ending: z.string().describe('Its last four characters, by which a leaked one is recognised'),
  person: z.strictObject({ id: idSchema, name: z.string() }).describe('Whose it is: it acts as this person'),
  isOwn: z.boolean(),
  createdAt: instantSchema,
  expiresAt: instantSchema,
  lastUsedAt: instantSchema.nullable().describe('To the minute'),
  state: z
    .enum(['active', 'expired', 'suspended'])
    .describe('suspended: its person is deactivated or may have no token at present'),
})

/** An API token, without its secret. */
export type ApiToken = z.output<typeof apiTokenSchema>

/** Response of `GET /api/admin/api-tokens`: one’s own, or for owners those of all people. */
export const apiTokensSchema = z.strictObject({ tokens: z.array(apiTokenSchema).readonly() })

/** The API tokens that a person sees. */
export type ApiTokens = z.output<typeof apiTokensSchema>

/** Response of `POST /api/admin/api-tokens`: the only one that has the secret. */
export const madeApiTokenSchema = z.strictObject({
  token: apiTokenSchema,
  secret: z.string().describe('Sent as a bearer token; shown this once'),
})

/** A token that was made, with its secret. */
export type MadeApiToken = z.output<typeof madeApiTokenSchema>

/** What makes a token. */
export type NewApiToken = z.output<typeof newApiTokenSchema>
