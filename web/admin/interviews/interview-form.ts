import {
  type Interview,
  type InterviewDetails,
  interviewDetailsSchema,
} from '../../../contract/interviews/interview.ts'
import { INTERVIEW } from '../../../contract/wire/limits.ts'

/** An application and the interview to change; without one, a new one is planned. */
export type OpenInterview = { applicationId: number; applicantName: string; interview?: Interview }

/** What the form of an interview holds. */
export type InterviewFields = Omit<InterviewDetails, 'place' | 'minutes'> & { place: string; minutes: string }

/** The fault of each field, by its name; those of interviewers by their number, such as `interviewers.0.name`. */
export type InterviewFaults = Readonly<Partial<Record<string, string>>>

/** The zone of the browser. */
function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** What the form begins with: an interview to change, or a new one. */
export function fieldsOf(interview: Interview | undefined): InterviewFields {
  if (!interview) {
    const empty = { date: '', time: '', minutes: '45', timeZone: ownZone(), kind: 'video', place: '' } as const
    return { ...empty, interviewers: [] }
  }
  const { date, time, minutes, timeZone, kind, place, interviewers } = interview
  return { date, time, minutes: String(minutes), timeZone, kind, place: place ?? '', interviewers }
}

/** Validates what was typed. Rows of interviewers that are empty are left out. */
export function readFields(fields: InterviewFields): { details?: InterviewDetails; faults: Record<string, string> } {
  const rows = fields.interviewers.flatMap(({ name, address }, row) => (name.trim() || address.trim() ? [row] : []))
  const interviewers = rows.map((row) => fields.interviewers[row])
  const parsed = interviewDetailsSchema.safeParse({ ...fields, minutes: Number(fields.minutes), interviewers })
  return parsed.success ? { details: parsed.data, faults: {} } : { faults: byPath(parsed.error.issues, rows) }
}

/** Whether another row of interviewers may be added. */
export function hasRoom({ interviewers }: Pick<InterviewFields, 'interviewers'>): boolean {
  return interviewers.length < INTERVIEW.mostInterviewers
}

/** @param rows of the form in which the interviewers stand that were read */
function byPath(issues: readonly { path: readonly PropertyKey[]; message: string }[], rows: readonly number[]) {
  const fieldOf = (path: readonly PropertyKey[]) =>
    path.map((part) => (typeof part === 'number' ? rows[part] : part)).join('.')
  // The first fault of each field.
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [fieldOf(path), message]))
}
