import * as z from 'zod'
import { type GivenAnswer, givenAnswerSchema } from '../jobs/question.ts'
import {
  LONGEST_ENCODED_RECEIPT,
  LONGEST_RECEIPT_TEXT,
  MAXIMUM,
  MOST_QUESTIONS,
  RESUME_MAX_BYTES,
} from '../wire/limits.ts'
import { keysOf } from '../wire/records.ts'
import { instantSchema } from '../wire/validation.ts'

/** What a receipt says about an application: every field is signed (`docs/decisions/0069`). */
const signedFields = {
  reference: z.string().regex(/^APP-\d{4,10}$/),
  job: z.string().max(MAXIMUM.jobLine).nullable().describe('Title of the posting; null for a general application'),
  name: z.string().max(MAXIMUM.name),
  email: z.string().max(MAXIMUM.email),
  phone: z.string().max(MAXIMUM.phone).nullable(),
  time: instantSchema.describe('When the application was stored'),
  fileName: z.string().max(MAXIMUM.fileNameBytes).nullable().describe('Null without a resume, like the next two'),
  size: z.int().min(0).max(RESUME_MAX_BYTES).nullable().describe('Of the resume, in bytes'),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
    .describe('Of the resume, hexadecimal'),
  answersSha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
    .describe('Of the answers as `canonicalAnswers` writes them; null without any'),
  keyId: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .describe('Names the key of the signature'),
}

/** The signed fields, in the order in which they are signed. */
export const SIGNED_FIELDS = keysOf(signedFields)

/** A field of a receipt that its signature covers. */
export type SignedField = keyof typeof signedFields

/** Hexadecimal digits of one field's checksum in `checksums`. */
export const CHECKSUM_LENGTH = 8

/** Proof that an application was stored, as the applicant keeps it. */
export const receiptSchema = z.strictObject({
  ...signedFields,
  answers: z
    .array(givenAnswerSchema)
    .min(1)
    .max(MOST_QUESTIONS)
    .optional()
    .describe(
      'To the questions of the posting; `answersSha256` covers them. Absent without any, in mails and in links',
    ),
  checksums: z
    .string()
    .regex(/^[0-9a-f]+$/)
    .length(CHECKSUM_LENGTH * Object.keys(signedFields).length)
    .describe('First 8 hexadecimal digits of the SHA-256 of each field above: tells which one was altered'),
  signature: z
    .string()
    .regex(/^[\w-]{86}$/)
    .describe('Ed25519, base64url'),
})

/** Proof that an application was stored. */
export type Receipt = z.output<typeof receiptSchema>

/** Name of the receipt in the fragment of the recovery page's address: `/recovery#receipt=…`. */
export const RECEIPT_PARAMETER = 'receipt'

/** Most bytes of a receipt with the longest answers as JSON in UTF-8, which takes three for a character. */
export const LONGEST_RECEIPT_BYTES =
  3 * (LONGEST_ENCODED_RECEIPT + MOST_QUESTIONS * (MAXIMUM.question + MAXIMUM.longAnswer))

/** A field as it is signed: its name, and its value as JSON, which has no line end. */
export function canonicalField(field: SignedField, receipt: Pick<Receipt, SignedField>): string {
  return `${field}: ${JSON.stringify(receipt[field])}`
}

/** The text that a signature covers: a line for each field. The first line keeps it from being valid for another use of the key. */
export function canonicalText(receipt: Pick<Receipt, SignedField>): string {
  return ['Wellhead receipt 1', ...SIGNED_FIELDS.map((field) => canonicalField(field, receipt))].join('\n')
}

/** The text of which a receipt has the checksum in `answersSha256`. */
export function canonicalAnswers(answers: readonly GivenAnswer[]): string {
  return JSON.stringify(answers.map(({ question, kind, answer }) => [question, kind, answer]))
}

/** A receipt that still proves the answers, and does not repeat them. */
export function withoutAnswers({ answers: _, ...receipt }: Receipt): Receipt {
  return receipt
}

/**
 * Encodes a receipt for the fragment of a link and for a form field: base64url of its JSON in UTF-8, without the answers,
 * which would make it too long.
 */
export function encodeReceipt(receipt: Receipt): string {
  const bytes = new TextEncoder().encode(JSON.stringify(withoutAnswers(receipt)))
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Name of the file of a receipt. */
export function receiptFileName({ reference }: Pick<Receipt, 'reference'>): string {
  return `receipt-${reference}.json`
}

/** What the file of a receipt contains. */
export function formatReceiptFile(receipt: Receipt): string {
  return `${JSON.stringify(receipt, null, 2)}\n`
}

/**
 * Finds a receipt in a text: the content of its file, its link, a mail with the link, or the encoded receipt alone. A mail
 * program may have wrapped the link, and quoted its lines with `> `.
 * @returns undefined when there is none
 */
export function readReceipt(text: string): Receipt | undefined {
  if (text.length > LONGEST_RECEIPT_TEXT) return undefined
  // Trimmed of a byte order mark too.
  const trimmed = text.trim()
  if (trimmed.startsWith('{')) return receiptSchema.safeParse(parse(trimmed)).data
  const unwrapped = unwrap(trimmed)
  const [, linked] = /#receipt=([\w-]+)/.exec(unwrapped) ?? []
  return receiptSchema.safeParse(parse(decode(linked ?? unwrapped))).data
}

/** The lines of each paragraph as one, without the signs that quote them. */
function unwrap(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/^[> \t]+/, '').trim())
  return lines.map((line) => line || ' ').join('')
}

/** The JSON of an encoded receipt, without what the line after a link adds to it. */
function decode(encoded: string): string {
  if (!/^[\w-]+$/.test(encoded)) return ''
  const taken = encoded.slice(0, LONGEST_ENCODED_RECEIPT)
  // A last digit alone encodes nothing.
  const whole = taken.length % 4 === 1 ? taken.slice(0, -1) : taken
  try {
    const binary = atob(whole.replaceAll('-', '+').replaceAll('_', '/'))
    const json = new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)))
    // The signature is the last entry.
    const end = json.indexOf('"}', json.indexOf('"signature":"'))
    return end < 0 ? json : json.slice(0, end + 2)
  } catch {
    return ''
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Body of `POST /api/recovery/receipt`. */
export const receiptQuestionSchema = z.strictObject({ receipt: receiptSchema })

/** Response of `POST /api/recovery/receipt`: what the check of a receipt says. */
export const checkedReceiptSchema = z.discriminatedUnion('verdict', [
  z.strictObject({
    verdict: z.literal('valid'),
    isStored: z.boolean().describe('Whether the application of the receipt is still stored'),
  }),
  z.strictObject({
    verdict: z.literal('altered'),
    differs: z
      .array(z.enum(SIGNED_FIELDS))
      .describe('The fields that differ from what was signed; empty when only the signature does'),
  }),
  z.strictObject({ verdict: z.literal('other_installation') }),
])

/** What the check of a receipt says. */
export type CheckedReceipt = z.output<typeof checkedReceiptSchema>

/** The fields of a receipt as a sentence names them. */
export const RECEIPT_FIELD_NAMES: Readonly<Record<SignedField, string>> = {
  reference: 'reference',
  job: 'job title',
  name: 'name',
  email: 'email',
  phone: 'phone',
  time: 'time',
  fileName: 'file name',
  size: 'file size',
  sha256: 'checksum of the file',
  answersSha256: 'answers',
  keyId: 'key',
}
