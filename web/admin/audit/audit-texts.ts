import type { AccountEvent } from '../../../contract/accounts/account-event.ts'
import type { AuditEntry, AuditEvent } from '../../../contract/accounts/audit.ts'
import { ROLE_NAMES } from '../../../contract/accounts/roles.ts'
import { formatReference } from '../../../contract/wire/reference.ts'
import { formatJobId } from '../../posting/job-id.ts'
import { describeEvent, EVENT_SENTENCES } from '../history/history-texts.ts'

/** An action of an entry. */
export type AuditAction = AuditEvent['action']

/** What happened to an account, or to the site by an account. */
const ACCOUNT_SENTENCES: Record<AccountEvent['action'], string> = {
  set_up: 'First account set up',
  created: 'Account created',
  invited: 'Person invited',
  invitation_renewed: 'Invitation renewed',
  invitation_withdrawn: 'Invitation withdrawn',
  joined: 'Joined',
  joined_by_domain: 'Joined by the domain of the address',
  role_changed: 'Role changed',
  assignments_changed: 'Postings of a person changed',
  deactivated: 'Deactivated',
  reactivated: 'Reactivated',
  removed: 'Account removed',
  signed_in: 'Signed in',
  signed_out_everywhere: 'Signed out everywhere',
  session_ended: 'A session ended',
  session_ended_by_wrong_codes: 'A session ended after ten wrong codes',
  other_sessions_ended: 'All other sessions ended',
  identity_confirmed: 'Confirmed their identity',
  passkey_added: 'Passkey added',
  passkey_renamed: 'Passkey renamed',
  passkey_removed: 'Passkey removed',
  identity_linked: 'Company account linked',
  identity_unlinked: 'Company account unlinked',
  webhook_made: 'Webhook made',
  webhook_changed: 'Webhook changed',
  webhook_secret_renewed: 'New secret of a webhook',
  webhook_disabled: 'Webhook disabled by failures',
  webhook_deleted: 'Webhook deleted',
  api_token_made: 'API token made',
  api_token_revoked: 'API token revoked',
  password_changed: 'Password changed',
  totp_added: 'Authenticator app added',
  totp_removed: 'Authenticator app removed',
  recovery_codes_made: 'Recovery codes made',
  second_factors_removed: 'Second factors of a person removed',
  recovery_code_used: 'Recovery code used',
  password_reset: 'Password reset',
  password_reset_requested: 'Link for a new password mailed',
  password_reset_by_mail: 'Password reset by mail',
  username_changed: 'Username changed',
  email_changed: 'Email address changed',
  display_name_changed: 'Name changed',
  settings_changed: 'Settings changed',
  site_texts_changed: 'Texts of the site changed',
  sign_in_settings_changed: 'Ways to sign in changed',
  retention_rules_changed: 'Retention rules changed and switched off',
  retention_notice_changed: 'Notice before the erasure changed',
  retention_switched_on: 'Retention rules switched on',
  retention_switched_off: 'Retention rules switched off',
  people_set_aside: 'People set aside to be erased',
  consent_text_changed: 'Text of the consent to stay on file changed',
  template_changed: 'Text of a message changed',
  template_reset: 'Text of a message reset',
  calendar_feed_made: 'Calendar feed made',
  calendar_feed_revoked: 'Calendar feed revoked',
  job_alert_deleted: 'Job alert deleted',
  backup_restored: 'Backup restored: ways to sign in are those of the backup',
  export_imported: 'Everything imported from an export',
  tag_made: 'Tag made',
  tag_changed: 'Tag changed',
  tag_merged: 'Tag merged into another one',
  tag_deleted: 'Tag deleted',
  view_shared: 'View shared',
  view_taken_back: 'View no longer shared',
  shared_view_changed: 'Shared view changed',
  shared_view_deleted: 'Shared view deleted',
  audit_exported: 'Audit trail downloaded',
  applications_exported: 'List of applications downloaded',
  import_started: 'Import begun',
  import_undone: 'Import undone',
  audit_chain_begun: 'Sealing of the audit trail began',
  audit_chain_renewed: 'Sealing of the audit trail began anew, by a command',
}

/** What the filter calls each action: an action without a word here does not compile. */
export const ACTION_NAMES: Record<AuditAction, string> = {
  ...ACCOUNT_SENTENCES,
  ...EVENT_SENTENCES,
  received: 'Application received',
  erasure_requested: 'Erasure requested',
  hold_set: 'Legal hold set',
  hold_renewed: 'Legal hold renewed',
  status_changed: 'Status changed',
  assigned: 'Application assigned',
  unassigned: 'Application no longer assigned',
  tagged: 'Tag put on an application',
  untagged: 'Tag taken off an application',
  message: 'Message to an applicant',
  edited: 'Posting edited',
  cloned: 'Posting cloned',
  filled: 'Posting filled',
  // These are of several kinds of subject.
  created: 'Created',
  deleted: 'Deleted',
  activated: 'Posting activated',
}

/** What happened, as a sentence. */
export function describeAudit({ subject, event, action }: Pick<AuditEntry, 'subject' | 'event' | 'action'>): string {
  // Some version knew it.
  if (!event) return action.replaceAll('_', ' ')
  return subject?.kind === 'application' || subject?.kind === 'job'
    ? describeEvent(event as Parameters<typeof describeEvent>[0])
    : describeAccountEvent(event as AccountEvent)
}

function describeAccountEvent(event: AccountEvent): string {
  const sentence = ACCOUNT_SENTENCES[event.action]
  switch (event.action) {
    case 'invited':
    case 'invitation_renewed':
    case 'invitation_withdrawn':
      return `${sentence}: ${ROLE_NAMES[event.role]} (no. ${event.invitationId})`
    case 'joined':
      return `${sentence} as ${ROLE_NAMES[event.role]} (invitation no. ${event.invitationId})`
    case 'joined_by_domain':
      return `${sentence} as ${ROLE_NAMES[event.role]}`
    case 'role_changed':
      return `${sentence} from ${ROLE_NAMES[event.from]} to ${ROLE_NAMES[event.to]}`
    case 'people_set_aside':
      return `${sentence}: ${event.people} (applications: ${event.applications})`
    case 'assignments_changed':
      return describeAssignments(event)
    default:
      return 'name' in event ? `${sentence}: ${event.name}` : sentence
  }
}

function describeAssignments({ given, taken }: Extract<AccountEvent, { action: 'assignments_changed' }>): string {
  const parts = [
    ...given.map(({ jobId, decides }) => `${formatJobId(jobId)} given${decides ? ', deciding' : ''}`),
    ...taken.map((jobId) => `${formatJobId(jobId)} taken`),
  ]
  return `Postings changed: ${parts.join('; ')}`
}

/** Who acts without an account, as the filter and the table call it. */
export const OTHER_NAMES = {
  applicant: 'Applicant',
  colleague: 'Colleague without an account',
  program: 'Automatic',
  operator: 'Operator',
} as const

/** Kinds of subject, as the filter calls them. */
export const SUBJECT_NAMES = { application: 'Applications', job: 'Postings', account: 'People and the site' } as const

/** Who did it: the name at that time, also of the API token that a program used, or who acts without an account. */
export function describeWho(by: AuditEntry['by']): string {
  if (typeof by === 'string') return OTHER_NAMES[by]
  return by.token === undefined ? by.name : `${by.name} (API token ${by.token})`
}

/** What it was done to: the name of today, and the number. Null where that is the person who did it, or the whole site. */
export function describeSubject({ by, subject }: Pick<AuditEntry, 'by' | 'subject'>): string | null {
  if (!subject || (subject.kind === 'account' && typeof by !== 'string' && by.id === subject.id)) return null
  const { kind, id, name } = subject
  if (kind === 'account') return name ?? `Removed account ${id}`
  const reference = formatReference(kind === 'job' ? 'JOB' : 'APP', id)
  if (name !== null) return `${name}, ${reference}`
  // It may have been erased, which is no deletion by an admin.
  return kind === 'job' ? `${reference}, deleted` : `${reference}, no longer stored`
}
