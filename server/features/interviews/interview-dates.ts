import type { Kysely, Transaction } from 'kysely'
import { ZONE_TO_COME } from '../../platform/database/migrations/interviews-of-dates.ts'
import type { Db, InterviewRow, Tables } from '../../platform/database/tables.ts'
import type { TimedWork } from '../../platform/every.ts'
import { lockAndFind } from '../applications/changes/apply-changes.ts'
import { findApplication, updateApplications } from '../applications/stored/application-queries.ts'
import { recordAction } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import type { InterviewAuthor } from './invitations/interview-messages.ts'
import { listPassedDates, listPlannedOf } from './stored/interview-queries.ts'

/** Time between two looks for interview dates that have passed, in milliseconds. */
const PAUSE_MS = 30_000

/** The planned interview that is the next to begin, or the last one when all have begun. @param planned by time */
export function nextOf<Row extends Pick<InterviewRow, 'starts_at'>>(
  planned: readonly Row[],
  now: Date,
): Row | undefined {
  return planned.find(({ starts_at }) => starts_at > now.toISOString()) ?? planned.at(-1)
}

/** Sets the interview date of an application to that of the planned interview that is next to begin, in the transaction that changes one. */
export async function updateInterviewDate(
  trx: Transaction<Tables>,
  applicationId: number,
  { by, now }: InterviewAuthor,
): Promise<void> {
  const application = await findApplication(trx, applicationId)
  if (!application) return
  const date = nextOf(await listPlannedOf(trx, [applicationId]), now)?.starts_at ?? null
  if (date === application.interview_date) return
  await updateApplications(trx, [application], { interview_date: date })
  const { id, version } = application
  const event = { action: 'interview_date_changed' } as const
  await recordAction(trx, { by, now, id, version: version + 1, subject: 'application', event })
}

/** Moves interview dates that have passed on to the planned interview that is next to begin. */
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

/** Gives the company's zone to interviews that a migration has made of dates. */
export async function giveZoneToDates(db: Db, timeZone: string): Promise<void> {
  await db
    .updateTable('interviews')
    .set({ time_zone: timeZone })
    .where('time_zone', '=', ZONE_TO_COME)
    .where('kind', '=', 'undecided')
    .execute()
}
