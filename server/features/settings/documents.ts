import { sql, type Transaction } from 'kysely'
import type * as z from 'zod'
import { DEFAULT_SIGN_IN_SETTINGS, signInSettingsSchema } from '../../../contract/accounts/sign-in-settings.ts'
import { DEFAULT_RETENTION_RULES, retentionRulesSchema } from '../../../contract/personal-data/retention-rules.ts'
import { DEFAULT_SETTINGS, settingsSchema } from '../../../contract/site/settings.ts'
import { DEFAULT_SITE_TEXTS, siteTextsSchema } from '../../../contract/site/site-texts.ts'
import { lockRows } from '../../platform/database/row-locks.ts'
import type { Tables } from '../../platform/database/tables.ts'

/** A document that owners edit on the settings page, some fields at a time. It is one row, absent before the first change. */
export type SettingsDocument<Schema extends z.ZodObject> = {
  table: 'settings' | 'site_texts' | 'sign_in_settings' | 'retention_rules'
  /** The column of that table that has the fields, as JSON. */
  column: string
  /** What a field may be. One that this version of the program cannot read has its default. */
  schema: Schema
  /** The values of fields that no owner has changed. */
  defaults: z.output<Schema>
  /** What the audit trail says of a change. */
  action:
    | 'settings_changed'
    | 'site_texts_changed'
    | 'sign_in_settings_changed'
    | 'retention_rules_changed'
    | 'retention_notice_changed'
    | 'retention_switched_on'
    | 'retention_switched_off'
  /** What a warning calls it. */
  name: string
  /** Keeps in the transaction of a change what else is stored in step with the fields. */
  onSaved?: (trx: Transaction<Tables>, value: z.output<Schema>, now: Date) => Promise<void>
}

/** Some fields of a document. */
export type FieldChanges<Schema extends z.ZodObject> = {
  [Name in keyof z.output<Schema>]?: z.output<Schema>[Name] | undefined
}

/** What owners set for the whole site. */
export const SETTINGS: SettingsDocument<typeof settingsSchema> = {
  table: 'settings',
  column: 'settings',
  schema: settingsSchema,
  defaults: DEFAULT_SETTINGS,
  action: 'settings_changed',
  name: 'settings',
}

/** Texts of the site that owners edit (`docs/decisions/0075-texts-of-owners.md`). */
export const SITE_TEXTS: SettingsDocument<typeof siteTextsSchema> = {
  table: 'site_texts',
  column: 'texts',
  schema: siteTextsSchema,
  defaults: DEFAULT_SITE_TEXTS,
  action: 'site_texts_changed',
  name: 'texts of the site',
}

/** How people sign in; read and changed by owners alone. */
export const SIGN_IN_SETTINGS: SettingsDocument<typeof signInSettingsSchema> = {
  table: 'sign_in_settings',
  column: 'settings',
  schema: signInSettingsSchema,
  defaults: DEFAULT_SIGN_IN_SETTINGS,
  action: 'sign_in_settings_changed',
  name: 'settings of signing in',
  // The time is a column, so that every request reads it at little cost.
  onSaved: async (trx, { requireSecondFactor, singleSignOn }, now) => {
    if (singleSignOn.only) await endOtherSessions(trx)
    const at = now.toISOString()
    const since = requireSecondFactor ? sql<string>`coalesce(second_factor_since, ${at})` : null
    await trx.updateTable('sign_in_settings').set({ second_factor_since: since }).execute()
  },
}

/** How long applications are kept; read and changed by owners alone. */
export const RETENTION_RULES: SettingsDocument<typeof retentionRulesSchema> = {
  table: 'retention_rules',
  column: 'rules',
  schema: retentionRulesSchema,
  defaults: DEFAULT_RETENTION_RULES,
  action: 'retention_rules_changed',
  name: 'rules of retention',
}

/** Ends the sessions of all but owners that a company account has not begun. */
async function endOtherSessions(trx: Transaction<Tables>): Promise<void> {
  const others = trx.selectFrom('accounts').select('id').where('role', '!=', 'owner')
  // In the order of all that ends the sessions of an account.
  await lockRows(trx, others.orderBy('id'))
  await trx.deleteFrom('sessions').where('method', '!=', 'single_sign_on').where('account_id', 'in', others).execute()
}
