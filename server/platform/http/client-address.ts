import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import type { Db } from '../database/tables.ts'

/** HMAC of a text with the installation's secret, such as of a network that a limit counts. The first part names the use. */
export type KeyedHash = (db: Db, ...parts: string[]) => Promise<string>

/** Makes the hash function. It reads the secret from the database once, on first use. */
export function createKeyedHash(): KeyedHash {
  let secret: string | undefined
  return async (db, ...parts) => {
    secret ??= (await db.selectFrom('installation').select('secret').executeTakeFirstOrThrow()).secret
    return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex')
  }
}

/**
 * The network by which callers are counted: an IPv4 address in its plain form, and the /64 of an IPv6 address, within which
 * one household or machine chooses freely.
 * @param address of the connection, or forwarded by a trusted proxy; any other text is returned unchanged
 */
export function clientNetwork(address: string): string {
  const bare = withoutPort(address.trim()).split('%')[0] ?? ''
  if (isIP(bare) !== 6) return bare
  const groups = groupsOf(bare)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/**
 * The prefix by which the cost of requests is counted (budgets, fair queues, shares of tasks): an IPv4 address, or the /48
 * of an IPv6 address. Providers give one customer up to a /48, which has 65,536 of the networks that other limits count.
 */
export function customerPrefix(address: string): string {
  const network = clientNetwork(address)
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : network
}

/** Some proxies forward the port with the address. */
function withoutPort(address: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address
}

/** The eight groups of an IPv6 address. The URL parser normalises every form to hexadecimal. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const numbers = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  if (tail === undefined) return numbers(head)
  const [left, right] = [numbers(head), numbers(tail)]
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
}
