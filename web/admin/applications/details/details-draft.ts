import type { Application } from '../../../../contract/application.ts'
import { chosenInstantSchema } from '../../../../contract/validation.ts'
import type { ApplicationDetails } from '../changes/application-api.ts'

/** What has been typed in the details; a field that was not touched follows the server. */
export type DetailsDraft = { feedback?: string; interviewDate?: string }

/** The fields as they stand on the screen. */
export function readDraft(draft: DetailsDraft, application: ApplicationDetails): Required<DetailsDraft> {
  return {
    feedback: draft.feedback ?? application.feedback ?? '',
    interviewDate: draft.interviewDate ?? toLocalInput(application.interviewDate ?? null),
  }
}

/** What a save would change; nothing where the draft says what is stored. */
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

/** Fields of the details that others have changed as well, and to something else. */
export function conflictsIn(
  details: ApplicationDetails,
  seen: ApplicationDetails,
  current: ApplicationDetails,
): (keyof DetailsDraft)[] {
  const fields = Object.keys(details) as (keyof DetailsDraft)[]
  return fields.filter((field) => current[field] !== seen[field] && current[field] !== details[field])
}

/** A draft in which some fields are as if they had not been touched. */
export function withoutFields(draft: DetailsDraft, fields: (keyof DetailsDraft)[]): DetailsDraft {
  const kept = { ...draft }
  for (const field of fields) delete kept[field]
  return kept
}

/** An instant as a `datetime-local` input takes it, in the browser's zone; empty for none. */
export function toLocalInput(instant: string | null): string {
  const date = new Date(instant ?? '')
  if (Number.isNaN(date.getTime())) return ''
  const two = (part: number) => String(part).padStart(2, '0')
  const day = [String(date.getFullYear()).padStart(4, '0'), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The instant that a `datetime-local` input means; null for none. A year that no clock has stays as it was typed. */
export function fromLocalInput(text: string): string | null {
  const date = new Date(text)
  if (text === '') return null
  return Number.isNaN(date.getTime()) ? text : date.toISOString()
}

/** What is wrong with a date that a save would send; browsers take any year with up to six digits. */
export function dateFaultOf({ interviewDate }: ApplicationDetails): string | undefined {
  return chosenInstantSchema.nullish().safeParse(interviewDate).error?.issues[0]?.message
}
