import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { recordAction } from '../audit/audit-queries.ts'
import { readDocument, saveDocument } from '../settings/document-queries.ts'
import { SIGN_IN_SETTINGS } from '../settings/documents.ts'

/** Lets everybody sign in with a password again: the way back of the operator. @returns false where everybody could */
export function endOnlyCompanyAccounts(db: Kysely<Tables>, now: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { value, version } = await readDocument(trx, SIGN_IN_SETTINGS)
    if (!value.singleSignOn.only) return false
    const singleSignOn = { ...value.singleSignOn, only: false }
    await saveDocument(trx, SIGN_IN_SETTINGS, { singleSignOn }, version)
    const event = { action: 'sign_in_settings_changed' } as const
    await recordAction(trx, { by: null, now, id: 0, subject: 'account', event })
    return true
  })
}
