import type { ServerResponse } from 'node:http'

/** A reply of the fake. */
export type Reply = { status: number; body?: unknown; headers?: Record<string, string> }

const STATUS_WORDS: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ALREADY_EXISTS',
  429: 'RESOURCE_EXHAUSTED',
}

/** Refusal in the form of the Drive API. */
export function apiRefusal(status: number, reason: string, message: string = reason): Reply {
  const errors = [{ domain: 'global', reason, message }]
  const word = STATUS_WORDS[status] ?? 'UNAVAILABLE'
  return { status, body: { error: { code: status, message, errors, status: word } } }
}

/** Refusal in the form of the token endpoint. */
export function tokenRefusal(status: number, error: string, description: string = error): Reply {
  return { status, body: { error, error_description: description } }
}

/** Sends a reply: bytes unchanged, anything else as JSON. */
export function send(response: ServerResponse, { status, body, headers = {} }: Reply): void {
  if (body === undefined || Buffer.isBuffer(body)) {
    response.writeHead(status, { ...(body ? { 'content-type': 'application/octet-stream' } : {}), ...headers })
    response.end(body)
    return
  }
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers })
  response.end(JSON.stringify(body))
}
