import type { SavedInterview } from '../../../contract/interviews/interview.ts'
import { UNDO_TIME_TEXT } from '../../../contract/wire/undo-time.ts'
import { formatCount } from '../../ui/text/format-count.ts'

/** What follows for a message about an interview without a mail server. */
export const NOBODY_TOLD =
  'No mail server is configured, so nobody is told from here. The messages are kept, to copy or to send by hand.'

/** Who is told of an interview and when, as a sentence; undefined where nobody is. @param what one message, in a word */
export function describeTold({ count, leaveAt, sendsMail }: SavedInterview['mails'], what: string): string | undefined {
  if (count === 0) return undefined
  if (!sendsMail) return NOBODY_TOLD
  const when = leaveAt === null ? 'now' : `in ${UNDO_TIME_TEXT}`
  return count === 1 ? `1 ${what} leaves ${when}.` : `${formatCount(count)} ${what}s leave ${when}.`
}
