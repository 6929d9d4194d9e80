import type { AuditEvent } from './audit.ts'

/** What the program does by itself where no admin is named. All else is then the applicant's, a colleague's, or the operator's. */
export const AUTOMATIC_ACTIONS: ReadonlyArray<AuditEvent['action']> = [
  'message',
  'marked_answered',
  'interview_date_changed',
  'interview_cancelled',
  'interview_offer_expired',
  'retention_ended',
  'erased',
  'password_reset_requested',
  'audit_chain_begun',
  'hold_ended',
  'brought_back',
  'people_set_aside',
  'webhook_disabled',
]

/** What a colleague without an account does, where no admin is named. */
export const COLLEAGUE_ACTIONS: ReadonlyArray<AuditEvent['action']> = [
  'colleague_opened',
  'colleague_answered',
  'scorecard_given',
  'scorecard_changed',
]
