import { raiseUnlessOk } from './api-error.ts'
import { sendSignedIn } from './send-signed-in.ts'

/** What a JSON call may carry. */
export type JsonRequestOptions = {
  /** Sent as JSON when present. */
  body?: unknown
  /** Bearer token of the signed-in admin. */
  token?: string | null
  headers?: Record<string, string>
  signal?: AbortSignal
}

/**
 * One call with JSON in and JSON out, with credentials and, where given, a bearer token.
 * @returns the parsed answer; undefined where it has no body
 * @throws ApiError for a non-OK answer, TypeError when the network fails
 */
export async function jsonRequest<Answer>(
  method: string,
  url: string,
  { body, token, headers, signal }: JsonRequestOptions = {},
): Promise<Answer> {
  const response = await sendSignedIn(token, (current) =>
    fetch(url, {
      method,
      credentials: 'include',
      headers: {
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...bearer(current),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }),
  )
  const text = await (await raiseUnlessOk(response)).text()
  return (text === '' ? undefined : JSON.parse(text)) as Answer
}

/** The header that says who is calling; nothing when nobody is signed in. */
export function bearer(token: string | null | undefined): Record<string, string> {
  return token ? { Authorization: `Bearer ${token}` } : {}
}
