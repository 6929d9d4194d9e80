import * as z from 'zod'
import { mailDomainSchema } from '../wire/email-address.ts'
import { SINGLE_SIGN_ON } from '../wire/limits.ts'
import { versionSchema } from '../wire/validation.ts'

/** Roles that a domain may give: nobody becomes an owner by an address. */
export const ROLES_OF_DOMAINS = ['recruiter', 'hiring_manager'] as const

/** How people sign in, as owners set it. A new setting has its default in {@link DEFAULT_SIGN_IN_SETTINGS}. */
export const signInSettingsSchema = z.strictObject({
  requireSecondFactor: z
    .boolean()
    .describe('Whether everybody needs a second factor, a day after this was switched on or after joining'),
  singleSignOn: z
    .strictObject({
      domains: z
        .array(mailDomainSchema)
        .max(SINGLE_SIGN_ON.domains, `Enter at most ${SINGLE_SIGN_ON.domains} domains`)
        .describe('Who has a verified address of one may join without an invitation'),
      role: z.enum(ROLES_OF_DOMAINS, { error: 'Choose a role' }).describe('What those become who join by a domain'),
      only: z.boolean().describe('Whether all but owners sign in with the company account only'),
    })
    .describe('Signing in with a company account, by OpenID Connect'),
})

/** How people sign in, as owners set it. */
export type SignInSettings = z.output<typeof signInSettingsSchema>

/** How people sign in until an owner changes it. */
export const DEFAULT_SIGN_IN_SETTINGS: SignInSettings = {
  requireSecondFactor: false,
  singleSignOn: { domains: [], role: 'hiring_manager', only: false },
}

/** Response of `GET /api/admin/sign-in-settings`. */
export const storedSignInSettingsSchema = z.strictObject({
  settings: signInSettingsSchema,
  version: versionSchema.nullable().describe('null before the first change'),
  provider: z
    .strictObject({
      name: z.string().describe('What the button calls it'),
      redirectUrl: z.string().describe('To register at the provider'),
    })
    .nullable()
    .describe('Where company accounts are; null where the operator has configured none'),
})

/** Body of `PATCH /api/admin/sign-in-settings`. */
export const changedSignInSettingsSchema = z.strictObject({
  settings: signInSettingsSchema.partial().describe('Absent fields stay unchanged'),
  version: versionSchema.nullable().describe('The version that was read; when another is stored, nothing changes'),
})

/** How people sign in, with the version that was read. */
export type StoredSignInSettings = z.output<typeof storedSignInSettingsSchema>
/** A change of how people sign in. */
export type ChangedSignInSettings = z.output<typeof changedSignInSettingsSchema>
