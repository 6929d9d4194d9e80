import * as z from 'zod'
import { CHOSEN_YEARS, MAX_ID, MAXIMUM } from './limits.ts'
import { cleanLine, cleanText } from './text-rules.ts'

/** Words of the generic validation layer (`spec.md` section 5), used wherever a schema has no message of its own. */
z.config({
  // Pages forbid making code from text, and merely trying it is reported as a breach of their content policy.
  jitless: 'document' in globalThis,
  customError: (issue) => {
    if (issue.input === undefined) return 'Required'
    if (issue.code === 'unrecognized_keys') return `Unknown field: ${issue.keys.join(', ')}`
    if (issue.code === 'too_big' && issue.origin === 'string') return `Must be at most ${issue.maximum} characters`
    return 'Invalid input'
  },
})

/** A stored id, as a number. */
export const idSchema = z.int().min(1).max(MAX_ID)

/** A stored id, as it stands in a path or a form field. */
export const idTextSchema = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(idSchema)

/** Path parameters of every route on one thing. */
export const idParamsSchema = z.strictObject({ id: idTextSchema })

/** How often a thing was changed since it was stored, and one more. */
export const versionSchema = z.int().min(1).max(MAX_ID).describe('Starts at 1; one more with each change')

/** The version that the author of a change has read (`docs/decisions/0043`). */
export const readVersionSchema = versionSchema
  .optional()
  .describe(
    'As it was read; where another is stored by now, nothing is changed and the answer is 409 changed_meanwhile',
  )

/** Whether a body names anything to change; the version that was read is nothing. */
export function namesChange(body: object): boolean {
  return Object.keys(body).some((field) => field !== 'version')
}

/** An instant, ISO 8601 in UTC. */
export const instantSchema = z.iso.datetime()

/** The longest text that stands for an instant has nanoseconds. In characters. */
const LONGEST_INSTANT = 30
const NO_DATE = `Choose a date from ${CHOSEN_YEARS.first} to ${CHOSEN_YEARS.last}`

/** An instant that a person chooses, such as an interview's; kept to the millisecond, in one form. */
export const chosenInstantSchema = z.iso
  .datetime({ error: NO_DATE, abort: true })
  .max(LONGEST_INSTANT, { error: NO_DATE, abort: true })
  .refine(isInChosenYears, NO_DATE)
  .transform((text) => new Date(text).toISOString())

/** Headers of a create that may be retried. */
export const idempotencyHeadersSchema = z.object({
  'idempotency-key': z.string().min(1).max(MAXIMUM.idempotencyKey).optional(),
})

/**
 * A text that must be there; what is too long is told by its limit all the same.
 * @param message shown for everything else that is wrong
 */
export function textOr(message: string) {
  return z.string({ error: ({ code }: { code: string }) => (code === 'too_big' ? undefined : message) })
}

/**
 * One line that must be there.
 * @param message shown when it is empty
 * @param maximum characters
 */
export function requiredLine(message: string, maximum: number) {
  return textOr(message).overwrite(cleanLine).min(1, message).max(maximum)
}

/** A text of several lines that must be there; otherwise like {@link requiredLine}. */
export function requiredText(message: string, maximum: number) {
  return textOr(message).overwrite(cleanText).trim().min(1, message).max(maximum)
}

/**
 * One line that may be left out; nothing and an empty line are both stored as null.
 * @param maximum characters
 */
export function optionalLine(maximum: number) {
  return orNull(z.string().overwrite(cleanLine).max(maximum))
}

/** A text of several lines that may be left out; otherwise like {@link optionalLine}. */
export function optionalText(maximum: number) {
  return orNull(z.string().overwrite(cleanText).trim().max(maximum))
}

function orNull(text: z.ZodString) {
  return text.nullish().transform((given) => given || null)
}

function isInChosenYears(instant: string): boolean {
  const year = Number(instant.slice(0, 4))
  return year >= CHOSEN_YEARS.first && year <= CHOSEN_YEARS.last
}
