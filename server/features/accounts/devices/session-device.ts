import type { FastifyRequest } from 'fastify'
import { cleanLine } from '../../../../contract/wire/text-rules.ts'

/** Characters that are kept of what a browser calls itself, and of an address that a proxy forwards. */
const MAXIMUM = { userAgent: 400, address: 100 }

/** What a session keeps of the request that started it. */
export type Device = { userAgent: string | null; address: string | null }

/** A session that no request started, such as one that a test makes. */
export const UNKNOWN_DEVICE: Device = { userAgent: null, address: null }

/** The facts of a request that a session keeps: cut, and without characters that nobody sees. */
export function deviceOf({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): Device {
  return {
    userAgent: shorten(headers['user-agent'] ?? '', MAXIMUM.userAgent),
    address: shorten(ip, MAXIMUM.address),
  }
}

function shorten(text: string, length: number): string | null {
  return cleanLine(text.slice(0, length)) || null
}

/** Names of browsers, by what is in their own words. Most call themselves Chrome or Safari too, so that those come last. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

/** Names of systems. Telephones name the system that theirs is made from too, so that theirs come first. */
const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** A browser and its system in words, such as `Firefox on Windows`, from what the browser calls itself. */
export function nameDevice(userAgent: string | null): string {
  const named = (names: readonly (readonly [string, string])[]) =>
    names.find(([part]) => userAgent?.includes(part))?.[1]
  const browser = named(BROWSERS) ?? 'Unknown browser'
  const system = named(SYSTEMS)
  return system === undefined ? browser : `${browser} on ${system}`
}
