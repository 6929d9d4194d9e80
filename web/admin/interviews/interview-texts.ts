import type { Interview, SavedInterview } from '../../../contract/interviews/interview.ts'
import type { InterviewKind, InterviewResponse } from '../../../contract/interviews/interview-terms.ts'
import { UNDO_TIME_TEXT } from '../../../contract/wire/undo-time.ts'
import type { BadgeTone } from '../../ui/badge.tsx'
import { formatCount } from '../../ui/text/format-count.ts'

/** Names of the forms of an interview. */
export const INTERVIEW_KIND_NAMES: Record<InterviewKind, string> = {
  phone: 'Phone',
  video: 'Video',
  on_site: 'On site',
  undecided: 'Not decided yet',
}

const RESPONSES: Record<InterviewResponse, { word: string; tone: BadgeTone }> = {
  none: { word: 'No reply yet', tone: 'grey' },
  accepted: { word: 'Accepted', tone: 'green' },
  declined: { word: 'Declined', tone: 'red' },
}

/** The state of an interview in a word or two, with its colour. */
export function stateOf({ state, response, invites }: Pick<Interview, 'state' | 'response' | 'invites'>): {
  word: string
  tone: BadgeTone
} {
  if (state === 'cancelled') return { word: 'Cancelled', tone: 'grey' }
  return invites ? RESPONSES[response] : { word: 'Not invited', tone: 'grey' }
}

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

const HOURS = { hour: 'numeric', minute: '2-digit' } as const

/** Begin and end as a clock of the browser's zone shows them, such as `3:00 – 3:45 PM`. */
export function describeHours({ startsAt, endsAt }: Pick<Interview, 'startsAt' | 'endsAt'>): string {
  return new Intl.DateTimeFormat('en-US', HOURS).formatRange(new Date(startsAt), new Date(endsAt))
}

/** The begin in the zone in which it was chosen; null where the browser's clock shows the same. */
export function describeZone({ startsAt, timeZone }: Pick<Interview, 'startsAt' | 'timeZone'>): string | null {
  const [own, chosen] = [HOURS, { ...HOURS, timeZone }].map((options) =>
    new Intl.DateTimeFormat('en-US', options).format(new Date(startsAt)),
  )
  return own === chosen ? null : `${chosen} ${timeZone}`
}

/** Names of the people who hold an interview. */
export function describeInterviewers({ interviewers }: Pick<Interview, 'interviewers'>): string {
  return interviewers.map(({ name }) => name).join(', ')
}

/** Whether a place is a link to open. */
export function isLink(place: string): boolean {
  return /^https?:\/\/\S+$/.test(place)
}

/** Whether an interview is over. */
export function isOver({ endsAt }: Pick<Interview, 'endsAt'>, now = Date.now()): boolean {
  return Date.parse(endsAt) <= now
}
