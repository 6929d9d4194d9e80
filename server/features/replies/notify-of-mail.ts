import type { Transaction } from 'kysely'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { notify } from '../notices/notify.ts'

/** Tells the colleague who takes care of an application that mail has come back; without one, all who may write to its applicant. */
export async function notifyOfMail(
  trx: Transaction<Tables>,
  about: { kind: 'replied' | 'bounced'; applicationId: number; name: string; now: Date; publicUrl: string },
): Promise<void> {
  const { kind, applicationId, name, now, publicUrl } = about
  const to = await listCaring(trx, applicationId)
  await notify(trx, { kind, name, applications: [applicationId], to, by: null }, { now, publicUrl })
}

async function listCaring(db: Db, applicationId: number): Promise<number[]> {
  const application = await db
    .selectFrom('applications')
    .leftJoin('accounts', (join) =>
      join.onRef('accounts.id', '=', 'assignee_id').on('accounts.deactivated_at', 'is', null),
    )
    .select(['job_id', 'quarantined', 'accounts.id as caring'])
    .where('applications.id', '=', applicationId)
    .executeTakeFirst()
  // What is in quarantine is shown to nobody.
  if (application?.quarantined !== 0) return []
  if (application.caring !== null) return [application.caring]
  const writing = db
    .selectFrom('accounts')
    .select('id')
    .where('deactivated_at', 'is', null)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('role', '!=', 'hiring_manager'),
        exists(
          selectFrom('job_assignments')
            .select('job_id')
            .whereRef('account_id', '=', 'accounts.id')
            .where('job_id', '=', application.job_id)
            .where('decides', '=', 1),
        ),
      ]),
    )
  return (await writing.orderBy('id').execute()).map(({ id }) => id)
}
