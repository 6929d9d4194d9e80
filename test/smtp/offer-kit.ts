import { expect } from 'vitest'
import type { ListedApplication } from '../../contract/applications/application-list.ts'
import type { HistoryEntry } from '../../contract/applications/history.ts'
import type { Agenda } from '../../contract/interviews/interview.ts'
import type { InterviewOffer, OfferDetails, OffersOverview } from '../../contract/interviews/interview-offer.ts'
import type { DecisionMessage } from '../../contract/messages/messages.ts'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../contract/wire/error.ts'
import { API, PAGE, pathTo } from '../../contract/wire/paths.ts'
import { insertApplicant } from '../factories.ts'
import { insertPrivateLink } from '../private-link.ts'
import { DAY, NOON, prepareMail } from './mail-kit.ts'

/** What is offered unless a test says otherwise. */
export const DETAILS: OfferDetails = {
  times: [
    { date: '2026-03-10', time: '15:30' },
    { date: '2026-03-09', time: '10:00' },
    { date: '2026-03-11', time: '09:00' },
  ],
  lastDay: '2026-03-06',
  minutes: 45,
  timeZone: 'America/Chicago',
  kind: 'video',
  place: 'https://meet.example.com/pit-7',
  interviewers: [{ name: 'Kim Lee', address: 'kim@example.com' }],
}

/** The offered times of {@link DETAILS}, in UTC. */
export const [FIRST, SECOND, THIRD] = [
  '2026-03-09T15:00:00.000Z',
  '2026-03-10T20:30:00.000Z',
  '2026-03-11T14:00:00.000Z',
] as const

/** An applicant with a private link. */
export type Arrived = { id: number; token: string; email: string }

/** A site on which times are offered, with what an admin and an applicant do there. */
export function prepareOffers() {
  const mail = prepareMail({ perMinute: 1_000, clears: ['jobs', 'audit_trail'] })
  const { app, admin, withLink } = mail
  const tryOffer = ({ id }: { id: number }, changes: Partial<OfferDetails> = {}) =>
    admin().request<InterviewOffer & ErrorBody>('POST', pathTo(ADMIN_API.applicationOffers, id), {
      ...DETAILS,
      ...changes,
    })
  return {
    ...mail,
    arrive: async (name: string, jobId: number | null = null): Promise<Arrived> => {
      const email = `${name.split(' ')[0]?.toLowerCase()}@example.com`
      const created_at = new Date(NOON - DAY).toISOString()
      const id = await insertApplicant(app().db, { name, email, job_id: jobId, created_at })
      return { id, token: await insertPrivateLink(app().db, id), email }
    },
    /** Asks for an offer, which may be refused. */
    tryOffer,
    offer: async (to: { id: number }, changes: Partial<OfferDetails> = {}) => {
      const { status, body } = await tryOffer(to, changes)
      expect(status, JSON.stringify(body)).toBe(201)
      return body
    },
    /** Takes a time as the applicant. @returns with the message of a refusal */
    choose: async ({ token }: Arrived, { id }: { id: number }, startsAt: string) => {
      const response = await withLink('POST', pathTo(API.chooseTime, id), token, { startsAt })
      return {
        status: response.status,
        message: response.status === 204 ? null : ((await response.json()) as ErrorBody).message,
      }
    },
    readOffers: async () => (await admin().request<OffersOverview>('GET', ADMIN_API.interviewOffers)).body,
    /** What the row of an applicant in the list says of offered times. */
    readMark: async ({ id }: { id: number }) => {
      const { body } = await admin().request<ListedApplication[]>('GET', `${ADMIN_API.applications}?sort=date`)
      return body.find((row) => row.id === id)?.offeredTimes
    },
    readAgenda: async () => {
      const query = new URLSearchParams({ from: '2026-03-02T00:00:00.000Z', to: '2026-03-30T00:00:00.000Z' })
      return (await admin().request<Agenda>('GET', `${ADMIN_API.interviews}?${query}`)).body.interviews
    },
    /** Who did what, as the history of an application names it. */
    historyOf: async ({ id }: { id: number }) => {
      const { body } = await admin().request<HistoryEntry[]>('GET', pathTo(ADMIN_API.applicationHistory, id))
      return body.map(({ by, event }) => `${by ?? 'applicant'} ${event.action}`)
    },
    /** @returns the id by which the change can be undone */
    setStatus: async ({ id }: { id: number }, status: string, message?: DecisionMessage) => {
      const body = { applications: [{ id }], change: { status }, message }
      const response = await admin().request<{ id: number }>('POST', ADMIN_API.applicationChanges, body)
      expect(response.status, JSON.stringify(response.body)).toBe(200)
      return response.body.id
    },
    undo: (changeId: number) => admin().request('POST', pathTo(ADMIN_API.undoApplicationChange, changeId)),
  }
}

/** The address of the page of an offer, as its message has it. */
export function linkIn(text: string): string {
  return new RegExp(`${PAGE.interviewTimes}\\?token=[\\w-]{43}(?=\\s)`).exec(text)?.[0] ?? expect.fail('no link')
}
