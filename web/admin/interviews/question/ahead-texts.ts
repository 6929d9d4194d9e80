import { INTERVIEW_SOON_MS } from '../../../../contract/interviews/interview-terms.ts'
import { UNDO_TIME_TEXT } from '../../../../contract/wire/undo-time.ts'
import { formatCount } from '../../../ui/text/format-count.ts'
import type { WithInterview } from './interviews-ahead.ts'

/** Here and not with the other formats, which every page loads. */
const WHEN = new Intl.DateTimeFormat('en-US', {
  ...{ weekday: 'short', month: 'short', day: 'numeric' },
  ...{ hour: 'numeric', minute: '2-digit' },
})

/** With a space before `AM` at which no line ends. */
function describeWhen({ interviewDate }: WithInterview): string {
  return WHEN.format(new Date(interviewDate ?? '')).replace(/\s(?=[AP]M$)/, '\u00a0')
}

/** Who has an interview ahead, and when; of several how many. Without a full stop. @param ahead at least one */
export function describeAhead(ahead: readonly WithInterview[]): string {
  const [first] = ahead
  if (!first || ahead.length > 1) return `${formatCount(ahead.length)} of these applicants have interviews planned`
  return `${first.name} has an interview on ${describeWhen(first)}`
}

/** How those who are invited hear of a cancellation, as a sentence. @param sendsMail whether a mail server is configured */
export function describeTelling(ahead: readonly WithInterview[], sendsMail: boolean, now = Date.now()): string {
  if (!sendsMail) return 'This site sends no mail: tell those who were invited yourself.'
  const soon = ahead.filter(({ interviewDate }) => Date.parse(interviewDate ?? '') - now <= INTERVIEW_SOON_MS)
  if (soon.length === 0) return `Those who were invited are told in ${UNDO_TIME_TEXT}, unless you undo it.`
  if (soon.length === ahead.length) return 'Those who were invited are told at once: it is within the hour.'
  return `Those who were invited are told in ${UNDO_TIME_TEXT}, and at once where it is within the hour.`
}
