import * as z from 'zod'
import { emailSchema } from '../wire/email-address.ts'
import { MAXIMUM, MINIMUM } from '../wire/limits.ts'
import { composeAccents } from '../wire/text-rules.ts'
import { idSchema, instantSchema, requiredLine, textOr } from '../wire/validation.ts'
import { ROLES } from './roles.ts'

/** A password that signs in, or one that a person chooses. */
export function passwordOf(use: 'sign-in' | 'new') {
  const minimum = use === 'new' ? MINIMUM.newPassword : MINIMUM.password
  const tooShort = `Password must be at least ${minimum} characters`
  return textOr(tooShort).min(minimum, tooShort).max(MAXIMUM.password)
}

/** Body of `POST /api/auth/login`. */
export const loginSchema = z.strictObject({
  username: textOr('Username is required')
    .overwrite(composeAccents)
    .min(MINIMUM.username, 'Username is required')
    .max(MAXIMUM.username),
  password: passwordOf('sign-in'),
})

/** Latin letters with and without accents, digits and a few signs: letters of other alphabets look like these. */
const USERNAME = /^[A-Za-z0-9À-ÖØ-öø-žƠơƯưȘ-țẠ-ỹ ._@-]*$/

/**
 * A username that a person chooses (`docs/decisions/0037`). Keyboards write accents as one character or as two; both are
 * the same name. Signing in accepts any text.
 */
export const usernameSchema = requiredLine('Username is required', MAXIMUM.newUsername)
  .overwrite(composeAccents)
  .regex(USERNAME, 'Use Latin letters, digits, spaces and . _ - @ only')

/** The name under which colleagues and applicants know a person. */
export const displayNameSchema = requiredLine('Name is required', MAXIMUM.displayName)

/** Body and response of `/api/auth/display-name`; null for none: the company's name then signs. */
export const ownDisplayNameSchema = z.strictObject({ displayName: displayNameSchema.nullable() })

/** Body of the one-time setup. */
export const setupSchema = z.strictObject({ displayName: displayNameSchema.optional() })

/** Body of `POST /api/auth/change-password`, which may also carry a new username: setup advises to change both. */
export const changePasswordSchema = z.strictObject({
  currentPassword: textOr('Current password is required').min(1, 'Current password is required').max(MAXIMUM.password),
  newPassword: passwordOf('new'),
  username: usernameSchema.optional(),
})

/** Body and response of `/api/auth/email`: where the digest of the signed-in person goes. */
export const accountEmailSchema = z.strictObject({
  email: emailSchema.nullable(),
})

/** A posting that a hiring manager has. */
export const assignmentSchema = z.strictObject({
  jobId: idSchema,
  decides: z.boolean().describe('Whether the manager may also decide and write to the applicants'),
})

/** The signed-in person. Every account is an admin's; the browser's guard reads the flag. */
export const userSchema = z.strictObject({
  id: idSchema,
  username: z.string(),
  displayName: z.string().nullable(),
  isAdmin: z.boolean(),
  role: z.enum(ROLES),
  assignments: z.array(assignmentSchema).describe('The postings of a hiring manager; nobody else has any'),
  secondFactor: z.strictObject({
    isSet: z.boolean().describe('Whether the account has an authenticator app or a passkey'),
    neededFrom: instantSchema
      .nullable()
      .describe('When the session opens nothing but the own account, for want of a second factor; null for never'),
  }),
})

/** Response to a sign-in and to a change of password. The token is shown once and goes into the `Authorization` header. */
export const loginResponseSchema = z.strictObject({ token: z.string(), user: userSchema })

/** Response to the one-time setup: the generated credentials, shown once. */
export const setupResponseSchema = z.strictObject({ username: z.string(), password: z.string() })

/** The name of the signed-in person, and the form that sets it. */
export type OwnDisplayName = z.output<typeof ownDisplayNameSchema>
/** What a person sends to set up the first account. */
export type Setup = z.output<typeof setupSchema>
/** What a person types to sign in. */
export type Login = z.output<typeof loginSchema>
/** What a person sends to change the password. */
export type ChangePassword = z.output<typeof changePasswordSchema>
/** The signed-in person. */
export type User = z.output<typeof userSchema>
/** Response to a sign-in. */
export type LoginResponse = z.output<typeof loginResponseSchema>
/** The generated credentials of the first admin. */
export type SetupResponse = z.output<typeof setupResponseSchema>
