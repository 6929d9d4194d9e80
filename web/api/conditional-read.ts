import { type QueryFunctionContext, replaceEqualDeep } from '@tanstack/react-query'
import { raiseUnlessOk } from './api-error.ts'
import { bearer } from './json-request.ts'
import { sendAuthorized } from './send-authorized.ts'

/** ETags of cached responses, by their data: locally changed data have none and are read in full. */
const tags = new WeakMap<object, string>()

/** The part of a query function's context that a read needs. */
type Reading = Pick<QueryFunctionContext, 'client' | 'queryKey' | 'signal'>

/**
 * Reads an address for a query with `If-None-Match`. After a 304 it returns the cached object, so that nothing renders
 * again. The browser's own cache stores none of these responses: they hold personal data.
 * @param isByCookie the cookie authorises the request, and no bearer token is sent
 * @param read turns an OK response into the query's data
 * @throws ApiError for a non-OK response, TypeError when the network fails
 */
export async function conditionalRead<Data>(
  { client, queryKey, signal }: Reading,
  url: string,
  {
    token,
    isByCookie = false,
    read,
  }: { token?: string | null; isByCookie?: boolean; read: (response: Response) => Promise<Data> },
): Promise<Data> {
  const cached = client.getQueryData<Data>(queryKey)
  const tag = tagOf(cached)
  const response = await sendAuthorized(token, (current) =>
    fetch(url, {
      credentials: 'include',
      headers: {
        Accept: 'application/json',
        ...(!isByCookie && bearer(current)),
        ...(tag && { 'If-None-Match': tag }),
      },
      signal,
    }),
  )
  if (response.status === 304 && cached !== undefined) return cached
  const data = await read(await raiseUnlessOk(response))
  remember(data, response.headers.get('ETag'))
  return data
}

/** For `structuralSharing` of such a query: equal data stays the same object and retains its ETag. */
export function shareWithETag(before: unknown, after: unknown): unknown {
  const shared = replaceEqualDeep(before, after)
  remember(shared, tagOf(after) ?? null)
  return shared
}

function tagOf(data: unknown): string | undefined {
  return isObject(data) ? tags.get(data) : undefined
}

function remember(data: unknown, tag: string | null): void {
  if (isObject(data) && tag !== null) tags.set(data, tag)
}

function isObject(data: unknown): data is object {
  return typeof data === 'object' && data !== null
}
