import * as z from 'zod'
import { MAXIMUM, MINIMUM } from './limits.ts'
import { idSchema, tooLong } from './validation.ts'

const password = z
  .string({ error: `Password must be at least ${MINIMUM.password} characters` })
  .min(MINIMUM.password, `Password must be at least ${MINIMUM.password} characters`)
  .max(MAXIMUM.password, tooLong(MAXIMUM.password))

/** Body of `POST /api/auth/login`; rules and messages of `spec.md` section 5. */
export const loginSchema = z.strictObject({
  username: z
    .string({ error: 'Username is required' })
    .min(MINIMUM.username, 'Username is required')
    .max(MAXIMUM.username, tooLong(MAXIMUM.username)),
  password,
})

/** Body of `POST /api/auth/change-password`. */
export const changePasswordSchema = z.strictObject({
  currentPassword: z
    .string({ error: 'Current password is required' })
    .min(1, 'Current password is required')
    .max(MAXIMUM.password, tooLong(MAXIMUM.password)),
  newPassword: password,
})

/** The signed-in person. Every account is an admin's; the flag is what the browser's guard reads. */
export const userSchema = z.strictObject({ id: idSchema, username: z.string(), isAdmin: z.boolean() })

/** Answer to a sign-in. The token is shown once and goes into the `Authorization` header. */
export const loginAnswerSchema = z.strictObject({ token: z.string(), user: userSchema })

/** Answer to the one-time setup: the generated sign-in, shown once. */
export const setupAnswerSchema = z.strictObject({ username: z.string(), password: z.string() })

/** What a person types to sign in. */
export type Login = z.output<typeof loginSchema>
/** What a person types to change the password. */
export type ChangePassword = z.output<typeof changePasswordSchema>
/** The signed-in person. */
export type User = z.output<typeof userSchema>
/** Answer to a sign-in. */
export type LoginAnswer = z.output<typeof loginAnswerSchema>
/** The generated sign-in of the first admin. */
export type SetupAnswer = z.output<typeof setupAnswerSchema>
