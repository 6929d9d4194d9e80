import type { Transaction } from 'kysely'
import { isOpen } from '../../../contract/applications/status-lists.ts'
import type { InterviewRow, Tables } from '../../platform/database/tables.ts'
import { type InterviewNotes, insertChange } from '../applications/changes/application-change-queries.ts'
import { type Author, type DecidedInterviews, lockAndFind } from '../applications/changes/apply-changes.ts'
import { findApplication } from '../applications/stored/application-queries.ts'
import type { Services } from '../feature.ts'
import { cancelRow, finishChange, restoreRow } from './change-interviews.ts'
import { dateInterview, takeBackDate } from './dated-interviews.ts'
import type { InterviewAuthor, InterviewWriter } from './interview-messages.ts'
import { findInterview, listOpenWithInterview, listPlannedOf } from './interview-queries.ts'

/** What decisions do to interviews. @param timeZone the company's, of interviews of which only the date is known */
export function createDecidedInterviews(interviews: InterviewWriter, timeZone: string): DecidedInterviews {
  return {
    ended: (trx, applicationIds, author) => cancelAhead({ trx, interviews }, applicationIds, author),

    dated: (trx, applicationId, date, author) =>
      dateInterview({ trx, interviews, timeZone }, { applicationId, date }, author),

    undone: async (trx, notes, { by, now, cancelledAt }) => {
      for (const { interviews: cancelled = [], dated = [] } of notes) {
        for (const each of dated) await takeBackDate({ trx, interviews }, each, { by, now })
        for (const id of cancelled) await restoreCancelled({ trx, interviews }, id, { by, now, cancelledAt })
      }
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

async function restoreCancelled(
  { trx, interviews }: Deciding,
  id: number,
  { cancelledAt, ...author }: Author & { cancelledAt: Date },
): Promise<void> {
  const interview = await findInterview(trx, id)
  // Restored, or cancelled for another reason since.
  if (interview?.state !== 'cancelled' || interview.cancelled_at !== cancelledAt.toISOString()) return
  if ((await findApplication(trx, interview.application_id))?.withdrawn_at !== null) return
  await restoreRow(trx, interview)
  await finishChange({ trx, interviews }, id, author, { action: 'interview_restored' })
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
