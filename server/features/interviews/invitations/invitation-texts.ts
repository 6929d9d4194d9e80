import { INTERVIEW_FORMS } from '../../../../contract/interviews/interview-terms.ts'
import { dayIn } from '../../../../contract/promise/calendar-days.ts'
import { formatReference } from '../../../../contract/wire/reference.ts'
import { isolateDirection } from '../../../platform/mail/isolate-direction.ts'
import { formatSpan, formatStart } from '../../../platform/written-times.ts'
import { STATUS_LINK } from '../../messages/templates/default-templates.ts'
import { firstName } from '../../messages/templates/fill-texts.ts'
import type { EventTexts } from '../calendar/calendar-files.ts'
import { interviewersOf } from '../stored/interview-presenter.ts'
import type { InterviewWithApplicant } from '../stored/interview-queries.ts'

/** What the texts about an interview name. */
export type InterviewSubject = {
  /** When they are written. */
  now: Date
  interview: InterviewWithApplicant
  applicant: { id: number; name: string; firstName: string }
  /** Title of the posting; null for a general application. */
  job: string | null
  company: string
}

/** What a message about an interview says. */
export type InterviewNews = 'invited' | 'chosen' | 'changed' | 'cancelled'

const SUBJECTS: Readonly<Record<InterviewNews, string>> = {
  invited: 'Invitation to an interview',
  chosen: 'Your interview',
  changed: 'Changed interview',
  cancelled: 'Cancelled interview',
}

const paragraphs = (...all: (string | null)[]) => `${all.filter((one) => one !== null).join('\n\n')}\n`

/** The message to the applicant. The private link is filled in when it leaves. @param sender who signs it; null for the company */
export function textToApplicant(news: InterviewNews, subject: InterviewSubject, sender: string | null) {
  const { applicant, company } = subject
  const application = `your application for ${subject.job ?? 'a position'} at ${company}`
  const openings: Record<InterviewNews, string> = {
    invited: `We would like to talk to you about ${application}.`,
    chosen: `Thank you for choosing a time. Your interview about ${application} is booked.`,
    changed: `Your interview about ${application} has changed. This is how it stands now.`,
    cancelled: `This interview about ${application} does not take place.`,
  }
  return {
    subject: `${SUBJECTS[news]} (${formatReference('APP', applicant.id)})`,
    body: paragraphs(
      `Hello ${applicant.firstName || 'there'},`,
      openings[news],
      factsOf(subject),
      news === 'cancelled' || news === 'chosen'
        ? STATUS_LINK
        : 'Accept or decline it, or add it to your calendar:\n{status_link}',
      sender === null ? `Kind regards\n${company}` : `Kind regards\n${sender}\n${company}`,
    ),
  }
}

/**
 * The message to an interviewer: never with the private link of the applicant.
 * @param reader.reviewUrl the address of the application, which needs a sign-in; null for one who gets a link without one, which is
 * filled in when the message leaves
 */
export function textToInterviewer(
  news: InterviewNews,
  subject: InterviewSubject,
  { name, reviewUrl }: { name: string; reviewUrl: string | null },
) {
  const { applicant, company } = subject
  const openings: Record<InterviewNews, string> = {
    invited: 'You are asked to hold an interview.',
    chosen: 'An applicant has chosen a time that was offered. You are asked to hold the interview.',
    changed: 'An interview that you hold has changed. This is how it stands now.',
    cancelled: 'An interview that you were to hold does not take place.',
  }
  return {
    subject: `${SUBJECTS[news === 'chosen' ? 'invited' : news]}: ${applicant.name} (${formatReference('APP', applicant.id)})`,
    body: paragraphs(
      `Hello ${firstName(name) || name},`,
      openings[news],
      `Applicant: ${isolateDirection(applicant.name)}\nPosition: ${subject.job ? isolateDirection(subject.job) : 'General application'}\n${factsOf(subject, name)}`,
      whereToRead(news, reviewUrl),
      `Kind regards\n${company}`,
    ),
  }
}

/** Where an interviewer reads about the applicant. */
function whereToRead(news: InterviewNews, reviewUrl: string | null): string {
  if (reviewUrl === null)
    return 'Read the resume and the answers here. You need no account; the link is yours alone:\n{status_link}'
  if (news === 'cancelled') return `The application, for those who can sign in:\n${reviewUrl}`
  return `Resume, answers and your scorecard, for those who can sign in:\n${reviewUrl}`
}

/** What interviewers without an account read beside the resume. */
export function questionToInterviewer({ interview, now }: InterviewSubject): string {
  const { starts_at, time_zone } = interview
  const start = formatStart(starts_at, { timeZone: time_zone, today: dayIn(now, time_zone) })
  return `You hold the interview on ${start}. Read the resume and the answers before it. Afterwards, say here what you think.`
}

/** What the applicant's calendar shows. */
export function eventForApplicant({ interview, job, company }: InterviewSubject): EventTexts {
  return {
    summary: `Interview with ${company}`,
    description: [
      job,
      INTERVIEW_FORMS[interview.kind],
      interviewerNames(interview),
      'Accept or decline it with the private link in our message to you.',
    ]
      .filter(Boolean)
      .join('\n'),
  }
}

/** What the calendars of interviewers and admins show. */
export function eventForAdmins({ interview, applicant, job }: InterviewSubject, reviewUrl: string | null): EventTexts {
  return {
    summary: `Interview: ${applicant.name}`,
    description: [
      job ?? 'General application',
      INTERVIEW_FORMS[interview.kind],
      interview.invited_at === null && 'Nobody is invited yet.',
      reviewUrl,
    ]
      .filter(Boolean)
      .join('\n'),
  }
}

/** Lines that a card shows as a table. @param reader the interviewer who reads them, and is not named */
function factsOf({ interview, now }: InterviewSubject, reader?: string): string {
  const { starts_at, ends_at, time_zone, kind, place } = interview
  const names = interviewersOf(interview).flatMap(({ name }) => (name === reader ? [] : [name]))
  const today = dayIn(now, time_zone)
  return [
    `When: ${formatSpan({ from: starts_at, to: ends_at }, { timeZone: time_zone, today })}`,
    `Where: ${[INTERVIEW_FORMS[kind], place].filter(Boolean).join(', ')}`,
    ...(names.length > 0 ? [`With: ${names.map(isolateDirection).join(', ')}`] : []),
  ].join('\n')
}

function interviewerNames(interview: InterviewWithApplicant): string | null {
  const names = interviewersOf(interview).map(({ name }) => name)
  return names.length > 0 ? `With ${names.join(', ')}` : null
}
