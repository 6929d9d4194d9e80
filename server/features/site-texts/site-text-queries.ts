import type { Transaction } from 'kysely'
import {
  type ChangedSiteTexts,
  DEFAULT_SITE_TEXTS,
  LEGAL_PAGES,
  type PageTexts,
  RETENTION_WITHOUT_MAIL,
  type SiteTexts,
  siteTextsSchema,
} from '../../../contract/site/site-texts.ts'
import { acquireLock } from '../../platform/database/row-locks.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { changeStoredFields, readStoredFields, type SaveOutcome } from '../../platform/stored-fields.ts'

/** The texts as they apply, and the version of the stored ones; null while all are defaults. */
export type StoredSiteTexts = { texts: SiteTexts; version: number | null }

/** Topic of the notification that texts of the site have changed. */
export const SITE_TEXTS_CHANGED = 'site-texts-changed'

/**
 * Reads the texts. One that is not stored, or that this version of the program cannot read, has its default.
 * @param onUnreadable is told which cannot be read
 */
export async function readSiteTexts(db: Db, onUnreadable?: (fields: string[]) => void): Promise<StoredSiteTexts> {
  const row = await findRow(db)
  const { value, unreadable } = readStoredFields(siteTextsSchema, DEFAULT_SITE_TEXTS, row?.texts)
  if (unreadable.length > 0) onUnreadable?.(unreadable)
  return { texts: value, version: row?.version ?? null }
}

/**
 * Stores some of the texts; the others stay as stored, also those that this version of the program cannot read.
 * @param readVersion the version that the admin has seen
 * @returns `unchanged` when they are stored already, `outdated` when another request has stored others since
 */
export async function saveSiteTexts(
  trx: Transaction<Tables>,
  changes: ChangedSiteTexts['texts'],
  readVersion: number | null,
): Promise<SaveOutcome> {
  // A repeated change finds the first one done, also where both have come at once.
  await acquireLock(trx, 'site-texts')
  const row = await findRow(trx)
  const texts = changeStoredFields(row?.texts, changes)
  if (texts === (row?.texts ?? '{}')) return 'unchanged'
  if ((row?.version ?? null) !== readVersion) return 'outdated'
  await trx
    .insertInto('site_texts')
    .values({ id: 1, texts })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((update) => ({ texts, version: update('site_texts.version', '+', 1) })),
    )
    .execute()
  return 'saved'
}

/**
 * What every page gets: not the long texts, only whether there is a page for them.
 * @param sendsMail whether a mail server is configured
 */
export function presentPageTexts({ privacy, terms, ...texts }: SiteTexts, sendsMail: boolean): PageTexts {
  const pages = { privacy, terms }
  const isPromised = sendsMail || texts.retention !== DEFAULT_SITE_TEXTS.retention
  return {
    ...texts,
    retention: isPromised ? texts.retention : RETENTION_WITHOUT_MAIL,
    legalPages: LEGAL_PAGES.filter((page) => pages[page] !== ''),
  }
}

function findRow(db: Db) {
  return db.selectFrom('site_texts').select(['texts', 'version']).executeTakeFirst()
}
