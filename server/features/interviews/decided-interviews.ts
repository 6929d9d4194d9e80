import type { Transaction } from 'kysely'
import { isOpen, isRefusal } from '../../../contract/applications/status-lists.ts'
import type { InterviewRow, Tables } from '../../platform/database/tables.ts'
import { type InterviewNotes, insertChange } from '../applications/changes/application-change-queries.ts'
import {
  type Author,
  type ChangedApplication,
  type DecidedInterviews,
  lockAndFind,
  type UndoneInterviews,
} from '../applications/changes/apply-changes.ts'
import { findApplication } from '../applications/stored/application-queries.ts'
import type { Services } from '../feature.ts'
import { cancelRow, finishChange, restoreRow } from './change-interviews.ts'
import { dateInterview, listLeftSince, takeBackDate } from './dated-interviews.ts'
import type { InterviewAuthor, InterviewWriter } from './invitations/interview-messages.ts'
import { findInterview, listOpenWithInterview, listPlannedOf } from './stored/interview-queries.ts'

/** What decisions do to interviews. @param timeZone the company's, of interviews of which only the date is known */
export function createDecidedInterviews(interviews: InterviewWriter, timeZone: string): DecidedInterviews {
  return {
    ended: (trx, applicationIds, author) => cancelAhead({ trx, interviews }, applicationIds, author),

    dated: (trx, application, date, author) =>
      dateInterview({ trx, interviews, timeZone }, { application, date }, author),

    undone: async (trx, notes, author) => {
      const undone: UndoneInterviews = { left: new Set(), notified: [] }
      for (const each of notes) {
        const { hasApplicantHeard, isLeft } = await takeBack({ trx, interviews }, each, author)
        if (isLeft) undone.left.add(each.id)
        if (hasApplicantHeard) undone.notified.push(each.id)
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
    const { id, application_id } = interview
    await cancel(deciding, interview, author)
    notes.set(application_id, { interviews: [...(notes.get(application_id)?.interviews ?? []), id] })
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

/** Takes back what a change has done to the interviews of one application. */
async function takeBack(
  deciding: Deciding,
  { id: applicationId, before, interviews = [], dated = [] }: ChangedApplication,
  author: Author & { madeAt: Date },
) {
  const { trx } = deciding
  const ids = [...interviews, ...dated.map(({ id }) => id)]
  const hasApplicantHeard = await hasHeard(trx, applicationId, ids, author.madeAt)
  // Where nothing else is undone, a refusal since then stands.
  const isAlone = Object.keys(before).length === 0
  const done: boolean[] = []
  for (const each of dated) done.push(await takeBackDate(deciding, each, author))
  for (const id of interviews) done.push(await restoreCancelled(deciding, id, { ...author, isOpenOnly: isAlone }))
  return { hasApplicantHeard, isLeft: isAlone && done.includes(false) }
}

/**
 * Restores an interview that a change has cancelled.
 * @param author.isOpenOnly whether a refused applicant has no interview again
 * @returns false where it stays cancelled
 */
async function restoreCancelled(
  { trx, interviews }: Deciding,
  id: number,
  { madeAt, isOpenOnly, by, now }: Author & { madeAt: Date; isOpenOnly: boolean },
): Promise<boolean> {
  const interview = await findInterview(trx, id)
  if (interview?.state === 'planned') return true
  // Cancelled for another reason since.
  if (!interview || interview.cancelled_at !== madeAt.toISOString()) return false
  const application = await findApplication(trx, interview.application_id)
  if (application?.withdrawn_at !== null || (isOpenOnly && isRefusal(application.status))) return false
  await restoreRow(trx, interview)
  await finishChange({ trx, interviews }, id, { by, now }, { action: 'interview_restored' })
  return true
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

/** Cancels the interviews of an applicant who withdraws, in the transaction of the withdrawal. */
export async function cancelInterviewsOf(cancelling: Deciding, applicationId: number, now: Date): Promise<void> {
  for (const interview of await listPlannedOf(cancelling.trx, [applicationId]))
    if (interview.ends_at > now.toISOString()) await cancel(cancelling, interview, { by: null, now })
}

async function cancel({ trx, interviews }: Deciding, interview: InterviewRow, author: InterviewAuthor) {
  await cancelRow(trx, interview, author.now)
  await finishChange({ trx, interviews }, interview.id, author, { action: 'interview_cancelled' })
}
