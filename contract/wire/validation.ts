import * as z from 'zod'
import { isInChosenYears, NO_DATE } from './chosen-instant.ts'
import { MAX_ID, MAXIMUM } from './limits.ts'
import { cleanLine, cleanText, firstCharacters, unixLines } from './text-rules.ts'

/** Messages of the generic validation layer, for schemas without a message. */
z.config({
  // The content policy of pages forbids code made from text, and browsers report even the attempt.
  jitless: 'document' in globalThis,
  customError: (issue) => {
    if (issue.input === undefined) return 'Required'
    if (issue.code === 'unrecognized_keys') return nameUnknownFields(issue.keys)
    if (issue.code === 'too_big' && issue.origin === 'string')
      return `Must be at most ${issue.maximum.toLocaleString('en-US')} characters`
    return 'Invalid input'
  },
})

/** Unknown fields that a refusal names, and characters of each name: a response is no larger than a page, whatever was sent. */
const UNKNOWN_FIELDS = { most: 10, nameLength: 60 } as const

function nameUnknownFields(names: readonly PropertyKey[]): string {
  const { most, nameLength } = UNKNOWN_FIELDS
  const named = names.slice(0, most).map((name) => firstCharacters(String(name), nameLength))
  const others = names.length - named.length
  return `Unknown field: ${named.join(', ')}${others > 0 ? ` and ${others.toLocaleString('en-US')} more` : ''}`
}

/** A stored id, as a number. */
export const idSchema = z.int().min(1).max(MAX_ID)

/** A stored id, as text in a path or a form field. */
export const idTextSchema = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(idSchema)

/** A whole number from 1 on, as text in a query. @param most the greatest one */
export function numberTextSchema(most: number) {
  const error = `Must be a whole number from 1 to ${most}`
  return z
    .string({ error })
    .regex(/^[1-9]\d{0,9}$/, { error })
    .transform(Number)
    .pipe(z.int().max(most, { error }))
}

/** Path parameters of every route with an id. */
export const idParamsSchema = z.strictObject({ id: idTextSchema })

/** Version of a stored row: 1 for a new row, plus one for each change. */
export const versionSchema = z.int().min(1).max(MAX_ID).describe('Starts at 1 and grows by one with each change')

/** The version that the author of a change has read (`docs/decisions/0043`). */
export const readVersionSchema = versionSchema
  .optional()
  .describe(
    'The version that was read. When a newer posting is stored, or when the same field of an application was changed ' +
      'since, nothing changes and the response is 409 changed_meanwhile',
  )

/** What belongs to a change without being one. */
const BESIDE_CHANGES = ['version', 'interviews']

/** Whether a body names a field to change; `version` is none, nor is what happens to interviews. */
export function namesChange(body: object): boolean {
  return Object.keys(body).some((field) => !BESIDE_CHANGES.includes(field))
}

/** An instant, ISO 8601 in UTC. */
export const instantSchema = z.iso.datetime()

/** Characters of an instant with nanoseconds, the longest form. */
const LONGEST_INSTANT = 30

/** An instant that a person chooses, such as an interview's; normalised to milliseconds. */
export const chosenInstantSchema = z.iso
  .datetime({ error: NO_DATE, abort: true })
  .max(LONGEST_INSTANT, { error: NO_DATE, abort: true })
  .refine(isInChosenYears, NO_DATE)
  .transform((text) => new Date(text).toISOString())

/** Headers of a create that clients may retry. */
export const idempotencyHeadersSchema = z.object({
  'idempotency-key': z.string().min(1).max(MAXIMUM.idempotencyKey).optional(),
})

/**
 * A required text. A text that is too long gets the message with its limit.
 * @param message shown for every other fault
 */
export function textOr(message: string) {
  return z.string({ error: ({ code }: { code: string }) => (code === 'too_big' ? undefined : message) })
}

/**
 * One required line.
 * @param message shown when it is empty
 * @param maximum characters
 */
export function requiredLine(message: string, maximum: number) {
  return textOr(message).overwrite(cleanLine).min(1, message).max(maximum)
}

/** A required text of several lines; otherwise like {@link requiredLine}. */
export function requiredText(message: string, maximum: number) {
  return textOr(message).overwrite(cleanText).trim().min(1, message).max(maximum)
}

/**
 * One optional line; an absent and an empty line are both stored as null.
 * @param maximum characters
 */
export function optionalLine(maximum: number) {
  return optional(z.string().overwrite(cleanLine).max(maximum))
}

/** An optional text of several lines, with a line end as one character; otherwise like {@link optionalLine}. */
export function optionalText(maximum: number) {
  return optional(z.string().overwrite(unixLines).overwrite(cleanText).trim().max(maximum))
}

/** An optional value; an absent one and an empty text are both stored as null. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((given) => (given === '' ? null : (given ?? null)))
}
