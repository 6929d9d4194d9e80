import type { ErrorBody, ErrorCode } from '../../contract/error.ts'

/** A non-OK answer. The message is `<status>: <body or status text>`, which the retry rules read (`spec.md` section 8). */
export class ApiError extends Error {
  readonly status: number
  /** Stable code of our own JSON errors; undefined for anything else. */
  readonly code: string | undefined
  /** Words of our own JSON errors, fit to be shown to a person. */
  readonly serverMessage: string | undefined
  /** What is stored now, where a change was refused because it was made to an earlier version. */
  readonly current: unknown

  /**
   * @param status HTTP status of the answer
   * @param body text of the answer, possibly empty
   * @param statusText used where the body is empty
   */
  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`)
    this.name = 'ApiError'
    this.status = status
    const error = readErrorBody(body)
    this.code = error?.code
    this.serverMessage = error?.message
    this.current = error?.current
  }
}

const WRONG_HOST: ErrorCode = 'wrong_host'

/** The server's words where it is not set up for the address in the browser: its operator has to hear of it. */
export function wrongHostMessage(error: Error | null): string | undefined {
  return error instanceof ApiError && error.code === WRONG_HOST ? error.serverMessage : undefined
}

/**
 * Lets an OK answer through.
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
