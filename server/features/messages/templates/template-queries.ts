import type { Kysely, Transaction } from 'kysely'
import { TEMPLATE_KINDS, type TemplateKind } from '../../../../contract/messages/message-kinds.ts'
import type { MessageText } from '../../../../contract/messages/messages.ts'
import type { Db, Tables } from '../../../platform/database/tables.ts'
import { type Action, recordAction } from '../../audit/audit-queries.ts'
import { DEFAULT_TEMPLATES, type Template } from './default-templates.ts'

/** The template of a message: an admin's, or the built-in one. */
export async function readTemplate(db: Db, kind: TemplateKind): Promise<Template> {
  const own = db.selectFrom('message_templates').select(['subject', 'body']).where('kind', '=', kind)
  return (await own.executeTakeFirst()) ?? DEFAULT_TEMPLATES[kind]
}

/** Every template, with the built-in one beside it. */
export async function listTemplates(db: Db) {
  const rows = await db.selectFrom('message_templates').select(['kind', 'subject', 'body']).execute()
  const own = new Map(rows.map((row) => [row.kind, row]))
  return TEMPLATE_KINDS.map((kind) => ({
    ...(own.get(kind) ?? { kind, ...DEFAULT_TEMPLATES[kind] }),
    isDefault: !own.has(kind),
    default: DEFAULT_TEMPLATES[kind],
  }))
}

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

/** Puts an admin's template in place of the one before. */
async function saveTemplate(
  trx: Transaction<Tables>,
  kind: TemplateKind,
  template: Template & { username: string; changed_at: string },
): Promise<void> {
  await trx
    .insertInto('message_templates')
    .values({ kind, ...template })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(template))
    .execute()
}

/** Goes back to the built-in template. */
async function resetTemplate(trx: Transaction<Tables>, kind: TemplateKind): Promise<void> {
  await trx.deleteFrom('message_templates').where('kind', '=', kind).execute()
}
