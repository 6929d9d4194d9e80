import type { ErrorBody, ErrorCode } from '../../contract/wire/error.ts'

/** A non-OK response. The message is `<status>: <body or status text>`, which the retry rules read. */
export class ApiError extends Error {
  readonly status: number
  /** Stable code of our own JSON errors; undefined for anything else. */
  readonly code: string | undefined
  /** Words of our own JSON errors, fit to be shown to a person. */
  readonly serverMessage: string | undefined
  /** The stored version, if a change was refused because it was based on an older one. */
  readonly current: unknown
  /** The refused fields of our own JSON errors. */
  readonly issues: NonNullable<ErrorBody['issues']>

  /**
   * @param status HTTP status of the response
   * @param body text of the response, possibly empty
   * @param statusText used if the body is empty
   */
  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`)
    this.name = 'ApiError'
    this.status = status
    const error = readErrorBody(body)
    this.code = error?.code
    this.serverMessage = error?.message
    this.current = error?.current
    this.issues = error?.issues ?? []
  }
}

/** A request that the person gave up, who was asked to confirm it: nothing went wrong. */
export class GivenUpError extends ApiError {}

const WRONG_HOST: ErrorCode = 'wrong_host'

/** The server's message if it is not configured for the address in the browser. */
export function wrongHostMessage(error: Error | null): string | undefined {
  return error instanceof ApiError && error.code === WRONG_HOST ? error.serverMessage : undefined
}

/** What to tell a person about a failed request: what the server said, or that it did not respond. */
export function failureMessage(error: Error): string {
  const said = error instanceof ApiError ? error.serverMessage : undefined
  return said ?? 'The site cannot be reached. Please check your connection and try again.'
}

/** What the server refused, by the path of the field; empty where it was about none. */
export function refusedFields(error: Error | null): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(error.issues.map(({ path, message }) => [path, message]))
}

/**
 * Returns an OK response.
 * @throws ApiError for every other status
 */
export async function raiseUnlessOk(response: Response): Promise<Response> {
  if (response.ok) return response
  throw new ApiError(response.status, await response.text(), response.statusText)
}

function readErrorBody(body: string): Partial<ErrorBody> | undefined {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined
  } catch {
    return undefined
  }
}
