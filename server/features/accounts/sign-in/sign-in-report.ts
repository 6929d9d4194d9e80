import { isIP } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/tables.ts'
import { type CallerHash, clientNetwork } from '../../../platform/http/client-address.ts'
import type { SignInAttempt } from './sign-in-limit.ts'

/** Characters of a name's hash in the log: enough to tell names apart, too few to be anything else's hash. */
const NAME_HASH_LENGTH = 16

/** Why a sign-in was refused. */
type Refusal = 'wrong_password' | 'unknown_username' | 'too_many'

/** What the figures count: how a password was found, or that one account is guessed at from many networks. */
export type SignInEvent = 'accepted' | Refusal | 'alarm'

/** Tells the log, and whoever measures, of sign-ins. */
export type SignInReport = {
  accepted(): void
  refused(attempt: SignInAttempt, reason: Refusal): Promise<void>
  /** Raises the alarm: one account gets wrong passwords from so many networks. */
  alarm(account: number, networks: number): void
  /** Hands every event to a listener, in place of the one before. */
  tell(listener: (event: SignInEvent) => void): void
}

declare module 'fastify' {
  interface FastifyInstance {
    /** What became of sign-ins, for the figures. */
    signIns?: SignInReport
  }
}

/**
 * Makes the report. `deploy/fail2ban/filter.d/wellhead.conf` reads the line of a refusal: its message and the order of
 * its fields are fixed. The name is hashed under the installation's secret, so that no caller can write into the log.
 */
export function createSignInReport({
  db,
  hash,
  log,
}: {
  db: Kysely<Tables>
  hash: CallerHash
  log: FastifyBaseLogger
}): SignInReport {
  let listener: (event: SignInEvent) => void = () => undefined
  return {
    accepted: () => listener('accepted'),
    refused: async ({ address, username }, reason) => {
      listener(reason)
      const name = (await hash(db, 'username', username)).slice(0, NAME_HASH_LENGTH)
      log.warn({ network: networkForLog(address), name, reason }, 'sign-in refused')
    },
    alarm: (account, networks) => {
      listener('alarm')
      log.error({ account, networks }, 'wrong passwords for one account come from many networks')
    },
    tell: (to) => {
      listener = to
    },
  }
}

/** A proxy may forward any text; what is no address is not written into the log. */
function networkForLog(address: string): string {
  const network = clientNetwork(address)
  return isIP(network.split('/', 1).join()) === 0 ? 'unknown' : network
}
