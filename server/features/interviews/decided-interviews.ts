import type { Transaction } from 'kysely'
import type { LeftReason } from '../../../contract/applications/application-changes.ts'
import { isOpen, isRefusal } from '../../../contract/applications/status-lists.ts'
import type { InterviewRow, MessageRow, Tables } from '../../platform/database/tables.ts'
import {
  type CancelledNote,
  type InterviewNotes,
  insertChange,
} from '../applications/changes/application-change-queries.ts'
import {
  type Author,
  type ChangedApplication,
  type DecidedInterviews,
  lockAndFind,
  type UndoneInterviews,
} from '../applications/changes/apply-changes.ts'
import { type ApplicationWithResume, findApplication } from '../applications/stored/application-queries.ts'
import type { Services } from '../feature.ts'
import { listMessagesOfVersion } from '../messages/message-queries.ts'
import { cancelRow, finishChange, restoreRow } from './change-interviews.ts'
import { dateInterview, listLeftSince, type TakenBack, takeBackDate } from './dated-interviews.ts'
import type { InterviewAuthor, InterviewWriter } from './invitations/interview-messages.ts'
import { findInterview, listOpenWithInterview, listPlannedOf } from './stored/interview-queries.ts'

/** What decisions do to interviews. @param timeZone the company's, of interviews of which only the date is known */
export function createDecidedInterviews(interviews: InterviewWriter, timeZone: string): DecidedInterviews {
  return {
    ended: (trx, applicationIds, author) => cancelAhead({ trx, interviews }, applicationIds, author),

    dated: (trx, dating, author) => dateInterview({ trx, interviews, timeZone }, dating, author),

    undone: async (trx, notes, author) => {
      const undone: UndoneInterviews = { left: new Map(), notified: [], written: [] }
      for (const each of notes) {
        const { hasApplicantHeard, left, written } = await takeBack({ trx, interviews }, each, author)
        if (left) undone.left.set(each.id, left)
        if (hasApplicantHeard) undone.notified.push(each.id)
        undone.written.push(...written)
      }
      return undone
    },
  }
}

type Deciding = { trx: Transaction<Tables> } & Pick<Services, 'interviews'>

/** Cancels the interviews of applications that have not begun. @returns which, by application */
async function cancelAhead(
  deciding: Deciding,
  applicationIds: readonly number[],
  author: InterviewAuthor,
): Promise<Map<number, InterviewNotes>> {
  const notes = new Map<number, InterviewNotes>()
  const planned = applicationIds.length > 0 ? await listPlannedOf(deciding.trx, applicationIds) : []
  for (const interview of planned.filter((each) => each.starts_at > author.now.toISOString())) {
    const { application_id } = interview
    const cancelled = await cancel(deciding, interview, author)
    notes.set(application_id, { interviews: [...(notes.get(application_id)?.interviews ?? []), cancelled] })
  }
  return notes
}

/**
 * Cancels the interviews of the open applications of a posting that have not begun.
 * @returns the change that an undo names; null without such an interview
 */
export async function cancelInterviewsOfFilled(
  deciding: Deciding,
  jobId: number,
  author: Author,
): Promise<number | null> {
  const { trx } = deciding
  const ids = await listOpenWithInterview(trx, jobId, author.now)
  if (ids.length === 0) return null
  const locked = await lockAndFind(trx, ids)
  const open = [...locked.values()].filter(({ status, archived }) => isOpen(status) && archived === 0)
  const notes = await cancelAhead(
    deciding,
    open.map(({ id }) => id),
    author,
  )
  const applications = [...notes].map(([id, note]) => ({ id, before: {}, ...note }))
  return applications.length === 0 ? null : insertChange(trx, { change: {}, applications, now: author.now })
}

type Undoing = Parameters<DecidedInterviews['undone']>[2]

/** Takes back what a change has done to the interviews of one application. */
async function takeBack(
  deciding: Deciding,
  { id: applicationId, before, interviews = [], dated = [] }: ChangedApplication,
  undoing: Undoing,
) {
  const { trx } = deciding
  const ids = [...interviews, ...dated].map(({ id }) => id)
  const hasApplicantHeard = await hasHeard(trx, applicationId, ids, undoing.madeAt)
  // Where nothing else is undone, a refusal or an archiving since then stands.
  const isAlone = Object.keys(before).length === 0
  const outcomes: { id: number; outcome: TakenBack }[] = []
  for (const each of dated) outcomes.push({ id: each.id, outcome: await takeBackDate(deciding, each, undoing) })
  for (const each of interviews)
    outcomes.push({ id: each.id, outcome: await restoreCancelled(deciding, each, { ...undoing, isAlone }) })
  const takenBack = outcomes.filter(({ outcome }) => outcome === 'taken_back').map(({ id }) => id)
  const written: MessageRow[] = []
  for (const id of new Set(takenBack)) written.push(...(await listWritten(trx, id)))
  const left = isAlone ? outcomes.map(({ outcome }) => outcome).find(isLeft) : undefined
  return { hasApplicantHeard, left, written }
}

function isLeft(outcome: TakenBack): outcome is LeftReason {
  return outcome !== 'taken_back' && outcome !== 'was_back'
}

/** The messages that say what an interview now is. */
async function listWritten(trx: Transaction<Tables>, id: number): Promise<MessageRow[]> {
  const interview = await findInterview(trx, id)
  return interview ? listMessagesOfVersion(trx, interview) : []
}

/**
 * Restores an interview that a change has cancelled.
 * @param undoing.isAlone whether the undo brings back nothing else, such as the status before a refusal
 */
async function restoreCancelled(
  { trx, interviews }: Deciding,
  note: CancelledNote,
  { madeAt, archivedSince, isAlone, by, now }: Undoing & { isAlone: boolean },
): Promise<TakenBack> {
  const { id } = note
  const interview = await findInterview(trx, id)
  const { startsAt = interview?.starts_at, sequence = interview?.sequence } = note
  if (interview?.state === 'planned') return interview.starts_at === startsAt ? 'was_back' : 'changed_meanwhile'
  // Cancelled for another reason since.
  if (interview?.cancelled_at !== madeAt.toISOString() || interview.sequence !== sequence) return 'changed_meanwhile'
  const application = await findApplication(trx, interview.application_id)
  const end = application && endOf(application)
  if (end && (isAlone || end === 'withdrawn')) return end
  if (application?.archived === 1 && archivedSince.has(application.id)) return 'archived'
  await restoreRow(trx, interview)
  await finishChange({ trx, interviews }, id, { by, now }, { action: 'interview_restored' })
  return 'taken_back'
}

/** What has ended an application, so that nobody is invited again by an undo; undefined while it is open. */
export function endOf({
  withdrawn_at,
  status,
  archived,
}: Pick<ApplicationWithResume, 'withdrawn_at' | 'status' | 'archived'>): LeftReason | undefined {
  if (withdrawn_at !== null) return 'withdrawn'
  if (isRefusal(status)) return 'rejected'
  return archived === 1 ? 'archived' : undefined
}

/** Whether a message about an interview has left to the applicant since a change. */
async function hasHeard(
  trx: Transaction<Tables>,
  applicationId: number,
  interviewIds: readonly number[],
  since: Date,
): Promise<boolean> {
  for (const id of interviewIds) {
    const messages = await listLeftSince(trx, { id, application_id: applicationId }, since)
    if (messages.some(({ to_interviewer }) => to_interviewer === 0)) return true
  }
  return false
}

/** Cancels the interviews of an application that is withdrawn or erased, in the transaction of that. */
export async function cancelInterviewsOf(
  cancelling: Deciding,
  applicationId: number,
  author: InterviewAuthor,
): Promise<void> {
  for (const interview of await listPlannedOf(cancelling.trx, [applicationId]))
    if (interview.ends_at > author.now.toISOString()) await cancel(cancelling, interview, author)
}

async function cancel({ trx, interviews }: Deciding, interview: InterviewRow, author: InterviewAuthor) {
  const cancelled = await cancelRow(trx, interview, author.now)
  await finishChange({ trx, interviews }, interview.id, author, { action: 'interview_cancelled' })
  return cancelled
}
