import type { EventEmitter } from 'node:events'
import { isIP } from 'node:net'
import { clientNetwork } from '../../../platform/http/client-address.ts'
import type { Services } from '../../feature.ts'

/** Hexadecimal digits of a username's hash in the log: enough to tell names apart, too few to match another hash. */
const NAME_HASH_LENGTH = 16

/** The address of a caller and the username it sends, whether or not an account has it. */
export type SignInAttempt = { address: string; username: string }

/** Why a sign-in is refused. */
export type Refusal = 'wrong_password' | 'unknown_username' | 'wrong_code' | 'wrong_passkey' | 'too_many'

/** What the metrics count. `alarm`: many networks guess at one account. */
export type SignInEvents = EventEmitter<{ accepted: []; refused: [reason: Refusal]; alarm: [] }>

declare module '../../feature.ts' {
  interface Services {
    signInEvents: SignInEvents
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    signInEvents?: SignInEvents
  }
}

/** Counts a right password, once its session is stored. */
export function reportAccepted({ signInEvents }: Pick<Services, 'signInEvents'>): void {
  signInEvents.emit('accepted')
}

/**
 * Counts and logs a refused sign-in. `deploy/fail2ban/filter.d/wellhead.conf` reads the log line: its message and the order
 * of its fields are fixed. The username is hashed, so that no caller can write into the log.
 */
export async function reportRefused(
  { db, hash, log, signInEvents }: Pick<Services, 'db' | 'hash' | 'log' | 'signInEvents'>,
  { address, username }: SignInAttempt,
  reason: Refusal,
): Promise<void> {
  signInEvents.emit('refused', reason)
  const name = (await hash(db, 'username', username)).slice(0, NAME_HASH_LENGTH)
  log.warn({ network: networkForLog(address), name, reason }, 'sign-in refused')
}

/** Raises the alarm: one account gets wrong passwords from so many networks. */
export function reportAlarm(
  { log, signInEvents }: Pick<Services, 'log' | 'signInEvents'>,
  account: number,
  networks: number,
): void {
  signInEvents.emit('alarm')
  log.error({ account, networks }, 'wrong passwords for one account come from many networks')
}

/** A proxy may forward any text; only an address is written into the log. */
function networkForLog(address: string): string {
  const network = clientNetwork(address)
  return isIP(network.split('/', 1).join()) === 0 ? 'unknown' : network
}
