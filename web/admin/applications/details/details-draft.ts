import type { Application } from '../../../../contract/applications/application.ts'
import { isInChosenYears, NO_DATE } from '../../../../contract/wire/chosen-instant.ts'
import { MAXIMUM } from '../../../../contract/wire/limits.ts'
import { formatCount } from '../../../ui/text/format-count.ts'
import type { ApplicationDetails } from '../../api/application-api.ts'

/** Unsaved text of the details; an absent field shows the server's value. */
export type DetailsDraft = { feedback?: string; interviewDate?: string }

/** The interview date of a draft that is typed only in part: the browser gives no part of it to the page. */
const INCOMPLETE_DATE = 'incomplete'

/** The value of a `datetime-local` input for a draft. */
export function readDateInput({ value, validity }: Pick<HTMLInputElement, 'value' | 'validity'>): string {
  return validity.badInput ? INCOMPLETE_DATE : value
}

/** The fields as the screen shows them. */
export function readDraft(draft: DetailsDraft, application: ApplicationDetails): Required<DetailsDraft> {
  const interviewDate = draft.interviewDate ?? toLocalInput(application.interviewDate ?? null)
  return {
    feedback: draft.feedback ?? application.feedback ?? '',
    // With an empty value, the input keeps the part that was typed.
    interviewDate: interviewDate === INCOMPLETE_DATE ? '' : interviewDate,
  }
}

/** The fields that a save would change; empty if the draft equals the stored values. */
export function changesIn(
  draft: DetailsDraft,
  stored: Pick<Application, 'feedback' | 'interviewDate'>,
): ApplicationDetails {
  const { feedback, interviewDate } = draft
  const hasNewFeedback = feedback !== undefined && feedback.trim() !== (stored.feedback ?? '')
  const hasNewDate = interviewDate !== undefined && interviewDate !== toLocalInput(stored.interviewDate)
  return {
    ...(hasNewFeedback && { feedback: feedback.trim() || null }),
    ...(hasNewDate && { interviewDate: fromLocalInput(interviewDate) }),
  }
}

/** Fields that another admin changed too, to a different value. */
export function conflictsIn(
  details: ApplicationDetails,
  seen: ApplicationDetails,
  current: ApplicationDetails,
): (keyof DetailsDraft)[] {
  const fields = Object.keys(details) as (keyof DetailsDraft)[]
  return fields.filter((field) => current[field] !== seen[field] && current[field] !== details[field])
}

/** The draft without some of its fields. */
export function withoutFields(draft: DetailsDraft, fields: (keyof DetailsDraft)[]): DetailsDraft {
  const remaining = { ...draft }
  for (const field of fields) delete remaining[field]
  return remaining
}

/** An instant as the value of a `datetime-local` input, in the browser's zone; empty for null. */
export function toLocalInput(instant: string | null): string {
  const date = new Date(instant ?? '')
  if (Number.isNaN(date.getTime())) return ''
  const two = (part: number) => String(part).padStart(2, '0')
  const day = [String(date.getFullYear()).padStart(4, '0'), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The instant of a `datetime-local` value; null for an empty one. An invalid date is returned unchanged. */
export function fromLocalInput(text: string): string | null {
  const date = new Date(text)
  if (text === '') return null
  return Number.isNaN(date.getTime()) ? text : date.toISOString()
}

/** Why the server would refuse a field; browsers accept years of up to six digits. Without a fault a field is absent. */
export function errorsIn({ feedback, interviewDate }: ApplicationDetails): DetailsDraft {
  const isNoDate = typeof interviewDate === 'string' && !isInChosenYears(interviewDate)
  const excess = (feedback?.length ?? 0) - MAXIMUM.feedback
  return {
    ...(excess > 0 && { feedback: `Feedback must be at most ${LIMIT} characters: ${formatCount(excess)} too many` }),
    ...(isNoDate && { interviewDate: interviewDate === INCOMPLETE_DATE ? NOT_WHOLE : NO_DATE }),
  }
}

const NOT_WHOLE = 'Not saved: enter the whole date with its time.'

const LIMIT = formatCount(MAXIMUM.feedback)

/** The length from which on a field says how much room is left. */
const COUNTED_FROM = MAXIMUM.feedback * 0.9

/** How long the feedback is as it is saved, once it comes near its limit. */
export function countFeedback(feedback: string): string | undefined {
  const { length } = feedback.trim()
  if (length < COUNTED_FROM) return undefined
  return `${formatCount(length)} of ${LIMIT} characters`
}

/** The changes without the fields that the server would refuse. */
export function acceptableIn(details: ApplicationDetails): ApplicationDetails {
  const errors = errorsIn(details)
  const { feedback, interviewDate } = details
  return {
    ...(feedback !== undefined && errors.feedback === undefined && { feedback }),
    ...(interviewDate !== undefined && errors.interviewDate === undefined && { interviewDate }),
  }
}
