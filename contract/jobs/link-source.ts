import { LONGEST_SOURCE } from '../wire/limits.ts'
import { SOURCE_PARAMETER } from '../wire/paths.ts'

/** What may stand for a source, once it is in lower case. */
const SOURCE = /^[a-z0-9._-]+$/

/** The sources of links that this site itself hands out. A feed bears its own name. */
export const OWN_SOURCE = { api: 'api', alert: 'alert', embed: 'embed' } as const

/**
 * Reads a source as it is stored: in lower case, without outer spaces.
 * @returns null for what is no source; nobody's application fails for it
 */
export function readSource(given: unknown): string | null {
  const source = typeof given === 'string' ? given.trim().toLowerCase() : ''
  return source.length <= LONGEST_SOURCE && SOURCE.test(source) ? source : null
}

/** An address with its source. @param address without a source or a fragment, perhaps with a query */
export function withSource(address: string, source: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}${SOURCE_PARAMETER}=${source}`
}
