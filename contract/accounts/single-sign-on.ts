import * as z from 'zod'
import { SIGN_IN_TEXT } from '../wire/limits.ts'
import { idSchema, instantSchema } from '../wire/validation.ts'

/** Why a sign-in with a company account did not succeed, as the address of the login page says it. */
export type SignInProblem = 'cancelled' | 'away' | 'ended' | 'refused' | 'too_many'

/** Names in the fragment of the login page, to which the provider's response leads. */
export const SIGN_IN_FRAGMENT = { signedIn: 'signed-in', link: 'link', problem: 'sign-in-problem' } as const

/** Where company accounts are. */
const providerSchema = z.strictObject({ name: z.string().describe('What the button calls it') }).nullable()

/** Response of `GET /api/auth/single-sign-on`. */
export const singleSignOnSchema = z.strictObject({
  provider: providerSchema.describe('null where there are no company accounts'),
  only: z.boolean().describe('Whether all but owners sign in this way only'),
})

/** Query of `GET /api/auth/single-sign-on/start`. */
export const startSingleSignOnSchema = z.strictObject({
  next: z.string().max(SIGN_IN_TEXT.next).optional().describe('The page to open afterwards'),
})

/** Response of what begins a sign-in at the provider. */
export const providerAddressSchema = z.strictObject({ url: z.string().describe('Where the person goes to sign in') })

/** Body of `POST /api/auth/single-sign-on/finish` and of `POST /api/auth/linked-identities`. */
export const identityTicketSchema = z.strictObject({
  ticket: z
    .string()
    .min(1)
    .max(SIGN_IN_TEXT.identityTicket)
    .describe('From the fragment of the login page; it works once, for a minute, in the browser that has signed in'),
})

/** A company account of one's own account. */
const linkedIdentitySchema = z.strictObject({
  id: idSchema,
  email: z.string().nullable().describe('The address that the provider named last'),
  createdAt: instantSchema,
  lastUsedAt: instantSchema.nullable().describe('The last sign-in with it'),
  worksHere: z.boolean().describe('False for one of a provider that is not configured any more'),
})

/** Response of `GET /api/auth/linked-identities`: the oldest first. */
export const linkedIdentitiesSchema = z.strictObject({
  identities: z.array(linkedIdentitySchema).readonly(),
  provider: providerSchema.describe('With which an account can be linked; null where there is none'),
})

/** Response to a new link. */
export const linkedSchema = z.strictObject({ id: idSchema })

/** Whether there are company accounts, and whether they are the only way in. */
export type SingleSignOn = z.output<typeof singleSignOnSchema>
/** Where a person goes to sign in. */
export type ProviderAddress = z.output<typeof providerAddressSchema>
/** The company accounts of one's own account. */
export type LinkedIdentities = z.output<typeof linkedIdentitiesSchema>
