import type { Transaction } from 'kysely'
import type { InterviewRow, Tables } from '../../platform/database/tables.ts'
import type { DecidedInterviews } from '../applications/changes/apply-changes.ts'
import { findApplication } from '../applications/stored/application-queries.ts'
import type { Services } from '../feature.ts'
import { cancelRow, finishChange, restoreRow } from './change-interviews.ts'
import type { InterviewAuthor, InterviewWriter } from './interview-messages.ts'
import { findInterview, listPlannedOf } from './interview-queries.ts'

/** What a refusal does to interviews: those that have not begun are cancelled, until it is undone. */
export function createDecidedInterviews(interviews: InterviewWriter): DecidedInterviews {
  return {
    refused: async (trx, applicationIds, author) => {
      const cancelled = new Map<number, number[]>()
      const planned = applicationIds.length > 0 ? await listPlannedOf(trx, applicationIds) : []
      for (const interview of planned.filter((each) => each.starts_at > author.now.toISOString())) {
        const { id, application_id } = interview
        await cancel({ trx, interviews }, interview, author)
        cancelled.set(application_id, [...(cancelled.get(application_id) ?? []), id])
      }
      return cancelled
    },

    restored: async (trx, interviewIds, { by, now, cancelledAt }) => {
      for (const id of interviewIds) {
        const interview = await findInterview(trx, id)
        // Restored, or cancelled for another reason since.
        if (interview?.state !== 'cancelled' || interview.cancelled_at !== cancelledAt.toISOString()) continue
        if ((await findApplication(trx, interview.application_id))?.withdrawn_at !== null) continue
        await restoreRow(trx, interview)
        await finishChange({ trx, interviews }, id, { by, now }, { action: 'interview_restored' })
      }
    },
  }
}

/** Cancels the interviews of an applicant who withdraws, in the transaction of the withdrawal. */
export async function cancelInterviewsOf(
  cancelling: { trx: Transaction<Tables> } & Pick<Services, 'interviews'>,
  applicationId: number,
  now: Date,
): Promise<void> {
  for (const interview of await listPlannedOf(cancelling.trx, [applicationId]))
    if (interview.ends_at > now.toISOString()) await cancel(cancelling, interview, { by: null, now })
}

async function cancel(
  { trx, interviews }: { trx: Transaction<Tables> } & Pick<Services, 'interviews'>,
  interview: InterviewRow,
  author: InterviewAuthor,
) {
  await cancelRow(trx, interview, author.now)
  await finishChange({ trx, interviews }, interview.id, author, { action: 'interview_cancelled' })
}
