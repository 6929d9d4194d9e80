import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '../../../contract/wire/error.ts'

/** A failed request, with a stable code; {@link ERROR_STATUS} gives its HTTP status. */
export class RequestError extends Error {
  readonly code: ErrorCode
  readonly issues: ErrorBody['issues']
  readonly current: ErrorBody['current']
  readonly since: ErrorBody['since']
  /** Seconds to wait before a retry, for the Retry-After header. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string, details: Partial<ErrorBody> & { retryAfter?: number } = {}) {
    super(message)
    this.name = 'RequestError'
    this.code = code
    this.issues = details.issues
    this.current = details.current
    this.since = details.since
    this.retryAfter = details.retryAfter
  }

  /** HTTP status of the response. */
  get status(): number {
    return ERROR_STATUS[this.code]
  }

  /** Body of the response. */
  toBody(): ErrorBody {
    const { message, code, issues, current, since } = this
    return { message, code, ...(issues && { issues }), ...(current && { current }), ...(since && { since }) }
  }
}

/** Nothing at this address is visible to the caller. */
export function notFound(message = 'Not found'): RequestError {
  return new RequestError('not_found', message)
}

/**
 * Another request has changed the same thing since it was read.
 * @param current the stored state, in the form of the read response
 * @param since what others did, as in a history, newest first
 */
export function changedMeanwhile(current: ErrorBody['current'], since?: ErrorBody['since']): RequestError {
  const message = 'This was changed after you read it, so nothing was done. Compare both and try again.'
  return new RequestError('changed_meanwhile', message, { current, ...(since && { since }) })
}

/** A reused idempotency key came with different content. */
export function idempotencyKeyReused(): RequestError {
  const message = 'This form was already sent with other content. Please reload the page and send it again.'
  return new RequestError('idempotency_key_reused', message)
}

/** Storage or database cannot accept a write now. */
export function unavailable(): RequestError {
  return new RequestError('unavailable', 'The service cannot store anything right now. Please try again in a minute.', {
    retryAfter: 60,
  })
}

/**
 * A caller has used up what it may do in some time.
 * @param reason a sentence that says what it sent too often
 * @param waitMs how long it has to wait, in milliseconds
 */
export function tooManyRequests(reason: string, waitMs: number): RequestError {
  const retryAfter = Math.ceil(waitMs / 1000)
  return new RequestError('too_many_requests', `${reason} Please try again in ${wordsOf(retryAfter)}.`, { retryAfter })
}

function wordsOf(seconds: number): string {
  if (seconds <= FEW_SECONDS) return 'a few seconds'
  if (seconds < 60) return `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  if (minutes > MANY_MINUTES) return `${Math.ceil(minutes / 60)} hours`
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}

/** Too few to count. */
const FEW_SECONDS = 5

/** From here on hours say it better. */
const MANY_MINUTES = 120
