import * as z from 'zod'
import { idSchema, instantSchema, requiredLine } from '../wire/validation.ts'
import { PASSKEYS } from './passkey-limits.ts'
import { madeRecoveryCodesSchema } from './second-factors.ts'
import { ticketSchema } from './sign-in-methods.ts'

/** Bytes as browsers send them. @param most characters; what real devices send is far shorter */
function base64url(most: number) {
  return z
    .string()
    .min(1)
    .max(most)
    .regex(/^[\w-]+$/)
}

/** Characters of 1,023 bytes, the longest id of the standard. */
const credentialId = base64url(1_364)

/** What the browser says that it was asked, as JSON: the challenge, and the page that asked. */
const clientDataJSON = base64url(2_048)

/** How a browser reaches a device; the standard may name further ways. */
const transports = z.array(z.string().max(20)).max(10)

/** What a passkey is called by the person who has it. */
const passkeyNameSchema = requiredLine('Name is required', PASSKEYS.nameLength)

/** A passkey of one's own account. */
const passkeySchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  createdAt: instantSchema,
  lastUsedAt: instantSchema.nullable().describe('The last sign-in with it'),
  worksHere: z
    .boolean()
    .describe('False for one that was made when the site had another host: no browser offers it here'),
})

/** The passkeys of one's own account, the oldest first. */
export const ownPasskeysSchema = z.strictObject({ passkeys: z.array(passkeySchema).readonly() })

const known = z.strictObject({
  id: credentialId,
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
})

/** What a browser needs to make a passkey: `PublicKeyCredentialCreationOptionsJSON`, and a ticket to send with the response. */
export const newPasskeyOptionsSchema = z.strictObject({
  ticket: ticketSchema.describe('Proves for five minutes, and once, which challenge was set to whom'),
  options: z.strictObject({
    challenge: z.string(),
    rp: z.strictObject({ id: z.string(), name: z.string() }),
    user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.strictObject({ alg: z.int(), type: z.literal('public-key') })),
    timeout: z.int(),
    attestation: z.literal('none'),
    excludeCredentials: z.array(known),
    authenticatorSelection: z.strictObject({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
  }),
})

/** What a browser needs to use a passkey: `PublicKeyCredentialRequestOptionsJSON`, and a ticket to send with the response. */
export const passkeyOptionsSchema = z.strictObject({
  ticket: ticketSchema.describe('Proves for five minutes, and once, which challenge was set'),
  options: z.strictObject({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    userVerification: z.literal('required'),
    allowCredentials: z.array(known).describe('Empty where any passkey of the site will do'),
  }),
})

/** Body of `POST /api/auth/passkeys`: the parts of a browser's response that count. */
export const addPasskeySchema = z.strictObject({
  ticket: ticketSchema,
  name: passkeyNameSchema,
  response: z.strictObject({
    id: credentialId,
    clientDataJSON,
    attestationObject: base64url(4_096),
    transports: transports.default([]),
  }),
})

/** Response to a new passkey. */
export const addedPasskeySchema = madeRecoveryCodesSchema.extend({ id: idSchema })

/** Body of `PATCH /api/auth/passkeys/{id}`. */
export const renamePasskeySchema = z.strictObject({ name: passkeyNameSchema })

const assertion = z.strictObject({
  id: credentialId,
  clientDataJSON,
  authenticatorData: base64url(1_024),
  signature: base64url(1_024),
  userHandle: base64url(128).optional(),
})

/** Body of `POST /api/auth/passkey-sign-in`. */
export const passkeySignInSchema = z.strictObject({ ticket: ticketSchema, response: assertion })

/** Body of `POST /api/auth/second-factor/passkey-options`. */
export const secondFactorOptionsSchema = z.strictObject({ ticket: ticketSchema.describe('From the sign-in') })

/** Body of `POST /api/auth/second-factor/passkey`. */
export const secondFactorPasskeySchema = z.strictObject({
  ticket: ticketSchema.describe('From the sign-in'),
  challengeTicket: ticketSchema.describe('From `passkey-options`'),
  response: assertion,
})

/** A passkey of one's own account. */
export type OwnPasskey = z.output<typeof passkeySchema>
/** The passkeys of one's own account. */
export type OwnPasskeys = z.output<typeof ownPasskeysSchema>
/** What a browser needs to make a passkey. */
export type NewPasskeyOptions = z.output<typeof newPasskeyOptionsSchema>
/** What a browser needs to use a passkey. */
export type PasskeyOptions = z.output<typeof passkeyOptionsSchema>
/** A new passkey. */
export type AddPasskey = z.output<typeof addPasskeySchema>
/** A passkey that was added just now, and the recovery codes of the account where it had none. */
export type AddedPasskey = z.output<typeof addedPasskeySchema>
/** What a browser says once a person has used a passkey. */
export type PasskeyResponse = z.output<typeof assertion>
