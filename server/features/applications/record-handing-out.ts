import type { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { isDatabaseUnavailable } from '../../platform/database/constraints.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Account } from '../accounts/account-queries.ts'
import { recordAction } from '../audit/audit-queries.ts'

/**
 * Records that an admin gets the resume of an application. Reading goes on while the disk takes nothing more; the log
 * then has the entry instead.
 * @param content the opened file, which is closed when it must not be handed out
 */
export async function recordHandingOut(
  db: Kysely<Tables>,
  { by, id, now }: { by: Account; id: number; now: Date },
  content: Readable,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<void> {
  // A file that fails while nobody listens yet would end the process; whoever sends it finds it failed.
  content.on('error', () => undefined)
  const event = { action: 'resume_handed_out' } as const
  await db
    .transaction()
    .execute((trx) => recordAction(trx, { by, now, id, subject: 'application', event }))
    .catch((error) => {
      if (!isDatabaseUnavailable(error)) {
        content.destroy()
        throw error
      }
      log.error({ account: by.id, application: id, ...event }, 'an entry of the audit trail could not be stored')
    })
}
