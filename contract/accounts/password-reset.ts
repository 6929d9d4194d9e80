import * as z from 'zod'
import { MAXIMUM } from '../wire/limits.ts'
import { composeAccents } from '../wire/text-rules.ts'
import { instantSchema, requiredLine } from '../wire/validation.ts'
import { passwordOf } from './account.ts'

/** Body of `POST /api/auth/password-reset`. Whether an account has the name is never said. */
export const passwordResetRequestSchema = z.strictObject({
  username: requiredLine('Username or email address is required', MAXIMUM.email)
    .overwrite(composeAccents)
    .describe('The username or the email address of the account'),
})

/** Response to every such request. */
export const passwordResetRequestedSchema = z.strictObject({
  minutes: z.int().describe('How long the link of the mail works, if a mail leaves'),
})

/** Response of `GET /api/password-reset`: whose password the link of a mail sets. */
export const passwordResetSchema = z.strictObject({ username: z.string(), expiresAt: instantSchema })

/** Body of `POST /api/password-reset`. */
export const newPasswordSchema = z.strictObject({ password: passwordOf('new') })

/** Whose password the link of a mail sets. */
export type PasswordReset = z.output<typeof passwordResetSchema>
/** What someone types who has forgotten the password. */
export type PasswordResetRequest = z.output<typeof passwordResetRequestSchema>
/** Response to every request for a link. */
export type PasswordResetRequested = z.output<typeof passwordResetRequestedSchema>
/** The password that the holder of a link chooses. */
export type NewPassword = z.output<typeof newPasswordSchema>
