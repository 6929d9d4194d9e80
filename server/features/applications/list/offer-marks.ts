import type { OfferedTimesMark } from '../../../../contract/applications/application-list.ts'
import type { Db } from '../../../platform/database/tables.ts'
import { selectOpenOffers, selectUnansweredOffers } from '../../messages/open-offers.ts'

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
  const ended = await selectUnansweredOffers(db, now)
    .select(['interview_offers.application_id', 'interview_offers.last_day', 'interview_offers.state'])
    .where('interview_offers.application_id', 'in', applicationIds)
    .execute()
  return new Map<number, OfferedTimesMark>([
    ...ended.map(({ application_id, last_day, state }) => {
      return [application_id, { state: state === 'declined' ? state : 'ended', lastDay: last_day }] as const
    }),
    ...open.map(({ application_id, last_day }) => [application_id, { state: 'open', lastDay: last_day }] as const),
  ])
}
