import type { IndexNowSettings } from './index-now-settings.ts'

/** Addresses that one request may have (indexnow.org/documentation). */
export const MOST_ADDRESSES = 10_000
/** For the whole exchange. */
const DEADLINE_MS = 10_000
/** Refusals that a later attempt may not get: timeout, too early, too many requests. */
const PASSING = [408, 425, 429]

/** The search engine refused an announcement; `isFinal` when repeating it is useless. */
export class IndexNowFault extends Error {
  readonly isFinal: boolean
  constructor(status: number) {
    super(`IndexNow responded ${status}`)
    this.isFinal = status >= 400 && status < 500 && !PASSING.includes(status)
  }
}

/**
 * Tells search engines that pages of one host were added, changed or removed.
 * @param addresses at least one, at most {@link MOST_ADDRESSES}
 * @throws {IndexNowFault} when they are refused; another error when the engine cannot be reached
 */
export async function announcePages({ url, key }: IndexNowSettings, addresses: [string, ...string[]]): Promise<void> {
  const { host, origin } = new URL(addresses[0])
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ host, key, keyLocation: `${origin}/${key}.txt`, urlList: addresses }),
    redirect: 'manual',
    signal: AbortSignal.timeout(DEADLINE_MS),
  })
  await response.body?.cancel()
  if (!response.ok) throw new IndexNowFault(response.status)
}
