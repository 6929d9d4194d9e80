import * as z from 'zod'
import { keysOf } from './records.ts'

/** Stable codes of all errors, and the HTTP status of each. */
export const ERROR_STATUS = {
  invalid_request: 400,
  resume_missing: 400,
  resume_empty: 400,
  password_wrong: 400,
  password_weak: 400,
  code_wrong: 400,
  // Not 408: a browser would silently send the form again, as slowly, and never show the response.
  too_slow: 400,
  receipt_refused: 400,
  passkey_refused: 400,
  sign_in_ended: 400,
  unauthorized: 401,
  setup_closed: 403,
  setup_token_wrong: 403,
  cross_site: 403,
  forbidden: 403,
  second_factor_needed: 403,
  single_sign_on_only: 403,
  confirmation_needed: 403,
  token_not_accepted: 403,
  scope_needed: 403,
  not_found: 404,
  resume_not_found: 404,
  username_taken: 409,
  last_owner: 409,
  last_factor: 409,
  not_linked: 409,
  identity_linked: 409,
  last_way_in: 409,
  too_many_identities: 409,
  passkey_known: 409,
  too_many_passkeys: 409,
  job_closed: 409,
  questions_changed: 409,
  changed_meanwhile: 409,
  undo_expired: 409,
  already_undone: 409,
  legal_hold: 409,
  idempotency_key_reused: 409,
  too_large: 413,
  wrong_type: 415,
  wrong_host: 421,
  infected: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const

/** Stable code of an error. */
export type ErrorCode = keyof typeof ERROR_STATUS

/** Codes whose message an applicant can act on: a form shows it instead of its general text. */
export const ACTIONABLE_ERRORS: readonly string[] = [
  'resume_missing',
  'resume_empty',
  'receipt_refused',
  'job_closed',
  'questions_changed',
  'too_large',
  'wrong_type',
  'wrong_host',
  'infected',
  'too_slow',
  'too_many_requests',
  'unavailable',
] satisfies ErrorCode[]

/** Body of every error response. */
export const errorSchema = z.strictObject({
  message: z.string(),
  code: z.enum(keysOf(ERROR_STATUS)),
  issues: z
    .array(z.strictObject({ path: z.string(), message: z.string() }))
    .optional()
    .describe('One entry per refused field'),
  current: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('With changed_meanwhile: the stored state, in the form of the read response'),
  since: z
    .array(z.record(z.string(), z.unknown()))
    .optional()
    .describe('With changed_meanwhile of an application: what others did, as in its history, newest first'),
})

/** Body of every error response. */
export type ErrorBody = z.output<typeof errorSchema>
