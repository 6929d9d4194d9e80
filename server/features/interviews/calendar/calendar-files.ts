import ical, {
  escape as escapeText,
  foldLines,
  ICalAttendeeRole,
  ICalAttendeeStatus,
  type ICalCalendar,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator'
import type { InterviewResponse } from '../../../../contract/interviews/interview-terms.ts'
import type { InterviewRow } from '../../../platform/database/tables.ts'
import type { Mailbox } from '../../../platform/mail/mail-settings.ts'
import { plainName } from '../../../platform/mail/plain-name.ts'
import { interviewersOf } from '../stored/interview-presenter.ts'
import type { InterviewWithApplicant } from '../stored/interview-queries.ts'

/** What a calendar shows of an interview, beside its time and place. */
export type EventTexts = { summary: string; description: string }

const STATUS: Readonly<Record<InterviewResponse, ICalAttendeeStatus>> = {
  none: ICalAttendeeStatus.NEEDSACTION,
  accepted: ICalAttendeeStatus.ACCEPTED,
  declined: ICalAttendeeStatus.DECLINED,
}

/** How often calendar programs are asked to read a feed again. In seconds. */
const FEED_TTL_S = 30 * 60

/** The last line of a calendar. */
const END = 'END:VCALENDAR'

/**
 * An invitation or a cancellation for the mail about an interview (RFC 5546). Times are in UTC: each calendar shows them
 * in its own zone, and none has to know the rules of another one (`docs/decisions/0071-interviews.md`).
 * @param parts.isForInterviewer only then are the interviewers attendees: the applicant does not get their addresses
 */
export function invitationFile(
  interview: InterviewWithApplicant,
  parts: { texts: EventTexts; organizer: Mailbox; now: Date; isCancelled: boolean; isForInterviewer: boolean },
): string {
  const { texts, organizer, now, isCancelled, isForInterviewer } = parts
  const calendar = newCalendar(isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST)
  const event = addEvent(calendar, interview, texts, now)
  if (isCancelled) event.status(ICalEventStatus.CANCELLED)
  event.organizer({ name: organizer.name ?? organizer.address, email: organizer.address })
  const role = ICalAttendeeRole.REQ
  event.createAttendee({
    name: plainName(interview.name) ?? interview.email,
    email: interview.email,
    role,
    rsvp: false,
    status: STATUS[interview.response],
  })
  for (const { name, address } of isForInterviewer ? interviewersOf(interview) : []) {
    event.createAttendee({ name, email: address, role, rsvp: true, status: ICalAttendeeStatus.NEEDSACTION })
  }
  return fileOf(calendar)
}

/** An interview as a file that its applicant adds to a calendar. */
export function interviewFile(interview: InterviewRow, texts: EventTexts, now: Date): string {
  const calendar = newCalendar(ICalCalendarMethod.PUBLISH)
  addEvent(calendar, interview, texts, now)
  return fileOf(calendar)
}

/** The calendar that an admin subscribes to. It is made one event at a time, because a full one takes seconds. */
export function* feedFile(
  events: readonly { interview: InterviewRow; texts: EventTexts }[],
  { name, now }: { name: string; now: Date },
): Generator<void, string, void> {
  const calendar = newCalendar(ICalCalendarMethod.PUBLISH)
  // The library does not escape this name.
  calendar.name(escapeText(name, false)).ttl(FEED_TTL_S)
  const empty = fileOf(calendar)
  const end = empty.lastIndexOf(END)
  let file = empty.slice(0, end)
  for (const { interview, texts } of events) {
    file += foldLines(addEvent(calendar, interview, texts, now).toString())
    // It is in the file: the calendar would keep it as well, with the file still growing.
    calendar.clear()
    yield
  }
  return file + empty.slice(end)
}

function newCalendar(method: ICalCalendarMethod): ICalCalendar {
  return ical({ method, prodId: { company: 'Wellhead', product: 'Interviews', language: 'EN' } })
}

function addEvent(calendar: ICalCalendar, interview: InterviewRow, texts: EventTexts, now: Date) {
  return calendar.createEvent({
    id: interview.uid,
    sequence: interview.sequence,
    stamp: now,
    start: new Date(interview.starts_at),
    end: new Date(interview.ends_at),
    status: ICalEventStatus.CONFIRMED,
    summary: texts.summary,
    description: texts.description,
    location: interview.place,
  })
}

/** Every line of a file ends with CRLF, also the last one. */
function fileOf(calendar: ICalCalendar): string {
  return `${calendar.toString()}\r\n`
}
