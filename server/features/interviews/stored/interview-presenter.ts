import type { Interview, Interviewer, OwnInterview } from '../../../../contract/interviews/interview.ts'
import { UNDO_TIME_MS } from '../../../../contract/wire/limits.ts'
import type { InterviewRow } from '../../../platform/database/tables.ts'
import { localTimeOf } from '../../../platform/local-time.ts'
import type { InterviewWithApplicant } from './interview-queries.ts'
import { minutesOf } from './interview-times.ts'

/** The people who hold an interview. */
export function interviewersOf({ interviewers }: Pick<InterviewRow, 'interviewers'>): Interviewer[] {
  return JSON.parse(interviewers) as Interviewer[]
}

/** Whether admins see an interview of an application: of a date that was removed nothing is left after the undo time. */
export function isListed(row: Pick<InterviewRow, 'cancelled_at' | 'invited_at'>, now: Date): boolean {
  const { cancelled_at, invited_at } = row
  return cancelled_at === null || invited_at !== null || now.getTime() - Date.parse(cancelled_at) < UNDO_TIME_MS
}

/** An interview as admins read it. */
export function presentInterview(row: InterviewWithApplicant): Interview {
  return {
    id: row.id,
    version: row.version,
    applicationId: row.application_id,
    applicantName: row.name,
    jobId: row.job_id,
    jobTitle: row.job_title,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    ...localTimeOf(new Date(row.starts_at), row.time_zone),
    minutes: minutesOf(row),
    timeZone: row.time_zone,
    kind: row.kind,
    place: row.place,
    interviewers: interviewersOf(row),
    invites: row.invited_at !== null,
    state: row.state,
    response: row.response,
    responseReason: row.response_reason,
    respondedAt: row.responded_at,
  }
}

/** An interview as its applicant reads it: the interviewers' names without their addresses. */
export function presentOwnInterview(row: InterviewRow): OwnInterview {
  return {
    id: row.id,
    version: row.version,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    minutes: minutesOf(row),
    timeZone: row.time_zone,
    kind: row.kind,
    place: row.place,
    interviewers: interviewersOf(row).map(({ name }) => name),
    state: row.state,
    response: row.response,
    responseReason: row.response_reason,
  }
}
