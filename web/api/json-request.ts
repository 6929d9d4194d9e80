import { raiseUnlessOk } from './api-error.ts'
import { sendAuthorized } from './send-authorized.ts'

/** What a JSON request may carry. */
export type JsonRequestOptions = {
  /** Sent as JSON when present. */
  body?: unknown
  /** Bearer token of the signed-in admin. */
  token?: string | null
  headers?: Record<string, string>
  signal?: AbortSignal
}

/**
 * Sends a JSON request with credentials and an optional bearer token.
 * @returns the parsed response; undefined without a body
 * @throws ApiError for a non-OK response, TypeError when the network fails
 */
export async function jsonRequest<ResponseBody>(
  method: string,
  url: string,
  { body, token, headers, signal }: JsonRequestOptions = {},
): Promise<ResponseBody> {
  const response = await sendAuthorized(token, (current) =>
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
  return (text === '' ? undefined : JSON.parse(text)) as ResponseBody
}

/** The `Authorization` header of a signed-in admin; empty without a token. */
export function bearer(token: string | null | undefined): Record<string, string> {
  return token ? { Authorization: `Bearer ${token}` } : {}
}
