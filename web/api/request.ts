import { raiseUnlessOk } from './api-error.ts'

/**
 * The generic request helper: sends credentials, sets no headers, and sends the body only when it is a multipart form.
 * @param method HTTP verb
 * @param url address of the request
 * @param body sent only if it is a `FormData`
 * @returns the OK response
 * @throws ApiError for every other status, TypeError when the network fails
 */
export async function request(method: string, url: string, body?: unknown): Promise<Response> {
  const response = await fetch(url, {
    method,
    credentials: 'include',
    ...(body instanceof FormData && { body }),
  })
  return raiseUnlessOk(response)
}
