import { StoreFault } from '../file-store.ts'
import { LASTING_REASONS, MISSING_FOLDER, PASSING_REASONS, REFUSED_ACCOUNT, REFUSED_SIGN_IN } from './drive-reasons.ts'
import type { DriveCredentials } from './drive-settings.ts'

/** The refusal of Google, or the failure of the connection. */
type Refusal = {
  /** HTTP status; undefined without a response. */
  status: number | undefined
  /** The reason in Google's response, or the system's error code without a response. */
  reason: string | undefined
}

/**
 * Explains an error of Google in words that say what to do. Nothing else of the error is passed on: it holds tokens, and
 * the response may hold names of people and files.
 * @param error of the client library
 * @param signIn the kind of sign-in, since Google refuses both with the same reason
 */
export function driveFault(error: unknown, signIn: DriveCredentials['kind']): StoreFault {
  if (error instanceof StoreFault) return error
  const { status, reason } = refusalOf(error)
  if (status === undefined) return unreachable(reason)
  const lasting = lastingReason(status, reason, signIn)
  const mark = reason ? `${status} ${reason}` : `${status}`
  if (lasting) return new StoreFault(`${lasting} (${mark})`, { isPermanent: true })
  return new StoreFault(`Google cannot take the request for the time being (${mark})`, { isPermanent: false })
}

/** HTTP status of the response; undefined without one. */
function statusOf(error: unknown): number | undefined {
  return (error as { response?: { status?: number } } | null)?.response?.status
}

function lastingReason(status: number, reason = '', signIn: DriveCredentials['kind']): string | undefined {
  if (PASSING_REASONS.has(reason)) return undefined
  if (reason === 'invalid_grant') return REFUSED_SIGN_IN[signIn]
  const explanation = LASTING_REASONS.get(reason)
  if (explanation) return explanation
  if (status === 401) return REFUSED_ACCOUNT
  if (status === 404) return MISSING_FOLDER
  // A success that cannot be read, because it is too long, does not come from Google.
  const passes = status < 300 || status >= 500 || status === 408 || status === 429
  return passes ? undefined : 'Google refuses the request'
}

function unreachable(code: string | undefined): StoreFault {
  const message =
    code === 'TimeoutError' || code === 'AbortError'
      ? 'Google did not respond in time'
      : `Google cannot be reached (${code ?? 'no response'})`
  return new StoreFault(message, { isPermanent: false })
}

function refusalOf(error: unknown): Refusal {
  const status = statusOf(error)
  if (status === undefined) {
    const { code, name } = error as { code?: unknown; name?: unknown }
    return { status, reason: word(code) ?? word(name) }
  }
  return { status, reason: reasonIn((error as { response: { data?: unknown } }).response.data) }
}

/** Google's two forms: `{error: {errors: [{reason}], details: [{reason}]}}`, and `{error}` of the token endpoint. */
function reasonIn(body: unknown): string | undefined {
  const { error } = objectIn(body) as { error?: unknown }
  if (typeof error !== 'object' || error === null) return word(error)
  const { errors, details } = error as { errors?: { reason?: unknown }[]; details?: { reason?: unknown }[] }
  const reasons = [...(details ?? []), ...(errors ?? [])].map(({ reason }) => word(reason))
  return reasons.find((reason = '') => LASTING_REASONS.has(reason)) ?? reasons.find(Boolean)
}

/** The object in a body, which is text where a stream was asked for; an empty one where the body holds none. */
export function objectIn(body: unknown): object {
  try {
    const value: unknown = typeof body === 'string' ? JSON.parse(body) : body
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** Only text that looks like an identifier gets into a message. */
function word(value: unknown): string | undefined {
  return typeof value === 'string' && /^\w{1,60}$/.test(value) ? value : undefined
}
