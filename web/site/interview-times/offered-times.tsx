import { useSyncExternalStore } from 'react'
import type { OwnOffer } from '../../../contract/interviews/interview-offer.ts'
import { INTERVIEW_FORMS } from '../../../contract/interviews/interview-terms.ts'
import { zoneName } from '../../../contract/site/zone-name.ts'
import { MAXIMUM } from '../../../contract/wire/limits.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/form/field.tsx'
import { browserZone } from '../../ui/text/browser-zone.ts'
import { formatCalendarDay } from '../../ui/text/date-formats.ts'

/** The zone of the reader's clock; on the server, and in a page that is not alive yet, the given one. */
export function useReaderZone(served: string): string {
  return useSyncExternalStore(neverChanges, browserZone, () => served)
}

function neverChanges() {
  return () => undefined
}

/** What the offered interview is, and until when a time can be chosen. */
export function OfferFacts({ offer, zone }: { offer: OwnOffer; zone: string }) {
  const { minutes, kind, place, interviewers, lastDay, times } = offer
  return (
    <p className="measure wrap-anywhere">
      {minutes} minutes, {INTERVIEW_FORMS[kind].toLowerCase()}
      {place && ` (${place})`}
      {interviewers.length > 0 && `, with ${interviewers.join(', ')}`}. Choose by{' '}
      <time dateTime={lastDay} className="whitespace-nowrap">
        {formatCalendarDay(lastDay)}
      </time>
      .{times.length > 0 && ` Times are in ${zoneName(zone)}.`}
    </p>
  )
}

/** A button for each time, by day. Each sends its form. */
export function TimeButtons({ times, zone, isBusy = false }: { times: string[]; zone: string; isBusy?: boolean }) {
  const days = Map.groupBy(times, (startsAt) => describeDay(startsAt, zone))
  return (
    <dl className="grid gap-4 sm:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))]">
      {[...days].map(([day, ofDay]) => (
        <div key={day} className="grid content-start gap-2">
          <dt className="font-semibold">{day}</dt>
          <dd className="m-0 flex flex-wrap gap-2">
            {ofDay.map((startsAt) => (
              <Button
                key={startsAt}
                type="submit"
                tone="secondary"
                name="startsAt"
                value={startsAt}
                isUnavailable={isBusy}
                aria-label={`${describeHour(startsAt, zone)}, ${day}`}
                className="tabular-nums"
              >
                {describeHour(startsAt, zone)}
              </Button>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type OtherTimesProps = { isOpen: boolean; isBusy?: boolean }

/** Asks for other times; the form around it sends it. */
export function OtherTimes({ isOpen, isBusy = false }: OtherTimesProps) {
  return (
    <details aria-label="Other times" open={isOpen || undefined}>
      <summary className="inline-flex min-h-11 w-fit cursor-pointer items-center font-semibold text-accent">
        None of these suits me
      </summary>
      <div className="mt-2 grid max-w-xl gap-4">
        <TextAreaField
          name="reason"
          label="Times that suit you"
          isOptional
          maxLength={MAXIMUM.note}
          hint="We write to you with others."
        />
        <Button
          type="submit"
          tone="secondary"
          name="isDeclined"
          value="yes"
          isBusy={isBusy}
          className="justify-self-start"
        >
          Ask for other times
        </Button>
      </div>
    </details>
  )
}

/** A day in a zone, such as `Thursday, December 3`. */
export function describeDay(startsAt: string, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone })
  return day.format(new Date(startsAt))
}

/** A time of day in a zone, such as `2:30 PM`. */
export function describeHour(startsAt: string, timeZone: string): string {
  const hour = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone })
  // Engines differ in the space: a page that comes alive must not change.
  return hour.format(new Date(startsAt)).replaceAll('\u202f', ' ')
}
