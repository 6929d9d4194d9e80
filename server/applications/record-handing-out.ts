import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Account } from '../accounts/account-queries.ts'
import { recordAction } from '../audit/audit-queries.ts'
import { isDatabaseUnavailable } from '../database/constraints.ts'
import type { Tables } from '../database/tables.ts'

/**
 * Records that an admin gets the resume of an application. Reading goes on while the disk takes nothing more; the log
 * then has the entry instead.
 */
export async function recordHandingOut(
  db: Kysely<Tables>,
  { by, id, now }: { by: Account; id: number; now: Date },
  log: FastifyBaseLogger,
): Promise<void> {
  const event = { action: 'resume_handed_out' } as const
  await db
    .transaction()
    .execute((trx) => recordAction(trx, { by, now, id, subject: 'application', event }))
    .catch((error) => {
      if (!isDatabaseUnavailable(error)) throw error
      log.error({ account: by.id, application: id, ...event }, 'an entry of the audit trail could not be stored')
    })
}
