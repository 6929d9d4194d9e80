import { type QueryFunctionContext, replaceEqualDeep } from '@tanstack/react-query'
import { raiseUnlessOk } from './api-error.ts'
import { bearer } from './json-request.ts'
import { sendSignedIn } from './send-signed-in.ts'

/** Tags of the answers that queries hold. They go with the data: changed data have none, and are read afresh. */
const tags = new WeakMap<object, string>()

/** What a query is told when it is to read. */
type Reading = Pick<QueryFunctionContext, 'client' | 'queryKey' | 'signal'>

/**
 * Reads an address again for a query. Where the server says that nothing has changed, the answer is the object that the
 * query holds already, so that nothing is drawn again. No cache of the browser takes part: these answers are of
 * applicants.
 * @param isByCookie the cookie beside the token authorises the call, and no bearer is sent
 * @param read makes the data of a query out of an answer that is OK
 * @throws ApiError for a non-OK answer, TypeError when the network fails
 */
export async function readChanges<Data>(
  { client, queryKey, signal }: Reading,
  url: string,
  {
    token,
    isByCookie = false,
    read,
  }: { token?: string | null; isByCookie?: boolean; read: (response: Response) => Promise<Data> },
): Promise<Data> {
  const known = client.getQueryData<Data>(queryKey)
  const tag = tagOf(known)
  const response = await sendSignedIn(token, (current) =>
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
  if (response.status === 304 && known !== undefined) return known
  const data = await read(await raiseUnlessOk(response))
  remember(data, response.headers.get('ETag'))
  return data
}

/** For `structuralSharing` of such a query: what is equal stays the same object, and the tag stays with it. */
export function shareWithTag(before: unknown, after: unknown): unknown {
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
