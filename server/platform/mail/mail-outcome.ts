import { OPEN_MAIL, SENT_MAIL } from '../../../contract/messages/mail-terms.ts'
import type { MailRow } from '../database/tables.ts'

/** What became of a mail with a link, as far as the person who caused it can act on it. */
export function outcomeOf(state: MailRow['state']): 'waiting' | 'sent' | 'failed' {
  if (OPEN_MAIL.includes(state)) return 'waiting'
  return SENT_MAIL.includes(state) ? 'sent' : 'failed'
}
