import type { ApplicationEvent } from '../contract/applications/history.ts'
import type { OfferDetails } from '../contract/interviews/interview-offer.ts'
import { addDays, dayIn } from '../contract/promise/calendar-days.ts'
import { hashSecret, newSecret } from '../server/features/accounts/session-queries.ts'
import { type Actor, recordAction, shownName } from '../server/features/audit/audit-queries.ts'
import { insertOffer } from '../server/features/interview-offers/offer-queries.ts'
import { readOfferedTimes } from '../server/features/interview-offers/offered-times.ts'
import type { Db, InterviewRow } from '../server/platform/database/tables.ts'
import type { DemoApplicant } from './demo-applicants.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

const TERMS = {
  minutes: 45,
  kind: 'video',
  place: 'https://meet.example.com/panel-review',
  interviewers: [{ name: 'Marta Quintana', address: 'marta.quintana@example.com' }],
} as const

type DemoOffer = { applicationId: number; applicant: DemoApplicant; recruiter: Actor; now: Date; timeZone: string }

/** Adds the offer of times to an applicant, and what became of it. */
export async function loadOffer(db: Db, offer: DemoOffer): Promise<void> {
  const { applicationId, applicant, recruiter, now, timeZone } = offer
  if (applicant.offer === null) return
  const planned = await db
    .selectFrom('interviews')
    .selectAll()
    .where('application_id', '=', applicationId)
    .executeTakeFirst()
  const made = new Date(now.getTime() - (applicant.offer === 'open' ? 1 : 6) * DAY_MS)
  const columns = readOfferedTimes(detailsOf(made, timeZone), made)
  const state = applicant.offer === 'chosen' ? 'booked' : applicant.offer
  const closed = state === 'open' ? null : closedAt(state, columns.ends_at, planned)
  await db.transaction().execute(async (trx) => {
    const record = (at: Date, by: Actor | null, event: ApplicationEvent) =>
      recordAction(trx, { by, now: at, id: applicationId, subject: 'application', event })
    await insertOffer(trx, {
      ...columns,
      ...(planned && { times: JSON.stringify([...JSON.parse(columns.times), planned.starts_at].toSorted()) }),
      ...{ ...TERMS, interviewers: JSON.stringify(TERMS.interviewers) },
      ...{ application_id: applicationId, state, time_zone: timeZone, last_day: lastDayOf(made, timeZone) },
      ...(closed && { closed_at: closed, remind_at: null }),
      interview_id: planned?.id ?? null,
      username: shownName(recruiter),
      created_at: made.toISOString(),
      idempotency_key: null,
      content_hash: '',
    })
    await record(made, recruiter, { action: 'interview_offered' })
    if (closed && state === 'booked') await record(new Date(closed), null, { action: 'interview_chosen' })
    if (closed && state === 'expired') await record(new Date(closed), null, { action: 'interview_offer_expired' })
  })
}

/** Makes a private link to an application. @returns its token */
export async function makePrivateLink(db: Db, applicationId: number, now: Date): Promise<string> {
  const token = newSecret()
  const row = { token_hash: hashSecret(token), application_id: applicationId, created_at: now.toISOString() }
  await db
    .insertInto('application_links')
    .values({ ...row, expires_at: null, revoked_at: null })
    .execute()
  return token
}

/** A choice comes when its interview was planned; an offer without one ends with its last day. */
function closedAt(state: 'booked' | 'expired', endsAt: string, planned: InterviewRow | undefined): string {
  return state === 'booked' && planned ? planned.created_at : endsAt
}

function lastDayOf(made: Date, timeZone: string): string {
  return addDays(dayIn(made, timeZone), 4)
}

/** Three times on the weekdays after the last day to choose. */
function detailsOf(made: Date, timeZone: string): OfferDetails {
  const lastDay = lastDayOf(made, timeZone)
  const following = [1, 2, 3, 4, 5].map((days) => addDays(lastDay, days))
  const days = following.filter((day) => ![0, 6].includes(new Date(day).getUTCDay()))
  const times = ['10:00', '14:30', '09:00'].map((time, index) => ({ date: days[index] ?? lastDay, time }))
  return { ...TERMS, interviewers: [...TERMS.interviewers], times, lastDay, timeZone }
}
