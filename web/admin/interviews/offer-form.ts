import type { Interview } from '../../../contract/interviews/interview.ts'
import type { InterviewOffer } from '../../../contract/interviews/interview-offer.ts'
import { type OfferDetails, offerDetailsSchema } from '../../../contract/interviews/interview-offer.ts'
import { type InterviewFaults, type InterviewFields, readFields } from './interview-form.ts'
import { type Busy, type LocalTime, likelyLastDay, toLocal } from './offered-week.ts'

const MINUTE_MS = 60_000

/** What the form of an offer holds: that of an interview, whose own date and time say nothing here. */
export type OfferFields = InterviewFields & { times: LocalTime[]; chosenLastDay: string | null }

/** The last day to choose: the one that was typed, or one that goes with the times. */
export function lastDayOf({ times, chosenLastDay, timeZone }: OfferFields, now: Date): string {
  return chosenLastDay ?? likelyLastDay(times, toLocal(now, timeZone).slice(0, 10))
}

/** Validates what was chosen and typed. */
export function readOffer(fields: OfferFields, now: Date): { details?: OfferDetails; faults: InterviewFaults } {
  const { times: chosen, chosenLastDay: _, ...interview } = fields
  const { details, faults } = readFields(interview)
  const times = chosen.toSorted().map((time) => ({ date: time.slice(0, 10), time: time.slice(11) }))
  const { minutes, timeZone, kind, place, interviewers } = details ?? { ...fields, minutes: 0, interviewers: [] }
  const parsed = offerDetailsSchema.safeParse({
    ...{ minutes, timeZone, kind, place, interviewers, times },
    lastDay: lastDayOf(fields, now),
  })
  if (parsed.success && details) return { details: parsed.data, faults: {} }
  const own = (parsed.error?.issues ?? []).flatMap(({ path, message }) =>
    path[0] === 'times' || path[0] === 'lastDay' ? [[path[0], message] as const] : [],
  )
  return { faults: { ...faults, ...Object.fromEntries(own) } }
}

/** When the named interviewers are taken: by planned interviews, and by times that other applicants may still choose. */
export function busyTimes(
  { interviewers, timeZone }: Pick<OfferFields, 'interviewers' | 'timeZone'>,
  { planned, offered }: { planned: readonly Interview[]; offered: readonly InterviewOffer[] },
): Busy[] {
  const addresses = new Set(interviewers.map(({ address }) => address.trim().toLowerCase()).filter(Boolean))
  const isNamed = (other: Pick<Interview, 'interviewers'>) =>
    other.interviewers.some(({ address }) => addresses.has(address.toLowerCase()))
  const local = (from: string, until: string) => ({ from: toLocal(from, timeZone), until: toLocal(until, timeZone) })
  return [
    ...planned.filter(isNamed).map(({ startsAt, endsAt }) => local(startsAt, endsAt)),
    ...offered
      .filter(isNamed)
      .flatMap(({ times, minutes }) =>
        times
          .filter(({ isLeft }) => isLeft)
          .map(({ startsAt }) => local(startsAt, new Date(Date.parse(startsAt) + minutes * MINUTE_MS).toISOString())),
      ),
  ]
}
