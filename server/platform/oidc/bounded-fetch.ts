import type { CustomFetch } from 'openid-client'

/** Largest response that is read, in bytes: keys and metadata of real providers have 1 to 30 kB. */
const LARGEST_RESPONSE = 256 * 1024

/**
 * Makes the requests of one exchange. Redirects are not followed, a larger response is cut off, and all requests together end
 * with the deadline.
 */
export function boundedFetch(deadline: AbortSignal): CustomFetch {
  return async (url, { signal, ...options }) => {
    const signals = signal ? [signal, deadline] : [deadline]
    const response = await fetch(url, { ...(options as RequestInit), signal: AbortSignal.any(signals) })
    const body = await readBounded(response)
    const { status, headers } = response
    // A status such as 204 may have no body, not even an empty one.
    return new Response(body.length === 0 ? null : body, { status, headers })
  }
}

async function readBounded(response: Response): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    // Leaving the loop cancels the body.
    if (length > LARGEST_RESPONSE) throw new Error('the response of the provider is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
