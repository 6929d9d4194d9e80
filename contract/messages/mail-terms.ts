import { keysOf } from '../wire/records.ts'
import type { MessageKind } from './message-kinds.ts'
import type { MessageState } from './message-states.ts'

/** Kinds of mail about a job alert: it asks for confirmation, or names new postings. */
export const ALERT_MAIL_KINDS = ['confirmation', 'openings'] as const

/** One of the kinds of mail about a job alert. */
export type AlertMailKind = (typeof ALERT_MAIL_KINDS)[number]

/** Kinds of mail about signing in to an account: a link for a new password, and that something about it was changed. */
export const SIGN_IN_MAIL_KINDS = ['password_reset', 'security_notice'] as const

/** One of the kinds of mail. */
export type MailKindName =
  | MessageKind
  | 'digest'
  | 'account_invitation'
  | 'notice'
  | 'webhook_disabled'
  | 'scorecard_request'
  | (typeof SIGN_IN_MAIL_KINDS)[number]
  | 'colleague_question'
  | 'colleague_code'
  | AlertMailKind

/** What a state says of a mail. */
type MailStateEntry = {
  /** Whether it still waits for its time, or is under way. */
  isOpen: boolean
  /** Whether it has left, or perhaps has. */
  hasLeft: boolean
  /** Whether a mail about a job alert can have it: admins neither confirm nor cancel one, nor send it by hand. */
  isOfAlerts: boolean
}

const ENDED = { isOpen: false, hasLeft: false, isOfAlerts: true } as const

/** Every state of a mail: those of messages, and `nothing` when there was nothing to say. */
const MAIL_STATE = {
  draft: { isOpen: false, hasLeft: false, isOfAlerts: false },
  waiting: { isOpen: true, hasLeft: false, isOfAlerts: true },
  sending: { isOpen: true, hasLeft: false, isOfAlerts: true },
  sent: { isOpen: false, hasLeft: true, isOfAlerts: true },
  failed: ENDED,
  bounced: { ...ENDED, isOfAlerts: false },
  not_sent: ENDED,
  perhaps_sent: { isOpen: false, hasLeft: true, isOfAlerts: true },
  dismissed: { isOpen: false, hasLeft: true, isOfAlerts: false },
  cancelled: { isOpen: false, hasLeft: false, isOfAlerts: false },
  answered: { isOpen: false, hasLeft: false, isOfAlerts: false },
  nothing: ENDED,
} as const satisfies Record<MessageState | 'nothing', MailStateEntry>

/** One of the states of a mail. */
export type MailState = keyof typeof MAIL_STATE

/** One of the states of a mail about a job alert. */
export type AlertMailState = {
  [State in MailState]: (typeof MAIL_STATE)[State]['isOfAlerts'] extends true ? State : never
}[MailState]

const MAIL_STATES = keysOf(MAIL_STATE)

/** States of mail that has not ended: it waits for its time, or is under way. */
export const OPEN_MAIL = MAIL_STATES.filter((state) => MAIL_STATE[state].isOpen)

/** States of mail that has left, or perhaps has. */
export const SENT_MAIL = MAIL_STATES.filter((state) => MAIL_STATE[state].hasLeft)

/** States of mail that its recipient may have read: it has left, or an admin sent it by hand. */
export const DELIVERED_MAIL: readonly MailState[] = [...SENT_MAIL, 'answered']

/** States of mail that neither a mail server nor its recipient has been given, as far as is recorded. */
export const UNSENT_MAIL: readonly MailState[] = ['draft', 'waiting', 'cancelled']

/** The other ones: states of mail that has left, was tried, or was sent by hand. */
export const TRIED_MAIL: readonly MailState[] = MAIL_STATES.filter((state) => !UNSENT_MAIL.includes(state))

/** States of a mail about a job alert. */
export const ALERT_MAIL_STATES = MAIL_STATES.filter((state): state is AlertMailState => MAIL_STATE[state].isOfAlerts)
