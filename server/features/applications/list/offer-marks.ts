import type { OfferedTimesMark } from '../../../../contract/applications/application-list.ts'
import { OPEN_STATUSES } from '../../../../contract/applications/status-lists.ts'
import type { Db } from '../../../platform/database/tables.ts'
import { selectOpenOffers } from '../../messages/open-offers.ts'

/**
 * What rows say of offered times: those that wait for a choice, and those that have ended without one while nothing has been
 * offered or planned since.
 */
export async function findOfferMarks(
  db: Db,
  applicationIds: readonly number[],
  now: Date,
): Promise<Map<number, OfferedTimesMark>> {
  if (applicationIds.length === 0) return new Map()
  const open = await selectOpenOffers(db, now)
    .select(['interview_offers.application_id', 'interview_offers.last_day'])
    .where('interview_offers.application_id', 'in', applicationIds)
    .execute()
  const ended = await selectEnded(db, now).where('interview_offers.application_id', 'in', applicationIds).execute()
  return new Map<number, OfferedTimesMark>([
    ...ended.map(({ application_id, last_day, state }) => {
      return [application_id, { state: state === 'declined' ? state : 'ended', lastDay: last_day }] as const
    }),
    ...open.map(({ application_id, last_day }) => [application_id, { state: 'open', lastDay: last_day }] as const),
  ])
}

function selectEnded(db: Db, now: Date) {
  return db
    .selectFrom('interview_offers')
    .innerJoin('applications', 'applications.id', 'interview_offers.application_id')
    .select(['interview_offers.application_id', 'interview_offers.last_day', 'interview_offers.state'])
    .where(({ and, eb, or }) =>
      or([
        eb('interview_offers.state', 'in', ['expired', 'declined']),
        // The program closes it within minutes.
        and([eb('interview_offers.state', '=', 'open'), eb('interview_offers.ends_at', '<=', now.toISOString())]),
      ]),
    )
    .where('applications.archived', '=', 0)
    .where('applications.withdrawn_at', 'is', null)
    .where('applications.status', 'in', OPEN_STATUSES)
    .where(({ exists, fn, not, or, selectFrom }) =>
      not(
        or([
          exists(
            selectFrom('interview_offers as later')
              .select('later.id')
              .whereRef('later.application_id', '=', 'interview_offers.application_id')
              .whereRef('later.id', '>', 'interview_offers.id'),
          ),
          exists(
            selectFrom('interviews')
              .select('interviews.id')
              .whereRef('interviews.application_id', '=', 'interview_offers.application_id')
              .where('interviews.state', '=', 'planned')
              .where(
                'interviews.created_at',
                '>=',
                fn.coalesce('interview_offers.closed_at', 'interview_offers.ends_at'),
              ),
          ),
        ]),
      ),
    )
}
