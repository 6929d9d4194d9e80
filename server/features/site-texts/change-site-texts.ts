import type { Kysely } from 'kysely'
import type { ChangedSiteTexts } from '../../../contract/site/site-texts.ts'
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
 * Stores some of the texts, and records that they were changed. A repeated change finds nothing to do, and succeeds.
 * @param version the version that the admin has read; null when none was stored
 * @returns all texts
 * @throws {RequestError} `changed_meanwhile` when another version is stored
 */
export async function changeSiteTexts(
  { db, builtIn, onSaved }: SiteTextContext,
  { by, now }: Omit<Action, 'id'>,
  { texts, version }: ChangedSiteTexts,
): Promise<EditedSiteTexts> {
  const stored = await db.transaction().execute(async (trx) => {
    const outcome = await saveSiteTexts(trx, texts, version)
    const after = { ...(await readSiteTexts(trx)), builtIn }
    if (outcome === 'outdated') throw changedMeanwhile(after)
    if (outcome === 'unchanged') return after
    await recordAction(trx, { by, now, id: by.id, subject: 'account', event: { action: 'site_texts_changed' } })
    await notifyProcesses(trx, SITE_TEXTS_CHANGED)
    return after
  })
  onSaved()
  return stored
}
