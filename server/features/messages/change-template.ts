import type { Kysely } from 'kysely'
import type { TemplateKind } from '../../../contract/messages/message-kinds.ts'
import type { MessageText } from '../../../contract/messages/messages.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { type Action, recordAction } from '../audit/audit-queries.ts'
import { listTemplates, resetTemplate, saveTemplate } from './template-queries.ts'

/**
 * Stores an admin's text of a message, or goes back to the built-in one, and records that.
 * @param text null for the built-in one
 * @returns all templates
 */
export function changeTemplate(
  db: Kysely<Tables>,
  { by, now }: Omit<Action, 'id'>,
  { kind, text }: { kind: TemplateKind; text: MessageText | null },
): ReturnType<typeof listTemplates> {
  return db.transaction().execute(async (trx) => {
    if (text) await saveTemplate(trx, kind, { ...text, username: by.username, changed_at: now.toISOString() })
    else await resetTemplate(trx, kind)
    const event = { action: text ? 'template_changed' : 'template_reset' } as const
    await recordAction(trx, { by, now, id: by.id, subject: 'account', event })
    return listTemplates(trx)
  })
}
