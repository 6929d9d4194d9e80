import * as z from 'zod'
import { MAXIMUM } from '../wire/limits.ts'
import { instantSchema, textOr } from '../wire/validation.ts'
import { passkeySignInSchema } from './passkeys.ts'
import { totpCodeSchema } from './second-factors.ts'

/** With what a signed-in person can prove again who it is. */
const WAYS = ['password', 'totp', 'passkey', 'single_sign_on'] as const

/** Response of `GET /api/auth/confirm`. */
export const confirmationSchema = z.strictObject({
  ways: z
    .array(z.enum(WAYS))
    .readonly()
    .describe('What the account has; with single_sign_on alone: sign out, and in again'),
  confirmedUntil: instantSchema.nullable().describe('Null where the session has to be confirmed'),
})

/** Body of `POST /api/auth/confirm`: the password, a code of an authenticator app, or a passkey that was asked for by `passkey-options`. */
export const confirmSchema = z.union([
  z.strictObject({ password: textOr('Password is required').min(1, 'Password is required').max(MAXIMUM.password) }),
  z.strictObject({ code: totpCodeSchema }),
  passkeySignInSchema,
])

/** Response of `POST /api/auth/confirm`. */
export const confirmedSchema = z.strictObject({ confirmedUntil: instantSchema })

/** With what the signed-in person can prove again who it is, and until when that is not needed. */
export type Confirmation = z.output<typeof confirmationSchema>
/** What proves that it is the signed-in person. */
export type IdentityProof = z.output<typeof confirmSchema>
