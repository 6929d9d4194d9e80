import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { TimedWork } from '../../platform/every.ts'
import { lockAndFind } from '../applications/changes/apply-changes.ts'
import { findApplication, updateApplications } from '../applications/stored/application-queries.ts'
import { recordAction } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import type { InterviewAuthor } from './interview-messages.ts'
import { listInterviewsOf, listPassedDates } from './interview-queries.ts'

/** Time between two looks for interview dates that have passed, in milliseconds. */
const PAUSE_MS = 5 * 60_000

/**
 * Sets the interview date of an application to its next planned interview, or to the last one when all are over. Without
 * a planned interview a date that an interview had set is removed, and a date that a person has set stays.
 * @param before when the changed interview was to begin before
 */
export async function updateInterviewDate(
  trx: Transaction<Tables>,
  applicationId: number,
  { by, now }: InterviewAuthor,
  before?: string,
): Promise<void> {
  const application = await findApplication(trx, applicationId)
  if (!application) return
  const interviews = await listInterviewsOf(trx, applicationId)
  const planned = interviews.filter(({ state }) => state === 'planned')
  const next = planned.find(({ ends_at }) => ends_at > now.toISOString()) ?? planned.at(-1)
  const stored = application.interview_date
  const wasOfInterview = stored === before || interviews.some(({ starts_at }) => starts_at === stored)
  const date = next?.starts_at ?? (wasOfInterview ? null : stored)
  if (date === stored) return
  await updateApplications(trx, [application], { interview_date: date })
  const { id, version } = application
  const event = { action: 'interview_date_changed' } as const
  await recordAction(trx, { by, now, id, version: version + 1, subject: 'application', event })
}

/** Moves interview dates that have passed on to the next planned interview. */
async function moveOnPassedDates(db: Kysely<Tables>, now: Date): Promise<void> {
  for (const id of await listPassedDates(db, now)) {
    await db.transaction().execute(async (trx) => {
      await lockAndFind(trx, [id])
      await updateInterviewDate(trx, id, { by: null, now })
    })
  }
}

/** Moves interview dates on. Several processes may do so at once. */
export function movingOnDates({ db, clock }: Pick<Services, 'db' | 'clock'>): TimedWork {
  return {
    name: 'move-on-interview-dates',
    everyMs: PAUSE_MS,
    isDueAtStart: true,
    faultLevel: 'error',
    run: () => moveOnPassedDates(db, clock()),
  }
}
