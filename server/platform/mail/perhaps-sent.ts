import { sql } from 'kysely'
import type { MailState } from '../../../contract/messages/mail-terms.ts'

/**
 * The condition that a mail has one of some states, or was perhaps sent before: that stays true of one that then waits once more,
 * or is refused.
 */
export function isInOrPerhapsSent(states: readonly MailState[]) {
  return sql<boolean>`(mails.state in (${sql.join(states)}) or mails.perhaps_sent_at is not null)`
}
