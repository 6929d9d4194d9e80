import type { Transaction } from 'kysely'
import type { ConsentOfApplication } from '../../../contract/personal-data/consents.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { recordActions } from '../audit/audit-queries.ts'

/** Notes that the applicant agrees, on all applications of the person, and records it. @param ids locked */
export async function giveConsent(
  trx: Transaction<Tables>,
  ids: readonly number[],
  { version, now }: { version: number; now: Date },
): Promise<void> {
  const given = { text_version: version, given_at: now.toISOString(), withdrawn_at: null }
  await trx
    .insertInto('consents')
    .values(ids.map((application_id) => ({ ...given, application_id })))
    .execute()
  await record(trx, ids, 'consent_given', now)
}

/** Withdraws every consent on some applications, and records it where there was one. @param ids locked */
export async function withdrawConsents(trx: Transaction<Tables>, ids: readonly number[], now: Date): Promise<void> {
  const withdrawn = await trx
    .updateTable('consents')
    .set({ withdrawn_at: now.toISOString() })
    .where('application_id', 'in', ids)
    .where('withdrawn_at', 'is', null)
    .returning('application_id')
    .execute()
  const concerned = new Set(withdrawn.map(({ application_id }) => application_id))
  await record(
    trx,
    ids.filter((id) => concerned.has(id)),
    'consent_withdrawn',
    now,
  )
}

/** The latest consent on an application, with its words; null where there never was one. */
export async function findConsent(db: Db, applicationId: number): Promise<ConsentOfApplication['consent']> {
  const row = await db
    .selectFrom('consents')
    .innerJoin('consent_texts', 'consent_texts.version', 'consents.text_version')
    .select(['consent_texts.version', 'consent_texts.text', 'consents.given_at', 'consents.withdrawn_at'])
    .where('consents.application_id', '=', applicationId)
    .orderBy('consents.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { version, text, given_at, withdrawn_at } = row
  return { version, text, at: given_at, withdrawnAt: withdrawn_at }
}

async function record(
  trx: Transaction<Tables>,
  ids: readonly number[],
  action: 'consent_given' | 'consent_withdrawn',
  now: Date,
): Promise<void> {
  await recordActions(
    trx,
    { by: null, now },
    ids.map((id) => ({ id, subject: 'application', event: { action } })),
  )
}
