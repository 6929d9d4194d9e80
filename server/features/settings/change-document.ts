import type { Kysely } from 'kysely'
import type * as z from 'zod'
import { notifyProcesses } from '../../platform/database/notifications.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { changedMeanwhile } from '../../platform/http/request-error.ts'
import { type Action, recordAction } from '../audit/audit-queries.ts'
import { readDocument, type StoredDocument, saveDocument } from './document-queries.ts'
import type { FieldChanges, SettingsDocument } from './documents.ts'

/** Topic of the notification that a document has changed. */
export const SETTINGS_CHANGED = 'settings-changed'

/** What a document is changed to, and the version that the admin has read; null when none was stored. */
type DocumentChange<Schema extends z.ZodObject> = { changes: FieldChanges<Schema>; version: number | null }

/**
 * Stores some fields of a document, records that it was changed, and notifies other processes. A repeated change finds nothing
 * to do, and succeeds.
 * @param present makes the response from the whole document
 * @throws {RequestError} `changed_meanwhile`, with the response, when another version is stored
 */
export function changeDocument<Schema extends z.ZodObject, Response extends Record<string, unknown>>(
  db: Kysely<Tables>,
  document: SettingsDocument<Schema>,
  { by, now }: Omit<Action, 'id'>,
  { changes, version }: DocumentChange<Schema>,
  present: (stored: StoredDocument<Schema>) => Response,
): Promise<Response> {
  return db.transaction().execute(async (trx) => {
    const outcome = await saveDocument(trx, document, changes, version)
    const stored = await readDocument(trx, document)
    const after = present(stored)
    if (outcome === 'outdated') throw changedMeanwhile(after)
    if (outcome === 'unchanged') return after
    await document.onSaved?.(trx, stored.value, now)
    await recordAction(trx, { by, now, id: by.id, subject: 'account', event: { action: document.action } })
    await notifyProcesses(trx, SETTINGS_CHANGED)
    return after
  })
}
