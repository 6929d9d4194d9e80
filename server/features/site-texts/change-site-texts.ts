import type { Kysely } from 'kysely'
import { notifyProcesses } from '../../platform/database/notifications.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { changedMeanwhile } from '../../platform/http/request-error.ts'
import { type Action, recordAction } from '../audit/audit-queries.ts'
import type { builtInTexts } from './built-in-texts.ts'
import { readSiteTexts, SITE_TEXTS_CHANGED, type StoredSiteTexts, saveSiteTexts } from './site-text-queries.ts'

/** What a change of the texts needs. */
export type SiteTextContext = {
  db: Kysely<Tables>
  /** Shown beside the stored ones. */
  builtIn: ReturnType<typeof builtInTexts>
  /** Called once the change is committed; other processes get {@link SITE_TEXTS_CHANGED}. */
  onSaved: () => void
}

/** The texts as an owner edits them. */
export type EditedSiteTexts = StoredSiteTexts & Pick<SiteTextContext, 'builtIn'>

/**
 * Stores the texts, and records that they were changed.
 * @param version the version that the admin has read; null when none was stored
 * @throws {RequestError} `changed_meanwhile` when another version is stored
 */
export async function changeSiteTexts(
  { db, builtIn, onSaved }: SiteTextContext,
  { by, now }: Omit<Action, 'id'>,
  { texts, version }: StoredSiteTexts,
): Promise<EditedSiteTexts> {
  const saved = await db.transaction().execute(async (trx) => {
    const newVersion = await saveSiteTexts(trx, texts, version)
    if (newVersion === undefined) throw changedMeanwhile({ ...(await readSiteTexts(trx)), builtIn })
    await recordAction(trx, { by, now, id: by.id, subject: 'account', event: { action: 'site_texts_changed' } })
    await notifyProcesses(trx, SITE_TEXTS_CHANGED)
    return { texts, version: newVersion, builtIn }
  })
  onSaved()
  return saved
}
