import type { Transaction } from 'kysely'
import { TEMPLATE_KINDS, type TemplateKind } from '../../../contract/messages/message-kinds.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
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

/** Puts an admin's template in place of the one before. */
export async function saveTemplate(
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
export async function resetTemplate(trx: Transaction<Tables>, kind: TemplateKind): Promise<void> {
  await trx.deleteFrom('message_templates').where('kind', '=', kind).execute()
}
