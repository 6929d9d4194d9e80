import type { Transaction } from 'kysely'
import { LEGAL_PAGES, type PageTexts, type SiteTexts, siteTextsSchema } from '../../../contract/site-texts.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { readStoredFields } from '../../platform/read-stored-fields.ts'

/** The texts as they apply, and the version of the stored ones; null while all are defaults. */
export type StoredSiteTexts = { texts: SiteTexts; version: number | null }

/** Topic of the notification that texts of the site have changed. */
export const SITE_TEXTS_CHANGED = 'site-texts-changed'

/**
 * Reads the texts. One that is not stored, or that this version of the program cannot read, has its default.
 * @param onUnreadable is told which cannot be read
 */
export async function readSiteTexts(db: Db, onUnreadable?: (fields: string[]) => void): Promise<StoredSiteTexts> {
  const row = await db.selectFrom('site_texts').select(['texts', 'version']).executeTakeFirst()
  const { value, unreadable } = readStoredFields(siteTextsSchema, row?.texts)
  if (unreadable.length > 0) onUnreadable?.(unreadable)
  return { texts: value, version: row?.version ?? null }
}

/**
 * Stores the texts.
 * @param readVersion the version that the admin has seen
 * @returns the new version; undefined when another request has stored texts since
 */
export async function saveSiteTexts(
  trx: Transaction<Tables>,
  texts: SiteTexts,
  readVersion: number | null,
): Promise<number | undefined> {
  const value = JSON.stringify(texts)
  if (readVersion === null) {
    const inserted = trx
      .insertInto('site_texts')
      .values({ id: 1, texts: value })
      .onConflict((conflict) => conflict.doNothing())
      .returning('version')
    return (await inserted.executeTakeFirst())?.version
  }
  const updated = trx
    .updateTable('site_texts')
    .set((update) => ({ texts: value, version: update('version', '+', 1) }))
    .where('version', '=', readVersion)
    .returning('version')
  return (await updated.executeTakeFirst())?.version
}

/** What every page gets: not the long texts, only whether there is a page for them. */
export function presentPageTexts({ privacy, terms, ...texts }: SiteTexts): PageTexts {
  const pages = { privacy, terms }
  return { ...texts, legalPages: LEGAL_PAGES.filter((page) => pages[page] !== '') }
}
