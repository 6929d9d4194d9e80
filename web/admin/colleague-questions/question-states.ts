import type { ColleagueQuestion } from '../../../contract/team/colleague-questions.ts'
import type { BadgeTone } from '../../ui/badge.tsx'

/** Whether an asked colleague has got the link, as far as is known. */
export function hasLink({ linkShownAt, lastOpenedAt, mail }: ColleagueQuestion): boolean {
  return linkShownAt !== null || lastOpenedAt !== null || mail === 'sent'
}

/** How far a question is, in a word. @param sendsMail whether a mail server is configured */
export function stateOf(question: ColleagueQuestion, sendsMail: boolean): { tone: BadgeTone; words: string } {
  const { answers, scorecardAt, isOpen, lastOpenedAt, mail } = question
  if (scorecardAt !== null) return { tone: 'green', words: 'scorecard given' }
  if (answers > 0) return { tone: 'green', words: 'answered' }
  if (!isOpen) return { tone: 'grey', words: endOf(question) }
  if (lastOpenedAt !== null) return { tone: 'blue', words: 'opened' }
  if (hasLink(question)) return { tone: 'amber', words: 'not opened' }
  if (!sendsMail) return { tone: 'amber', words: 'no link yet' }
  return mail === 'waiting' ? { tone: 'grey', words: 'on its way' } : { tone: 'red', words: 'not sent' }
}

function endOf({ endedAt, expiresAt }: ColleagueQuestion): string {
  if (endedAt !== null) return 'ended'
  return Date.parse(expiresAt) <= Date.now() ? 'expired' : 'no longer works'
}
