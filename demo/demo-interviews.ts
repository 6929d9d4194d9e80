import { randomUUID } from 'node:crypto'
import type { Interviewer } from '../contract/interviews/interview.ts'
import { saveFeedbackVersion } from '../server/features/applications/changes/feedback-versions.ts'
import type { Actor } from '../server/features/audit/audit-queries.ts'
import { createInterviewWriter } from '../server/features/interviews/invitations/interview-messages.ts'
import { findInterview, insertInterview } from '../server/features/interviews/stored/interview-queries.ts'
import type { Db } from '../server/platform/database/tables.ts'
import type { DemoApplicant } from './demo-applicants.ts'
import { COMPANY, SENT } from './demo-messages.ts'
import { instantOf } from './moment.ts'

const HOUR_MS = 60 * 60 * 1000

/** By the day, so that the interviews of a week differ. */
const MEETINGS = [
  { kind: 'video', place: 'https://meet.example.com/panel-review', response: 'accepted' },
  { kind: 'on_site', place: '1200 Rankin Highway, Midland, TX', response: 'none' },
  { kind: 'phone', place: null, response: 'accepted' },
] as const

/** Takes part in every interview, without an account. */
export const INTERVIEWER: Interviewer = { name: 'Marta Quintana', address: 'marta.quintana@example.com' }

const writer = createInterviewWriter({
  company: COMPANY,
  publicUrl: 'https://careers.example.com',
  organizer: { name: COMPANY, address: 'careers@example.com' },
  sendsMail: true,
})

/** Adds the interview of an application, its invitations, and the feedback that was written after it. */
export async function loadInterview(
  db: Db,
  { applicationId, applicant, recruiter, now }: DemoInterview,
): Promise<void> {
  const { interview, feedback } = applicant
  if (!interview) return
  const begin = instantOf(interview, now)
  const end = new Date(begin.getTime() + HOUR_MS)
  const planning = new Date(Math.min(begin.getTime() - 48 * HOUR_MS, now.getTime() - HOUR_MS))
  const planned = planning.toISOString()
  const { response, ...meeting } = MEETINGS[begin.getUTCDate() % MEETINGS.length] ?? MEETINGS[0]
  await db.transaction().execute(async (trx) => {
    const id = await insertInterview(trx, {
      ...meeting,
      application_id: applicationId,
      uid: randomUUID(),
      starts_at: begin.toISOString(),
      ends_at: end.toISOString(),
      time_zone: 'America/Chicago',
      interviewers: JSON.stringify([INTERVIEWER]),
      state: 'planned',
      cancelled_at: null,
      response,
      response_reason: null,
      responded_at: response === 'none' ? null : planned,
      sequence: 0,
      changed_at: planned,
      created_at: planned,
      idempotency_key: null,
      content_hash: '',
      invited_at: planned,
    })
    const stored = await findInterview(trx, id)
    if (stored) await writer.announce(trx, stored, { by: recruiter, now: planning })
    await trx
      .updateTable('mails')
      .set({ ...SENT, settled_at: planned, attempts: 1 })
      .where('interview_id', '=', id)
      .execute()
    if (feedback && end < now)
      await saveFeedbackVersion(trx, { by: recruiter, now: end }, { id: applicationId, text: feedback })
  })
}

type DemoInterview = { applicationId: number; applicant: DemoApplicant; recruiter: Actor; now: Date }
