import * as z from 'zod'

/** Stable names of everything that can go wrong, and the HTTP status each is answered with. */
export const ERROR_STATUS = {
  invalid_request: 400,
  resume_missing: 400,
  resume_empty: 400,
  password_wrong: 400,
  password_weak: 400,
  // Not 408: a browser would send the form again by itself, as slowly, and never show the answer.
  too_slow: 400,
  unauthorized: 401,
  setup_closed: 403,
  setup_token_wrong: 403,
  cross_site: 403,
  not_found: 404,
  resume_not_found: 404,
  username_taken: 409,
  job_closed: 409,
  changed_meanwhile: 409,
  idempotency_key_reused: 409,
  too_large: 413,
  wrong_type: 415,
  wrong_host: 421,
  infected: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const

/** Stable name of something that went wrong. */
export type ErrorCode = keyof typeof ERROR_STATUS

/** Codes whose message tells an applicant something to act on, so that a form shows it instead of its general words. */
export const ACTIONABLE_ERRORS: readonly string[] = [
  'resume_missing',
  'resume_empty',
  'job_closed',
  'too_large',
  'wrong_type',
  'wrong_host',
  'infected',
  'too_slow',
  'too_many_requests',
  'unavailable',
] satisfies ErrorCode[]

/** Body of every answer that is not a success. */
export const errorSchema = z.strictObject({
  message: z.string(),
  code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
  issues: z
    .array(z.strictObject({ path: z.string(), message: z.string() }))
    .optional()
    .describe('One entry for each field that was refused'),
  current: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('With changed_meanwhile: what is stored now, as reading it answers'),
})

/** Body of every answer that is not a success. */
export type ErrorBody = z.output<typeof errorSchema>
