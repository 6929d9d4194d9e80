import ical, { type VEvent } from 'node-ical'
import { expect } from 'vitest'
import type { Application } from '../../contract/applications/application.ts'
import type { UndoneChange } from '../../contract/applications/application-changes.ts'
import type {
  Agenda,
  Interview,
  InterviewDetails,
  InterviewOfApplication,
  SavedInterview,
} from '../../contract/interviews/interview.ts'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../contract/wire/error.ts'
import { pathTo } from '../../contract/wire/paths.ts'
import { applyAtOnce } from '../factories.ts'
import { prepareMail } from './mail-kit.ts'
import type { ReceivedMail } from './smtp-kit.ts'

/** How an interview takes place unless a test says otherwise. */
export const DETAILS: InterviewDetails = {
  date: '2026-03-10',
  time: '15:00',
  minutes: 45,
  timeZone: 'America/Los_Angeles',
  kind: 'video',
  place: 'https://meet.example.com/pit-7',
  interviewers: [{ name: 'Kim Lee', address: 'kim@example.com' }],
}

/** A site on which interviews are planned, with what an admin and an applicant do there. */
export function prepareInterviews() {
  const mail = prepareMail({ perMinute: 1_000, clears: ['submission_counts', 'audit_trail'] })
  const { app, smtp, admin, readOwn } = mail
  return {
    ...mail,
    /** An application, and the token of the link in its receipt. */
    arrive: async (fields: Record<string, string> = {}) => {
      const before = smtp().received.length
      const id = await applyAtOnce(app(), fields)
      await smtp().untilReceived(before + 1)
      const token = /#([\w-]{43})\s/.exec(smtp().received[before]?.mail.text ?? '')?.[1] ?? expect.fail('no link')
      smtp().received.length = 0
      return { id, token }
    },
    plan: async (applicationId: number, changes: Partial<InterviewDetails> = {}) => {
      const path = pathTo(ADMIN_API.applicationInterviews, applicationId)
      const { status, body } = await admin().request<SavedInterview>('POST', path, { ...DETAILS, ...changes })
      expect(status, JSON.stringify(body)).toBe(201)
      return body
    },
    change: ({ id, version }: Interview, changes: Partial<InterviewDetails>) =>
      admin().request<SavedInterview & ErrorBody>('PUT', pathTo(ADMIN_API.interview, id), {
        ...DETAILS,
        ...changes,
        version,
      }),
    /** Posts the version of an interview to one of its addresses, such as that which cancels it. */
    act: (path: string, { id, version }: Interview) =>
      admin().request<SavedInterview & ErrorBody>('POST', pathTo(path, id), { version }),
    /** Gives an application an interview date, as the form of the specification does. */
    setDate: (id: number, interviewDate: string | null) =>
      admin().request<Application & ErrorBody>('PATCH', pathTo(ADMIN_API.application, id), { interviewDate }),
    undo: ({ changeId }: Pick<SavedInterview, 'changeId'>) =>
      admin().request<UndoneChange & ErrorBody>('POST', pathTo(ADMIN_API.undoApplicationChange, changeId ?? 0)),
    readApplication: async (id: number) =>
      (await admin().request<Application>('GET', pathTo(ADMIN_API.adminApplication, id))).body,
    readAgenda: async (from: string, to: string) =>
      (await admin().request<Agenda>('GET', `${ADMIN_API.interviews}?${new URLSearchParams({ from, to })}`)).body,
    interviewsOf: async (id: number) =>
      (
        await admin().request<{ interviews: InterviewOfApplication[] }>(
          'GET',
          pathTo(ADMIN_API.applicationInterviews, id),
        )
      ).body.interviews,
    /** The interviews that an applicant reads by a private link. */
    readOwnInterviews: async (token: string) => (await readOwn(token)).interviews,
  }
}

/** The calendar of a message, as an independent program reads it, with the method in its header. */
export function calendarIn({ source }: ReceivedMail) {
  // From the bytes: the parser of mail would change the line ends.
  const file =
    /Content-Type: application\/ics[\s\S]*?\r\n\r\n([\w+/=\r\n]+)/.exec(source)?.[1] ?? expect.fail('no file')
  const methodInHeader = /text\/calendar;[^\n]*method=(\w+)/i.exec(source)?.[1]
  return { ...readCalendar(Buffer.from(file, 'base64').toString()), methodInHeader }
}

/** A calendar as an independent program reads it. */
export function readCalendar(text: string) {
  const events = Object.values(ical.parseICS(text)).filter((part): part is VEvent => part?.type === 'VEVENT')
  return { text, events, event: events[0] as VEvent, method: /^METHOD:(\w+)\r$/m.exec(text)?.[1] }
}
