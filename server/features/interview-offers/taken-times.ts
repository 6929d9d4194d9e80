import type { Transaction } from 'kysely'
import { INTERVIEW, UNDO_TIME_MS } from '../../../contract/wire/limits.ts'
import { acquireLock } from '../../platform/database/row-locks.ts'
import type { Db, InterviewOfferRow, InterviewRow, Tables } from '../../platform/database/tables.ts'
import { interviewersOf } from '../interviews/stored/interview-presenter.ts'
import { endAfter } from '../interviews/stored/interview-times.ts'

const MINUTE_MS = 60_000
const LONGEST_MS = INTERVIEW.longest * MINUTE_MS
/** Spans of one query: a database takes only so many conditions. */
const MOST_SPANS = 50

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
 * interviewers. It counts also where the person who reads the offer does not see that interview, and says no more than that the time is taken:
 * otherwise one person would be promised to two applicants. An interview that nobody is invited to takes no time: who may not invite
 * would otherwise end the offers of others.
 * @param db the whole database, not the one as a hiring manager sees it
 * @param heldAt the time, for a choice: interviews whose cancellation can still be undone then keep their hours, since an undo
 * would give one hour to two applicants; null for an offer, of which such an hour is a part
 * @returns whether a time of one of the offers is taken
 */
export async function readTaken(
  db: Db,
  offers: readonly OfferedTimes[],
  heldAt: Date | null,
): Promise<(offer: OfferedTimes, startsAt: string) => boolean> {
  const spans = spansAround(offers.flatMap(timesOfOffer))
  if (spans.length === 0) return () => false
  const undoableSince = new Date((heldAt?.getTime() ?? 0) - UNDO_TIME_MS).toISOString()
  const planned: Planned[] = await db
    .selectFrom('interviews')
    .innerJoin('applications', 'applications.id', 'interviews.application_id')
    .select(['application_id', 'starts_at', 'ends_at', 'interviewers'])
    .where('invited_at', 'is not', null)
    .where('state', 'in', heldAt === null ? ['planned'] : ['planned', 'cancelled'])
    .where(({ eb, or, and }) =>
      or([
        eb('state', '=', 'planned'),
        // A withdrawal is never undone.
        and([eb('cancelled_at', '>', undoableSince), eb('applications.withdrawn_at', 'is', null)]),
      ]),
    )
    .where(({ and, eb, or }) =>
      or(spans.map(({ from, to }) => and([eb('starts_at', '>', from), eb('starts_at', '<', to)]))),
    )
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
 * Spans within which all interviews begin that overlap with times. What is far from every time is not read, because an applicant
 * may read an offer as often as they like.
 */
function spansAround(starts: readonly string[]): { from: string; to: string }[] {
  const spans: { from: string; to: string }[] = []
  for (const start of starts.toSorted()) {
    const [from, to] = [endAfter(start, -LONGEST_MS), endAfter(start, LONGEST_MS)]
    const last = spans.at(-1)
    if (last && (from <= last.to || spans.length === MOST_SPANS)) last.to = to
    else spans.push({ from, to })
  }
  return spans
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
