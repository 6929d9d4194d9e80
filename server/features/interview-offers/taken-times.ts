import type { Transaction } from 'kysely'
import { INTERVIEW, UNDO_TIME_MS } from '../../../contract/wire/limits.ts'
import { acquireLock } from '../../platform/database/row-locks.ts'
import type { Db, InterviewOfferRow, InterviewRow, Tables } from '../../platform/database/tables.ts'
import { interviewersOf } from '../interviews/stored/interview-presenter.ts'
import { endAfter } from '../interviews/stored/interview-times.ts'

const MINUTE_MS = 60_000

/** What decides which times of an offer are left. */
type OfferedTimes = Pick<InterviewOfferRow, 'application_id' | 'times' | 'minutes' | 'interviewers'>
type Planned = Pick<InterviewRow, 'application_id' | 'starts_at' | 'ends_at' | 'interviewers'>

/** The instants at which the times of an offer begin. */
export function timesOfOffer({ times }: Pick<InterviewOfferRow, 'times'>): string[] {
  return JSON.parse(times) as string[]
}

/** When a time of an offer is over. */
export function endOfTime({ minutes }: Pick<InterviewOfferRow, 'minutes'>, startsAt: string): string {
  return endAfter(startsAt, minutes * MINUTE_MS)
}

/**
 * Reads which times of offers are taken: an interview is planned that overlaps, with the same applicant or with one of the same
 * interviewers.
 * @param heldAt the time, for a choice: interviews whose cancellation can still be undone then keep their hours, since an undo
 * would give one hour to two applicants; null for an offer, of which such an hour is a part
 * @returns whether a time of one of the offers is taken
 */
export async function readTaken(
  db: Db,
  offers: readonly OfferedTimes[],
  heldAt: Date | null,
): Promise<(offer: OfferedTimes, startsAt: string) => boolean> {
  const starts = offers.flatMap(timesOfOffer).toSorted()
  const [first, last] = [starts[0], starts.at(-1)]
  if (first === undefined || last === undefined) return () => false
  const longest = INTERVIEW.longest * MINUTE_MS
  const undoableSince = new Date((heldAt?.getTime() ?? 0) - UNDO_TIME_MS).toISOString()
  const planned: Planned[] = await db
    .selectFrom('interviews')
    .innerJoin('applications', 'applications.id', 'interviews.application_id')
    .select(['application_id', 'starts_at', 'ends_at', 'interviewers'])
    .where('state', 'in', heldAt === null ? ['planned'] : ['planned', 'cancelled'])
    .where(({ eb, or, and }) =>
      or([
        eb('state', '=', 'planned'),
        // A withdrawal is never undone.
        and([eb('cancelled_at', '>', undoableSince), eb('applications.withdrawn_at', 'is', null)]),
      ]),
    )
    .where('starts_at', '>', new Date(Date.parse(first) - longest).toISOString())
    .where('starts_at', '<', new Date(Date.parse(last) + longest).toISOString())
    .execute()
  const busy = planned.map((interview) => ({ ...interview, addresses: new Set(addressesOf(interview)) }))
  return (offer, startsAt) => {
    const [endsAt, addresses] = [endOfTime(offer, startsAt), addressesOf(offer)]
    return busy.some(
      (other) =>
        other.starts_at < endsAt &&
        other.ends_at > startsAt &&
        (other.application_id === offer.application_id || addresses.some((one) => other.addresses.has(one))),
    )
  }
}

/**
 * Waits for other transactions that plan an interview with one of the same interviewers, until this one ends. What is read
 * afterwards holds: two applicants cannot take the same time of an interviewer.
 */
export async function lockInterviewers(trx: Transaction<Tables>, offer: OfferedTimes): Promise<void> {
  // In one order, so that two transactions cannot deadlock.
  for (const address of addressesOf(offer).toSorted()) await acquireLock(trx, `interviewer ${address}`)
}

function addressesOf(held: Pick<InterviewRow, 'interviewers'>): string[] {
  return interviewersOf(held).map(({ address }) => address.toLowerCase())
}
