import {
  type Interview,
  type InterviewDefaults,
  type InterviewDetails,
  interviewDetailsSchema,
} from '../../../contract/interviews/interview.ts'
import type { InterviewKind } from '../../../contract/interviews/interview-terms.ts'
import { addDays, dayIn } from '../../../contract/promise/calendar-days.ts'
import { INTERVIEW } from '../../../contract/wire/limits.ts'
import { browserZone } from '../../ui/text/browser-zone.ts'
import { isWeekday } from './offered-week.ts'

/** An application and the interview to change; without one, a new one is planned. */
export type OpenInterview = {
  applicationId: number
  applicantName: string
  /** null for a general application. */
  jobId: number | null
  interview?: Interview
}

/** What the form of an interview holds. */
export type InterviewFields = Omit<InterviewDetails, 'place' | 'minutes' | 'invites'> & {
  place: string
  minutes: string
  /** Whether people are invited, which a new interview does. */
  invites: boolean
}

/** The fault of each field, by its name; those of interviewers by their number, such as `interviewers.0.name`. */
export type InterviewFaults = Readonly<Partial<Record<string, string>>>

/** What a new interview begins with where none was planned before: a call needs no link and no place. */
const NO_DEFAULTS: InterviewDefaults = {
  minutes: null,
  kind: null,
  places: { video: null, on_site: null },
  timeZones: [],
  interviewers: [],
}

const FIRST_KIND: InterviewKind = 'phone'
/** Ten in the morning is an hour that most people have. */
const FIRST_TIME = '10:00'

/** What a new interview is filled in from. */
export type PlanDefaults = { companyZone: string; now: Date; latest?: InterviewDefaults | undefined }

/** What the form begins with: an interview to change, or a new one on the next weekday, like the latest ones. */
export function fieldsOf(interview: Interview | undefined, plan: PlanDefaults): InterviewFields {
  if (!interview) {
    const { minutes, kind } = plan.latest ?? NO_DEFAULTS
    return {
      date: nextWeekday(plan),
      time: FIRST_TIME,
      minutes: String(minutes ?? INTERVIEW.usual),
      timeZone: plan.companyZone,
      kind: kind ?? FIRST_KIND,
      place: placeOf(kind ?? FIRST_KIND, plan.latest),
      interviewers: [{ name: '', address: '' }],
      invites: true,
    }
  }
  const { date, time, minutes, timeZone, kind, place, interviewers, invites } = interview
  return { date, time, minutes: String(minutes), timeZone, kind, place: place ?? '', interviewers, invites }
}

/** The latest place of a kind of interview; none for a call, whose number belongs to one applicant. */
export function placeOf(kind: InterviewKind, latest: InterviewDefaults = NO_DEFAULTS): string {
  return (kind in latest.places && latest.places[kind as keyof InterviewDefaults['places']]) || ''
}

/** The zones that are likely: the company's, the browser's, and the latest ones. */
export function likelyZones({ companyZone, latest = NO_DEFAULTS }: Omit<PlanDefaults, 'now'>): string[] {
  return [companyZone, browserZone(), ...latest.timeZones]
}

/** The first day after today, in the company's zone, that is neither a Saturday nor a Sunday, such as `2026-11-30`. */
export function nextWeekday({ companyZone, now }: Omit<PlanDefaults, 'latest'>): string {
  const tomorrow = addDays(dayIn(now, companyZone), 1)
  return [tomorrow, addDays(tomorrow, 1), addDays(tomorrow, 2)].find(isWeekday) ?? tomorrow
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
