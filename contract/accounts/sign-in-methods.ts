import * as z from 'zod'
import { SIGN_IN_TEXT } from '../wire/limits.ts'

/** How a session was begun. */
export type SignInMethod = 'password' | 'second_factor' | 'passkey' | 'single_sign_on' | 'invitation'

/** What proves, after the password, who a person is. */
const SECOND_FACTORS = ['passkey', 'totp', 'recovery_code'] as const

/** What proves, after the password, who a person is. */
export type SecondFactor = (typeof SECOND_FACTORS)[number]

/** A ticket as its holder sends it back. */
export const ticketSchema = z.string().min(1).max(SIGN_IN_TEXT.ticket)

/** Response to a sign-in whose password is right, of an account that has a second factor. */
export const secondFactorNeededSchema = z.strictObject({
  secondFactor: z.strictObject({
    ticket: ticketSchema.describe('Proves for some minutes, and once, that the password was right'),
    methods: z.array(z.enum(SECOND_FACTORS)).min(1).describe('What the account can prove it with'),
  }),
})

/** Response to a sign-in that needs a second factor. */
export type SecondFactorNeeded = z.output<typeof secondFactorNeededSchema>
