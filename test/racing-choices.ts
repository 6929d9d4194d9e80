import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { API, APPLICATION_TOKEN_HEADER, pathTo } from '../contract/wire/paths.ts'
import type { Db } from '../server/platform/database/tables.ts'
import { insertApplicant } from './factories.ts'
import { insertPrivateLink } from './private-link.ts'

const HOUR_MS = 60 * 60_000

/** An applicant who may choose one of two times of one interviewer. */
export type Racer = { applicationId: number; offerId: number; token: string }

/** The times that are raced for: tomorrow, and the day after. */
export function racedTimes(): [string, string] {
  const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  return [new Date(hour + 24 * HOUR_MS).toISOString(), new Date(hour + 48 * HOUR_MS).toISOString()]
}

/** Stores applicants who are all offered the same times of one interviewer, as an hour ago. */
export async function insertRacers(db: Db, count: number, times: readonly string[]): Promise<Racer[]> {
  const interviewers = JSON.stringify([{ name: 'Kim Lee', address: `${randomUUID()}@example.com` }])
  const racers: Racer[] = []
  for (let index = 0; index < count; index += 1) {
    const applicationId = await insertApplicant(db, { name: `Racer ${index}`, email: `${randomUUID()}@example.com` })
    const token = await insertPrivateLink(db, applicationId)
    const offer = db.insertInto('interview_offers').values({
      ...{ application_id: applicationId, state: 'open', times: JSON.stringify(times), minutes: 45 },
      ...{ time_zone: 'UTC', kind: 'phone', place: null, interviewers },
      ...{ last_day: (times[0] ?? '').slice(0, 10), ends_at: times[0] ?? '', remind_at: null, reason: null },
      ...{ interview_id: null, closed_at: null, username: 'admin', idempotency_key: null, content_hash: '' },
      created_at: new Date(Date.now() - HOUR_MS).toISOString(),
    })
    const { id: offerId } = await offer.returning('id').executeTakeFirstOrThrow()
    racers.push({ applicationId, offerId, token })
  }
  return racers
}

/** Chooses a time at a server. @returns the status; undefined where no response came */
export function chooseAt(url: string, { offerId, token }: Racer, startsAt: string): Promise<number | undefined> {
  return fetch(url + pathTo(API.chooseTime, offerId), {
    method: 'POST',
    headers: { [APPLICATION_TOKEN_HEADER]: token, 'content-type': 'application/json' },
    body: JSON.stringify({ startsAt }),
  }).then(
    ({ status }) => status,
    () => undefined,
  )
}

/**
 * Expects that every time has at most one interview, that an acknowledged choice has its own, and that every interview is whole:
 * with its booked offer, its status, its invitations and its history.
 */
export async function expectWholeChoices(db: Db, racers: readonly Racer[], acknowledged: ReadonlyMap<Racer, string>) {
  const ids = racers.map(({ applicationId }) => applicationId)
  const interviews = await db.selectFrom('interviews').selectAll().where('application_id', 'in', ids).execute()
  const starts = interviews.map(({ starts_at }) => starts_at)
  expect(new Set(starts).size).toBe(starts.length)
  for (const [{ applicationId }, startsAt] of acknowledged)
    expect(interviews).toContainEqual(expect.objectContaining({ application_id: applicationId, starts_at: startsAt }))
  const booked = db.selectFrom('interview_offers').select(['application_id', 'interview_id'])
  const offers = await booked.where('application_id', 'in', ids).where('state', '=', 'booked').execute()
  const byId = (one: { application_id: number }, other: { application_id: number }) =>
    one.application_id - other.application_id
  expect(offers.toSorted(byId)).toEqual(
    interviews.map(({ id, application_id }) => ({ application_id, interview_id: id })).toSorted(byId),
  )
  for (const { id, application_id } of interviews) {
    const application = db
      .selectFrom('applications')
      .select(['status', 'interview_date'])
      .where('id', '=', application_id)
    expect(await application.executeTakeFirst()).toMatchObject({
      status: 'interview',
      interview_date: expect.anything(),
    })
    expect(await db.selectFrom('mails').select('id').where('interview_id', '=', id).execute()).toHaveLength(2)
    const events = db.selectFrom('audit_trail').select('event').where('subject_id', '=', application_id)
    expect(await events.where('event', 'like', '%interview_chosen%').execute()).toHaveLength(1)
  }
}
