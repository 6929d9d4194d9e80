import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { CallerHash } from '../../../platform/http/client-address.ts'
import { createGuessedAccounts, type GuessedAccounts } from './guessed-accounts.ts'
import { createKnownNetworks, type KnownNetworks } from './known-networks.ts'
import { createSignInLimit, type SignInLimit } from './sign-in-limit.ts'
import { createSignInReport, type SignInReport } from './sign-in-report.ts'

/** All that stands between a guesser and the check of a password (`docs/decisions/0039`). */
export type SignInGuard = {
  limit: SignInLimit
  networks: KnownNetworks
  guesses: GuessedAccounts
  report: SignInReport
}

/** Puts the guard of an installation together. */
export function createSignInGuard(parts: {
  db: Kysely<Tables>
  clock: Clock
  hash: CallerHash
  log: FastifyBaseLogger
}): SignInGuard {
  return {
    limit: createSignInLimit(parts),
    networks: createKnownNetworks(parts),
    guesses: createGuessedAccounts(parts),
    report: createSignInReport(parts),
  }
}
