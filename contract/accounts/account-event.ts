import * as z from 'zod'
import { idSchema } from '../wire/validation.ts'
import { ROLES } from './roles.ts'

/** Events of which there is nothing more to say. */
const SIMPLE_ACTIONS = [
  ...(['set_up', 'signed_in', 'signed_out_everywhere', 'password_changed', 'username_changed'] as const),
  ...(['session_ended', 'other_sessions_ended', 'session_ended_by_wrong_codes', 'identity_confirmed'] as const),
  ...(['totp_added', 'totp_removed', 'recovery_codes_made', 'recovery_code_used', 'second_factors_removed'] as const),
  ...(['passkey_added', 'passkey_renamed', 'passkey_removed'] as const),
  ...(['identity_linked', 'identity_unlinked'] as const),
  ...(['email_changed', 'display_name_changed'] as const),
  ...(['deactivated', 'reactivated'] as const),
  ...(['created', 'password_reset', 'removed'] as const),
  ...(['settings_changed', 'site_texts_changed', 'sign_in_settings_changed'] as const),
  ...([
    'retention_rules_changed',
    'retention_notice_changed',
    'retention_switched_on',
    'retention_switched_off',
  ] as const),
  ...(['consent_text_changed', 'template_changed', 'template_reset'] as const),
  // By a mailed link: the mail has left, and its reader has chosen a password.
  ...(['password_reset_requested', 'password_reset_by_mail'] as const),
  ...(['calendar_feed_made', 'calendar_feed_revoked'] as const),
  'job_alert_deleted',
  ...(['backup_restored', 'export_imported'] as const),
  'audit_exported',
  'applications_exported',
  // The chain of the trail begins over entries that were there already: by itself, or by a command of the operator.
  ...(['audit_chain_begun', 'audit_chain_renewed'] as const),
] as const

const role = z.enum(ROLES)

/**
 * Events of an account: by the account itself, by owners, by the operator's commands, and what it changes for the whole site. People
 * and postings are named by number, invited ones by that of their invitation.
 */
export const accountEventSchema = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.enum(['invited', 'invitation_renewed', 'invitation_withdrawn', 'joined']),
    invitationId: idSchema,
    role,
  }),
  z.strictObject({ action: z.literal('joined_by_domain'), role }),
  z.strictObject({ action: z.literal('role_changed'), from: role, to: role }),
  z.strictObject({
    action: z.literal('assignments_changed'),
    given: z
      .array(z.strictObject({ jobId: idSchema, decides: z.boolean() }))
      .readonly()
      .describe('Those that are new, or of which it changed whether the person decides'),
    taken: z.array(idSchema).readonly(),
  }),
  z.strictObject({
    action: z.enum(['tag_made', 'tag_changed', 'tag_merged', 'tag_deleted']),
    name: z.string().describe('Of the tag, as it was made or changed to, or before it went'),
  }),
  z.strictObject({
    action: z.enum(['api_token_made', 'api_token_revoked']),
    name: z.string().describe('Of the token; the account that the entry is about has it'),
  }),
  z.strictObject({
    action: z.enum([
      ...([
        'webhook_made',
        'webhook_changed',
        'webhook_secret_renewed',
        'webhook_disabled',
        'webhook_deleted',
      ] as const),
    ]),
    name: z.string().describe('Of the webhook at that time'),
  }),
  z.strictObject({
    action: z.enum(['view_shared', 'view_taken_back', 'shared_view_changed', 'shared_view_deleted']),
    name: z.string().describe('Of the view, as it was shared or changed to, or before it went'),
  }),
  z.strictObject({
    action: z.literal('people_set_aside'),
    people: z.int(),
    applications: z.int().describe('Of these people: their period of retention is over, and they are to be erased'),
  }),
  z.strictObject({
    action: z.enum(['import_started', 'import_undone']),
    name: z.string().describe('Of the table'),
  }),
  z.strictObject({ action: z.enum(SIMPLE_ACTIONS) }),
])

/** An event of an account. */
export type AccountEvent = z.output<typeof accountEventSchema>
