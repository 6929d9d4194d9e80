import type { Interview } from '../../../contract/interviews/interview.ts'
import type { InterviewKind, InterviewResponse } from '../../../contract/interviews/interview-terms.ts'
import type { BadgeTone } from '../../ui/badge.tsx'

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

const HOURS = { hour: 'numeric', minute: '2-digit' } as const

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
