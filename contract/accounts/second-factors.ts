import * as z from 'zod'
import { SIGN_IN_TEXT } from '../wire/limits.ts'
import { idSchema, instantSchema, textOr } from '../wire/validation.ts'
import { ticketSchema } from './sign-in-methods.ts'

/** Digits and letters that nobody mistakes for each other: those of Crockford's Base32, in lower case. */
export const RECOVERY_CODE_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** A recovery code is that many groups of that many characters: 120 bits, so that a plain hash of it is enough (ASVS 6.5.2). */
export const RECOVERY_CODE_GROUPS = { count: 4, length: 6 } as const

/** Recovery codes that an account gets at a time. */
export const RECOVERY_CODES = 10

const PLAIN_RECOVERY_CODE = /^[0-9a-hjkmnp-tv-z]{24}$/

/** What a person types of a recovery code, without spaces and dashes, in lower case, and with the letters that look like digits as these. */
function plainRecoveryCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '').toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1')
}

/** The six digits that an authenticator app shows; spaces are taken out. */
export const totpCodeSchema = textOr('Enter the code')
  .max(SIGN_IN_TEXT.code)
  .overwrite((typed) => typed.replaceAll(/\s/g, ''))
  .regex(/^\d{6}$/, 'Enter the six digits that the app shows')

/** A recovery code, in any case and with any spaces and dashes. */
export const recoveryCodeSchema = textOr('Enter a recovery code')
  .max(SIGN_IN_TEXT.code)
  .overwrite(plainRecoveryCode)
  .regex(PLAIN_RECOVERY_CODE, 'Enter a recovery code as it was shown: four groups of six characters')

/** Body of `POST /api/auth/second-factor`, which ends a sign-in that login has answered with a ticket. */
export const secondFactorSchema = z.union([
  z.strictObject({ ticket: ticketSchema, code: totpCodeSchema }),
  z.strictObject({ ticket: ticketSchema, recoveryCode: recoveryCodeSchema }),
])

/** Response of `GET /api/auth/second-factors`: what the own account can prove itself with after its password. */
export const ownSecondFactorsSchema = z.strictObject({
  totp: z
    .strictObject({ since: instantSchema })
    .nullable()
    .describe('Since when the account has an authenticator app; null for none'),
  passkeys: z
    .array(
      z.strictObject({
        id: idSchema,
        name: z.string(),
        createdAt: instantSchema,
        lastUsedAt: instantSchema.nullable(),
      }),
    )
    .readonly(),
  recoveryCodes: z.strictObject({ left: z.int().describe('Codes that were not used yet') }),
})

/** Response of `POST /api/auth/second-factors/totp`: what an authenticator app needs. Nothing is stored yet. */
export const newTotpSchema = z.strictObject({
  ticket: ticketSchema.describe('To be sent, within ten minutes, with the first code'),
  secret: z.string().describe('In Base32, to type into the app; shown this once'),
  uri: z.string().describe('The same as an `otpauth:` address, which opens an app on the same device'),
  qrCode: z
    .strictObject({ size: z.int(), path: z.string() })
    .describe('The same as a picture: the dark parts as the path of an SVG whose view box is `0 0 size size`'),
})

/** Body of `POST /api/auth/second-factors/totp/confirm`. */
export const confirmTotpSchema = z.strictObject({ ticket: ticketSchema, code: totpCodeSchema })

/** Recovery codes that were made just now; no later response has them. */
export const madeRecoveryCodesSchema = z.strictObject({
  recoveryCodes: z
    .array(z.string())
    .readonly()
    .nullable()
    .describe('Shown this once; null where the account has codes already'),
})

/** What ends a sign-in that needs a second factor. */
export type SecondFactorProof = z.output<typeof secondFactorSchema>
/** What the own account can prove itself with after its password. */
export type OwnSecondFactors = z.output<typeof ownSecondFactorsSchema>
/** What an authenticator app needs. */
export type NewTotp = z.output<typeof newTotpSchema>
/** The first code of a new authenticator app. */
export type ConfirmTotp = z.output<typeof confirmTotpSchema>
/** Recovery codes that were made just now. */
export type MadeRecoveryCodes = z.output<typeof madeRecoveryCodesSchema>
