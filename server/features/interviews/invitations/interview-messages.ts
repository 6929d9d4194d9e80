import type { Transaction } from 'kysely'
import { INTERVIEW_SOON_MS } from '../../../../contract/interviews/interview-terms.ts'
import type { InterviewMessageKind } from '../../../../contract/messages/message-kinds.ts'
import { INTERVIEWS } from '../../../../contract/policies/interviews-policy.ts'
import { ADMIN_PAGE } from '../../../../contract/wire/admin-paths.ts'
import { UNDO_TIME_MS } from '../../../../contract/wire/limits.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import type { Db, Tables } from '../../../platform/database/tables.ts'
import { RequestError } from '../../../platform/http/request-error.ts'
import { newMessageId } from '../../../platform/mail/mail-queue.ts'
import type { Mailbox } from '../../../platform/mail/mail-settings.ts'
import { plainName } from '../../../platform/mail/plain-name.ts'
import { doInSteps } from '../../../platform/yielding.ts'
import { isPermitted } from '../../accounts/require-access.ts'
import { type Actor, shownName } from '../../audit/audit-queries.ts'
import { askInterviewers } from '../../colleague-questions/ask-interviewers.ts'
import { findJobTitles } from '../../jobs/job-queries.ts'
import { wasToLeaveAgain } from '../../messages/cancelled-state.ts'
import {
  cancelMessagesAbout,
  insertMessages,
  listLeftAbout,
  type NewMessage,
  reasonOfInterview,
} from '../../messages/message-queries.ts'
import { firstName } from '../../messages/templates/fill-texts.ts'
import { feedFile, interviewFile, invitationFile } from '../calendar/calendar-files.ts'
import { interviewersOf } from '../stored/interview-presenter.ts'
import type { InterviewWithApplicant } from '../stored/interview-queries.ts'
import {
  eventForAdmins,
  eventForApplicant,
  type InterviewNews,
  type InterviewSubject,
  questionToInterviewer,
  textToApplicant,
  textToInterviewer,
} from './invitation-texts.ts'

const INVITATION = 'interview_invitation' satisfies InterviewMessageKind
const CANCELLATION = 'interview_cancellation' satisfies InterviewMessageKind

/** What a person is told, and the question to an interviewer without an account; null for anyone else. */
type Told = { news: InterviewNews; question: number | null }

/** A person who is told about an interview. */
type Recipient = { isInterviewer: boolean; name: string; address: string }

/**
 * Which admin changes an interview, and when; null for an applicant. One who withdraws is not told about it, and one who has
 * chosen its time is.
 */
export type InterviewAuthor = { by: Actor | null; now: Date; isChosen?: true }

declare module '../../feature.ts' {
  interface Services {
    interviews: InterviewWriter
  }
}

/** Writes messages about interviews in the transactions of their causes, and calendar files. */
export type InterviewWriter = {
  /**
   * Brings all who take part in an interview up to date: unsent messages about it are cancelled, and each person whose
   * calendar then differs from what is stored gets an invitation or a cancellation at the end of the undo time.
   * @throws {RequestError} `forbidden` where its applicant knows of it, or is to, and the author may not invite for this posting
   */
  announce(trx: Transaction<Tables>, interview: InterviewWithApplicant, author: InterviewAuthor): Promise<void>
  /** The interview as a file for the applicant's calendar. */
  calendarOf(db: Db, interview: InterviewWithApplicant, now: Date): Promise<string>
  /** The calendar of all interviews, for admins. */
  feedOf(db: Db, interviews: readonly InterviewWithApplicant[], now: Date): Promise<string>
}

/**
 * Makes the writer of messages about interviews.
 * @param options.organizer gets the responses of calendar programs
 */
export function createInterviewWriter(options: {
  company: string
  publicUrl: string
  organizer: Mailbox
  sendsMail: boolean
}): InterviewWriter {
  const { company, publicUrl, organizer, sendsMail } = options
  const reviewUrlOf = ({ application_id }: Pick<InterviewWithApplicant, 'application_id'>) =>
    `${publicUrl}${pathTo(ADMIN_PAGE.review, application_id)}`

  const subjectsOf = async (
    db: Db,
    interviews: readonly InterviewWithApplicant[],
    now: Date,
  ): Promise<InterviewSubject[]> => {
    const jobIds = [...new Set(interviews.flatMap(({ job_id }) => (job_id === null ? [] : [job_id])))]
    const titles = await findJobTitles(db, jobIds)
    return interviews.map((interview) => ({
      ...{ interview, now },
      applicant: {
        id: interview.application_id,
        name: plainName(interview.name) ?? interview.email,
        firstName: firstName(interview.name),
      },
      job: (interview.job_id !== null && titles.get(interview.job_id)) || null,
      company,
    }))
  }

  /** The message to one person, as it is told to this person. */
  const textsFor = (
    subject: InterviewSubject,
    { isInterviewer, name }: Recipient,
    { news, by, question }: Pick<InterviewAuthor, 'by'> & Told,
  ) => {
    if (!isInterviewer)
      return { text: textToApplicant(news, subject, by?.displayName ?? null), event: eventForApplicant(subject) }
    const reviewUrl = question === null ? reviewUrlOf(subject.interview) : null
    return { text: textToInterviewer(news, subject, { name, reviewUrl }), event: eventForAdmins(subject, reviewUrl) }
  }

  const write = (
    subject: InterviewSubject,
    recipient: Recipient,
    { news, by, now, question }: InterviewAuthor & Told,
  ): NewMessage => {
    const { interview } = subject
    const { text, event } = textsFor(subject, recipient, { news, by, question })
    const kind = news === 'cancelled' ? CANCELLATION : INVITATION
    return {
      ...text,
      application_id: interview.application_id,
      kind,
      reason: `${reasonOfInterview(interview)}:${kind}:${keyOf(recipient)}`,
      change_id: null,
      interview_id: interview.id,
      to_interviewer: recipient.isInterviewer ? 1 : 0,
      colleague_question_id: question,
      to_name: recipient.name,
      to_address: recipient.address,
      calendar: invitationFile(interview, {
        ...{ texts: event, organizer, now },
        isCancelled: news === 'cancelled',
        isForInterviewer: recipient.isInterviewer,
      }),
      message_id: newMessageId(publicUrl),
      username: by && shownName(by),
      state: 'waiting',
    }
  }

  return {
    announce: async (trx, interview, author) => {
      const { by, now } = author
      await cancelMessagesAbout(trx, interview.id, now)
      const lastMessages = await readLastMessages(trx, interview)
      const news = newsFor(interview, lastMessages, now).filter(
        ({ recipient }) => by !== null || author.isChosen || recipient.isInterviewer,
      )
      if (by) await requireInviting(trx, by, interview, news)
      const [subject] = await subjectsOf(trx, [interview], now)
      if (!subject || news.length === 0) return
      const invited = news.filter((each) => each.recipient.isInterviewer && each.news !== 'cancelled')
      const questions = await askInterviewers(trx, {
        ...{ interview, by, now, sendsMail, question: questionToInterviewer(subject) },
        addresses: invited.map(({ recipient }) => recipient.address),
      })
      const messages = news.map((each) =>
        write(subject, each.recipient, {
          ...{ ...author, news: author.isChosen ? 'chosen' : each.news },
          question: (each.recipient.isInterviewer && questions.get(each.recipient.address)) || null,
        }),
      )
      const isSoon = Date.parse(interview.starts_at) - now.getTime() <= INTERVIEW_SOON_MS
      await insertMessages(trx, messages, { now, delayMs: by === null || isSoon ? 0 : UNDO_TIME_MS })
    },

    calendarOf: async (db, interview, now) => {
      const [subject] = await subjectsOf(db, [interview], now)
      return subject ? interviewFile(interview, eventForApplicant(subject), now) : ''
    },

    feedOf: async (db, interviews, now) => {
      const events = (await subjectsOf(db, interviews, now)).map((subject) => ({
        interview: subject.interview,
        texts: eventForAdmins(subject, reviewUrlOf(subject.interview)),
      }))
      return doInSteps(feedFile(events, { name: `Interviews at ${company}`, now }))
    },
  }
}

/**
 * What is planned without an invitation tells nobody, neither the applicant nor the interviewers. Whatever is done to an interview that
 * people are invited to shows on the page of its applicant, also where no mail leaves.
 */
async function requireInviting(
  trx: Transaction<Tables>,
  by: Actor,
  { invited_at, job_id }: InterviewWithApplicant,
  news: readonly unknown[],
): Promise<void> {
  if (invited_at === null && news.length === 0) return
  if (await isPermitted(trx, by, INTERVIEWS.invite, job_id)) return
  throw new RequestError(
    'forbidden',
    'The applicant would hear of this. For this position you may plan, move and cancel interviews to which nobody is invited.',
  )
}

/** The last message that a person got about an interview, or perhaps did: then it may have been about to leave once more. */
type LastMessage = { recipient: Recipient; isInvited: boolean; at: string; isToBeRepeated: boolean }
type LastMessages = Map<string, LastMessage>

async function readLastMessages(trx: Transaction<Tables>, interview: InterviewWithApplicant): Promise<LastMessages> {
  const messages: LastMessages = new Map()
  for (const message of await listLeftAbout(trx, interview)) {
    const { to_interviewer, to_name, to_address, kind, created_at } = message
    const recipient = { isInterviewer: to_interviewer === 1, name: to_name, address: to_address }
    const isToBeRepeated = wasToLeaveAgain(message)
    messages.set(keyOf(recipient), { recipient, isInvited: kind === INVITATION, at: created_at, isToBeRepeated })
  }
  return messages
}

/** What each person is to be told, so that every calendar shows what is stored. */
function newsFor(interview: InterviewWithApplicant, lastMessages: LastMessages, now: Date) {
  const isOver = Date.parse(interview.ends_at) <= now.getTime()
  if (isOver) return []
  const present = interview.state === 'planned' && interview.invited_at !== null ? recipientsOf(interview) : []
  const keys = new Set(present.map(keyOf))
  const news: { recipient: Recipient; news: InterviewNews }[] = []
  for (const recipient of present) {
    const newest = newsAfter(lastMessages.get(keyOf(recipient)), interview)
    if (newest) news.push({ recipient, news: newest })
  }
  for (const [key, { recipient, isInvited }] of lastMessages) {
    if (isInvited && !keys.has(key)) news.push({ recipient, news: 'cancelled' })
  }
  return news
}

/** What tells a person who takes part what the last message did not; undefined for nothing. */
function newsAfter(last: LastMessage | undefined, { changed_at }: InterviewWithApplicant): InterviewNews | undefined {
  if (!last?.isInvited) return 'invited'
  if (last.at < changed_at) return 'changed'
  return last.isToBeRepeated ? 'invited' : undefined
}

function recipientsOf(interview: InterviewWithApplicant): Recipient[] {
  return [
    { isInterviewer: false, name: interview.name, address: interview.email },
    ...interviewersOf(interview).map((interviewer) => ({ isInterviewer: true, ...interviewer })),
  ]
}

function keyOf({ isInterviewer, address }: Recipient): string {
  return `${isInterviewer ? 'to' : 'applicant'}:${address.toLowerCase()}`
}
